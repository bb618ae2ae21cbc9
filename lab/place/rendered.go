package place

import (
	"math"
	"time"

	"gonao/nao"
	"gonao/robot/localization"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/vision/lines"
	"gonao/vision/objects"
	vtrial "gonao/vision/trial"
	"gonao/vision/view"
)

// renderedRows returns the rows whose percepts are found in rendered pictures.
func renderedRows() []Row {
	walk := 3 * time.Minute
	row := func(name, title string, s vtrial.Setup, scene bool) Row {
		figures := append(poseFigures(),
			Figure{"ball at 0.8 to 1.3 m, median", "ball1_cm", "cm", Median, 3, 2},
			Figure{"ball at 2.5 to 3.5 m, median", "ball3_cm", "cm", Median, 12, 8},
			Figure{"robot at 1.5 to 2.5 m, median", "robot_cm", "cm", Median, 15, 10},
			Figure{"falls an hour", "falls", "", PerHour, none, none},
		)
		lasts := walk
		if s.Shadows {
			lasts = 20 * time.Second // drawing its images is slow
		}
		return Row{Name: name, Title: title, Lasts: lasts, Runs: 20, Figures: figures, Run: func(run Setup) (Sample, error) {
			setup := s
			setup.Seed = run.Seed
			if scene {
				setup.Scene = run.Seed
			}
			return rendered(setup, &run)
		}}
	}
	plain := camera.Options{Noise: 4}
	return []Row{
		row("hall_spl", "walks in a hall of its seed, rendered", vtrial.Setup{World: "spl", Profile: sim.Real}, true),
		row("hall_shadow", "the same with shadows", vtrial.Setup{World: "spl", Profile: sim.Real, Shadows: true}, true),
		row("hall_hsl", "walks in a hall of its seed on hsl_small, rendered", vtrial.Setup{World: "hsl_small", Profile: sim.Real}, true),
		row("hall_2010", "walks in a hall of its seed on field2010, rendered", vtrial.Setup{World: "field2010", Profile: sim.Real}, true),
		row("plain", "walks in the plain hall, rendered", vtrial.Setup{World: "spl", Profile: sim.Real, Camera: plain}, false),
	}
}

// watcher sees, localizes and believes, and compares that with the truth.
type watcher struct {
	stage   *vtrial.Stage
	finders [nao.NumCameras]*lines.Finder
	objects [nao.NumCameras]objects.Finder
	filter  *localization.Filter
	model   *worldmodel.Model

	features percepts.FieldFeatures
	in       worldmodel.Input
	snapshot worldmodel.Snapshot
	before   plane.Pose
	other    bool // the belief is on the other side
	fallen   bool
	out      Sample
}

// rendered walks with the cameras alternating at 10 Hz.
func rendered(setup vtrial.Setup, run *Setup) (Sample, error) {
	stage, err := vtrial.Open(setup)
	if err != nil {
		return nil, err
	}
	defer stage.Close()
	w, err := newWatcher(stage, setup.World, run)
	if err != nil {
		return nil, err
	}
	if err := stage.Run(2 * time.Second); err != nil {
		return nil, err
	}
	w.before = stage.Pose()
	w.filter.Reset(localization.At(w.before, 0.1, 0.1))
	const eight = 8 * nao.CyclePeriod
	images := 0
	for end := stage.State.Time + run.Lasts; stage.State.Time < end; images++ {
		if err := stage.Run(eight); err != nil {
			return nil, err
		}
		if err := w.image(nao.Camera(images % nao.NumCameras)); err != nil {
			return nil, err
		}
	}
	w.out[hours] = []float64{run.Lasts.Hours()}
	return w.out, nil
}

