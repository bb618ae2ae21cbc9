package camera

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// Facets are those round a sphere: what a camera image needs; pictures may have more.
const Facets = 20

// Image is one camera image; the package comment describes its bytes.
type Image struct {
	Camera        nao.Camera
	TimeSec       float64 // simulated time of the pose it shows
	Width, Height int     // px
	YUYV          []byte  // 2 bytes a pixel, rows of 2·Width bytes
}

// Renderer draws the images of one robot's cameras, one at a time.
type Renderer struct {
	options Options
	gl      *mujoco.Renderer
	ids     [nao.NumCameras]int
	fovYDeg float64
	rgb     []byte
	expose  [nao.NumCameras]*[256]byte // nil: exposure 1
	noise   *sensorNoise
	pose    mujoco.Pose // of Capture
}

// NewRenderer opens the cameras of the robot whose names in the model begin with prefix.
func NewRenderer(m *mujoco.Model, prefix string, o Options) (*Renderer, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	r := &Renderer{options: o, fovYDeg: o.fovYDeg(), rgb: make([]byte, 3*o.Width*o.Height)}
	r.tune(o)
	for c := range nao.Camera(nao.NumCameras) {
		if r.ids[c], err = m.ID(mujoco.Camera, prefix+c.OpticalFrame()); err != nil {
			return nil, fmt.Errorf("camera: %w", err)
		}
	}
	r.gl, err = mujoco.NewRenderer(m, mujoco.RenderOptions{
		MaxWidth: o.Width, MaxHeight: o.Height, Slices: Facets, Nice: o.Nice, Samples: o.Samples,
	})
	if err != nil {
		return nil, fmt.Errorf("camera: %w", err)
	}
	return r, nil
}

// tune sets noise and exposure to those of o.
func (r *Renderer) tune(o Options) {
	r.noise = newSensorNoise(o.Noise, r.options.Seed, r.options.Width)
	for c := range r.expose {
		r.expose[c] = nil
		if factor := o.Exposure * o.Exposures[c]; factor != 1 {
			r.expose[c] = exposure(factor)
		}
	}
}

// Close ends the drawing thread. The model may be closed after it.
func (r *Renderer) Close() { r.gl.Close() }

// Options returns the renderer's settings with the defaults filled in.
func (r *Renderer) Options() Options { return r.options }

// Image draws the image of a camera in the pose. It reuses img's memory, and does not
// allocate once that is large enough.
func (r *Renderer) Image(camera nao.Camera, pose *mujoco.Pose, img *Image) error {
	if camera >= nao.NumCameras {
		return fmt.Errorf("camera: number %d: the robot has %d", camera, nao.NumCameras)
	}
	o := &r.options
	view := mujoco.View{Camera: r.ids[camera], FovYDeg: r.fovYDeg}
	if err := r.gl.Render(pose, view, o.Width, o.Height, r.rgb); err != nil {
		return fmt.Errorf("camera %s: %w", camera, err)
	}
	if table := r.expose[camera]; table != nil {
		for i, v := range r.rgb {
			r.rgb[i] = table[v]
		}
	}
	img.Camera, img.TimeSec = camera, pose.TimeSec
	img.Width, img.Height = o.Width, o.Height
	if n := 2 * o.Width * o.Height; cap(img.YUYV) < n {
		img.YUYV = make([]byte, n)
	} else {
		img.YUYV = img.YUYV[:n]
	}
	if err := ToYUYV(img.YUYV, r.rgb); err != nil {
		return err
	}
	if r.noise != nil {
		// The noise depends on the time, not on the number of images drawn before.
		r.noise.add(img.YUYV, o.Width, math.Float64bits(pose.TimeSec)<<1|uint64(camera))
	}
	return nil
}

// Capture is Image of the world's present state, while the camera turns with turning, rad/s in its own frame.
func (r *Renderer) Capture(camera nao.Camera, d *mujoco.Data, turning r3.Vec, img *Image) error {
	d.CopyPose(&r.pose)
	return r.Image(camera, &r.pose, img)
}

// exposure returns the table of brightnesses times the factor, clamped to white.
func exposure(factor float64) *[256]byte {
	var table [256]byte
	for i := range table {
		table[i] = byte(min(255, math.Round(factor*float64(i))))
	}
	return &table
}
