package robot

import (
	"fmt"
	"strings"
	"time"

	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/sim/mujoco"
	"gonao/vision"
)

// eyes are the top camera and vision: they draw an image when one is due, find the
// balls in it, and show it to the brain some cycles later.
type eyes struct {
	renderer    *camera.Renderer
	filter      *vision.Filter
	lens        nao.Intrinsics
	cycles      int // from an image's moment to the brain
	ballRadiusM float64
	period      time.Duration

	pose  *mujoco.Pose
	img   camera.Image
	drawn int // images so far

	coming []percepts.Image // the images on their way, oldest first
	newest percepts.Image   // newest image that has arrived
}

func newEyes(cfg *Config, s *sim.Simulation) (*eyes, error) {
	colors := make([]vision.Color, 0, len(cfg.Colors))
	for _, text := range cfg.Colors {
		c, err := vision.ParseColor(text)
		if err != nil {
			return nil, err
		}
		colors = append(colors, c)
	}
	filter, err := vision.NewFilter(colors, cfg.MinPixels)
	if err != nil {
		return nil, err
	}
	options := cfg.Camera
	options.Seed += cfg.Seed
	renderer, err := camera.NewRenderer(s.Model(), "", options)
	if err != nil {
		return nil, err
	}
	options = renderer.Options()
	k, err := options.Intrinsics()
	if err != nil {
		renderer.Close()
		return nil, err
	}
	return &eyes{
		renderer: renderer, filter: filter, cycles: cfg.ImageCycles, ballRadiusM: cfg.BallRadiusM,
		// A pixel's centre is at half in vision's coordinates.
		lens:   nao.Intrinsics{Fx: k.FX, Fy: k.FY, Cx: k.CX + 0.5, Cy: k.CY + 0.5},
		period: time.Duration(float64(time.Second) / options.RateHz),
		pose:   new(mujoco.Pose),
	}, nil
}

func (e *eyes) close() {
	e.renderer.Close()
}

// look draws an image when one is due, and returns the newest that has arrived; nil if none has since the last call.
func (e *eyes) look(now time.Duration, s *sim.Simulation, state *nao.State, observer Observer) (arrived *percepts.Image, err error) {
	if now >= time.Duration(e.drawn)*e.period {
		e.drawn++
		s.Data().CopyPose(e.pose)
		if err := e.renderer.Image(nao.TopCamera, e.pose, &e.img); err != nil {
			return nil, fmt.Errorf("robot: %w", err)
		}
		img, err := e.see(now, state)
		if err != nil {
			return nil, fmt.Errorf("robot: %w", err)
		}
		e.coming = append(e.coming, img)
		observer.Image(&img)
	}
	for len(e.coming) > 0 && now-e.coming[0].Stamp >= time.Duration(e.cycles)*nao.CyclePeriod {
		e.newest, arrived = e.coming[0], &e.newest
		e.coming = e.coming[1:]
	}
	return arrived, nil
}

// see finds the balls in the image just drawn.
func (e *eyes) see(now time.Duration, state *nao.State) (percepts.Image, error) {
	blobs, err := e.filter.Detect(vision.Image{
		Width: e.img.Width, Height: e.img.Height, Step: 2 * e.img.Width,
		Encoding: vision.EncodingYUYV, Data: e.img.YUYV,
	})
	if err != nil {
		return percepts.Image{}, err
	}
	eye := vision.NewEye(e.lens, nao.TopCamera, &state.Position)
	out := percepts.Image{
		Stamp:   now,
		HeadYaw: state.Position[nao.HeadYaw], HeadPitch: state.Position[nao.HeadPitch],
	}
	for _, b := range blobs {
		angular := eye.AngularRadius(b.Radius)
		out.Blobs = append(out.Blobs, percepts.Blob{
			Color: b.Color, Bearing: eye.Bearing(b.X, b.Y), Confidence: b.Confidence,
			AngularRadius: angular, Distance: vision.BallDistance(angular, e.ballRadiusM),
		})
	}
	return out, nil
}

// colorOf returns the colour of a ball called ball_<colour>.
func colorOf(ball string) (string, bool) { return strings.CutPrefix(ball, "ball_") }
