package main

import (
	"sync"
	"time"

	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/vision/lines"
	"gonao/vision/objects"
	"gonao/vision/trial"
)

// seen is an image of a camera and what vision finds in it.
type seen struct{ pixels, percepts *digest }

// imageParts returns parts with an image of each camera, from a robot that has walked for a moment in a drawn hall, and
// what vision finds in it.
func imageParts() (parts []part) {
	look := sync.OnceValues(lookAround)
	for _, cam := range []nao.Camera{nao.TopCamera, nao.BottomCamera} {
		parts = append(parts,
			part{"image/" + cam.String() + "/pixels", func(d *digest) error {
				s, err := look()
				d.sum = s[cam].pixels.sum
				return err
			}},
			part{"image/" + cam.String() + "/percepts", func(d *digest) error {
				s, err := look()
				d.sum = s[cam].percepts.sum
				return err
			}})
	}
	return parts
}

func lookAround() (out [nao.NumCameras]seen, err error) {
	for i := range out {
		out[i] = seen{newDigest(), newDigest()}
	}
	const hall = 1007
	stage, err := trial.Open(trial.Setup{
		World: "spl", Scene: hall, Profile: sim.Real, Seed: hall, Camera: camera.Options{Width: 640, Height: 480, RateHz: 30, Noise: 2, Seed: hall},
	})
	if err != nil {
		return out, err
	}
	defer stage.Close()
	if err := stage.Run(2500 * time.Millisecond); err != nil {
		return out, err
	}
	for _, cam := range []nao.Camera{nao.TopCamera, nao.BottomCamera} {
		if err := lookOnce(stage, cam, &out[cam]); err != nil {
			return out, err
		}
	}
	return out, nil
}

// lookOnce draws an image and adds what vision finds in it.
func lookOnce(stage *trial.Stage, cam nao.Camera, out *seen) error {
	if err := stage.Look(cam); err != nil {
		return err
	}
	out.pixels.ints(stage.Image.Width, stage.Image.Height)
	out.pixels.data(stage.Image.YUYV)
	v, err := stage.View(cam)
	if err != nil {
		return err
	}
	spl, err := field.Load("spl")
	if err != nil {
		return err
	}
	finder := lines.New(spl)
	var features percepts.FieldFeatures
	if _, err := finder.Find(stage.Picture(), &v, &features); err != nil {
		return err
	}
	both, err := objects.Default(spl.Ball.Diameter / 2)
	if err != nil {
		return err
	}
	balls, others, err := both.Find(stage.Picture(), &v, finder)
	if err != nil {
		return err
	}
	d := out.percepts
	d.features(&features)
	for i := range balls {
		d.ball(&balls[i].Seen)
	}
	for i := range others {
		d.robot(&others[i].Seen)
	}
	return nil
}

func (d *digest) features(f *percepts.FieldFeatures) {
	d.floats(f.HeightM, f.TiltVar)
	for i := range f.Points {
		p := &f.Points[i]
		d.texts(p.Kind.String(), string(p.Color), string(p.Lower))
		d.floats(p.X, p.Y, p.Cov.XX, p.Cov.XY, p.Cov.YY, p.Heading, p.HeadingVar, p.Confidence)
	}
	for i := range f.Lines {
		l := &f.Lines[i]
		d.floats(l.FromX, l.FromY, l.ToX, l.ToY, l.OffsetVar, l.HeadingVar)
	}
}

func (d *digest) ball(b *percepts.SeenBall) {
	d.texts("ball")
	d.floats(b.X, b.Y, b.Cov.XX, b.Cov.XY, b.Cov.YY, b.Confidence)
}

func (d *digest) robot(r *percepts.SeenRobot) {
	d.texts("robot")
	d.floats(r.X, r.Y, r.Cov.XX, r.Cov.XY, r.Cov.YY, r.Confidence)
	d.ints(int(r.Side), r.Number)
	d.bools(r.Fallen)
}
