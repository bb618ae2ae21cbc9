package camera

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// Facets returns the number of facets of a sphere: as many as a camera's image needs, more with smooth edges.
func (o Options) Facets() int {
	if o.Samples > 1 {
		return 36
	}
	return 20
}

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
	optics  *Optics
	gl      *mujoco.Renderer
	ids     [nao.NumCameras]int
	pinhole []byte  // as drawn
	warp    *warper // nil: the pinhole is the image
	rgb     []byte  // of the image
	develop *developer
	noise   *sensorNoise
}

// NewRenderer opens the cameras of the robot whose names in the model begin with prefix.
func NewRenderer(m *mujoco.Model, prefix string, o Options) (*Renderer, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	r := &Renderer{options: o}
	if r.optics, err = o.Optics(); err != nil {
		return nil, err
	}
	drawn := &r.optics.Pinhole
	r.pinhole = make([]byte, 3*drawn.Width*drawn.Height)
	r.rgb = r.pinhole
	if o.Effects.moves() {
		r.rgb, r.warp = make([]byte, 3*o.Width*o.Height), newWarper(r.optics)
	}
	r.tune(o)
	if err := r.Follow(m, prefix); err != nil {
		return nil, err
	}
	r.gl, err = mujoco.NewRenderer(m, mujoco.RenderOptions{
		MaxWidth: drawn.Width, MaxHeight: drawn.Height, Slices: o.Facets(), Nice: o.Nice, Samples: o.Samples, ShadowSize: o.ShadowSize,
	})
	if err != nil {
		return nil, fmt.Errorf("camera: %w", err)
	}
	return r, nil
}

// Follow makes the renderer draw the cameras of the robot whose names in its model begin with prefix. After an error it
// draws the same as before.
func (r *Renderer) Follow(m *mujoco.Model, prefix string) error {
	var ids [nao.NumCameras]int
	for c := range nao.Camera(nao.NumCameras) {
		var err error
		if ids[c], err = m.ID(mujoco.Camera, prefix+c.OpticalFrame()); err != nil {
			return fmt.Errorf("camera: %w", err)
		}
	}
	r.ids = ids
	return nil
}

// tune sets noise, exposure and colours to those of o; lens and shutter stay.
func (r *Renderer) tune(o Options) {
	r.noise = newSensorNoise(o.Noise, o.Effects.ShotNoise, r.options.Seed, r.options.Width)
	r.develop = newDeveloper(&o, &r.optics.Image)
}

// Close ends the drawing thread. The model may be closed after it.
func (r *Renderer) Close() { r.gl.Close() }

// ID returns the number of a camera in the model.
func (r *Renderer) ID(camera nao.Camera) int { return r.ids[camera] }

// Options returns the renderer's settings with the defaults filled in.
func (r *Renderer) Options() Options { return r.options }

// Image draws the image of a camera at rest in the pose. It reuses img's memory, and does not
// allocate once that is large enough.
func (r *Renderer) Image(camera nao.Camera, pose *mujoco.Pose, img *Image) error {
	return r.Capture(camera, pose, r3.Vec{}, img)
}

// Capture is Image for a turning camera, rad/s in its own frame, with the effects of motion blur and rolling shutter from
// the options. The pose is that of the image's middle row, at the middle of its exposure.
func (r *Renderer) Capture(camera nao.Camera, pose *mujoco.Pose, turning r3.Vec, img *Image) error {
	if camera >= nao.NumCameras {
		return fmt.Errorf("camera: number %d: the robot has %d", camera, nao.NumCameras)
	}
	o, drawn := &r.options, &r.optics.Pinhole
	if err := r.gl.Render(pose, r.optics.View(r.ids[camera]), drawn.Width, drawn.Height, r.pinhole); err != nil {
		return fmt.Errorf("camera %s: %w", camera, err)
	}
	if r.warp != nil {
		r.warp.draw(r.pinhole, r.rgb, turning)
	}
	r.develop.light(r.rgb, camera, &r.optics.Image, pose.TimeSec)
	img.Camera, img.TimeSec = camera, pose.TimeSec
	img.Width, img.Height = o.Width, o.Height
	if n := 2 * o.Width * o.Height; cap(img.YUYV) < n {
		img.YUYV = make([]byte, n)
	} else {
		img.YUYV = img.YUYV[:n]
	}
	if err := toYUYV(img.YUYV, r.rgb); err != nil {
		return err
	}
	r.develop.color(img.YUYV)
	if r.noise != nil {
		// The noise depends on the time, not on the number of images drawn before.
		r.noise.add(img.YUYV, o.Width, math.Float64bits(pose.TimeSec)<<1|uint64(camera))
	}
	return nil
}