func newWatcher(stage *vtrial.Stage, name string, run *Setup) (*watcher, error) {
	f, err := field.Load(name)
	if err != nil {
		return nil, err
	}
	w := &watcher{stage: stage, out: Sample{"flips": {0}, "jumps": {0}, "falls": {0}}}
	if w.filter, err = localization.New(f.Map(), run.Localization); err != nil {
		return nil, err
	}
	if w.model, err = worldmodel.New(worldmodel.DefaultConfig()); err != nil {
		return nil, err
	}
	for i := range w.finders {
		if w.finders[i], err = run.Nets.lines(f); err != nil {
			return nil, err
		}
		if w.objects[i], err = objects.Open(run.Nets.Balls, run.Nets.Robots, f.Ball.Diameter/2); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// image processes one image of a camera.
func (w *watcher) image(cam nao.Camera) error {
	s := w.stage
	s.Sim.State(&s.State)
	truth := s.Pose()
	o := s.Motion.Odometry()
	in := localization.Input{Stamp: s.State.Time, Odometry: plane.Pose{X: o.X, Y: o.Y, Theta: o.Yaw}}
	v, err := s.View(cam)
	if in.Fallen = err != nil; !in.Fallen {
		if err := w.see(cam, &v); err != nil {
			return err
		}
		in.Features = &w.features
	}
	e := w.filter.Step(&in)
	w.judgePose(&e, truth, in.Fallen)
	w.in.Stamp, w.in.Odometry, w.in.Pose, w.in.PoseCov, w.in.Image = in.Stamp, in.Odometry, e.Pose, e.Cov, !in.Fallen
	if !in.Fallen {
		p := v.Percept()
		w.in.View = worldmodel.ViewOf(&p, nao.CameraFOVX, nao.CameraFOVY)
		w.in.Tilt = worldmodel.Tilt{Var: p.TiltVar, HeightM: p.Position[2]}
		if e.Localized {
			w.in.Tilt.Pitch, w.in.Tilt.Roll, w.in.Tilt.Var = e.Pitch, e.Roll, e.TiltVar
		}
	}
	w.model.Step(&w.in, &w.snapshot)
	if !in.Fallen {
		w.judgeBall(truth)
		w.judgeRobots(truth)
	}
	return nil
}

// see draws what a camera sees and finds field, balls and robots in it.
func (w *watcher) see(cam nao.Camera, v *view.View) error {
	if err := w.stage.Look(cam); err != nil {
		return err
	}
	img, finder := w.stage.Picture(), w.finders[cam]
	if _, err := finder.Find(img, v, &w.features); err != nil {
		return err
	}
	balls, found, err := w.objects[cam].Find(img, v, finder)
	if err != nil {
		return err
	}
	w.in.Balls, w.in.Robots = w.in.Balls[:0], w.in.Robots[:0]
	for i := range balls {
		w.in.Balls = append(w.in.Balls, balls[i].Seen)
	}
	for i := range found {
		w.in.Robots = append(w.in.Robots, found[i].Seen)
	}
	return nil
}

// judgePose compares the pose with the truth. While the robot lies, only jumps and falls are counted.
func (w *watcher) judgePose(e *localization.Estimate, truth plane.Pose, fallen bool) {
	if fallen && !w.fallen {
		w.out["falls"][0]++
	}
	w.fallen = fallen
	if e.Pose.Distance(w.before) > 0.6 && e.Reason == localization.NoJump {
		w.out["jumps"][0]++
	}
	w.before = e.Pose
	if fallen {
		return
	}
	off, turned := e.Pose.Distance(truth), math.Abs(plane.Angle(e.Pose.Theta-truth.Theta))
	there := e.Pose.Turned()
	other := there.Distance(truth)+math.Abs(plane.Angle(there.Theta-truth.Theta)) < off+turned
	if other && !w.other {
		w.out["flips"][0]++
	}
	w.other = other
	w.out.add("position_cm", 100*off)
	w.out.add("heading_deg", turned/degree)
}

// freshSec is how long after it was last seen the ball or a robot counts.
const freshSec = 0.5

// judgeBall compares the ball in base_footprint with the truth.
func (w *watcher) judgeBall(truth plane.Pose) {
	b, all := &w.snapshot.Ball, w.stage.Truth.Balls
	if !b.Known || len(all) == 0 || (w.snapshot.Stamp-b.SeenAt).Seconds() > freshSec {
		return
	}
	x, y := truth.Local(all[0].P.X, all[0].P.Y)
	off := 100 * math.Hypot(b.X-x, b.Y-y)
	switch d := math.Hypot(x, y); {
	case d > 0.8 && d < 1.3:
		w.out.add("ball1_cm", off)
	case d > 2.5 && d < 3.5:
		w.out.add("ball3_cm", off)
	}
}

// judgeRobots compares the robots that were seen lately with the true ones next to them.
func (w *watcher) judgeRobots(truth plane.Pose) {
	const same = 1.0 // m
	for i := range w.stage.Others {
		p := &w.stage.Others[i]
		x, y := truth.Local(p.XM, p.YM)
		if d := math.Hypot(x, y); d < 1.5 || d > 2.5 {
			continue
		}
		nearest := math.Inf(1)
		for k := range w.snapshot.Count {
			if r := &w.snapshot.Robots[k]; (w.snapshot.Stamp - r.SeenAt).Seconds() < freshSec {
				nearest = min(nearest, math.Hypot(r.X-x, r.Y-y))
			}
		}
		if nearest < same {
			w.out.add("robot_cm", 100*nearest)
		}
	}
}
