package robot

import (
	"fmt"
	"math"
	"time"

	"gonao/behavior"
	"gonao/hfsm"
	"gonao/localization"
	"gonao/motion"
	"gonao/nao"
	"gonao/percepts"
	"gonao/percepts/plane"
	"gonao/planning"
	"gonao/sim/camera"
	"gonao/sim/sight"
	"gonao/worldmodel"
)

// FieldConfig is how a robot in one process sees the field: localization, world model and planner in the same loop, as the
// nodes of these names run them. The world must have a field; the robot attacks its goal at +x.
type FieldConfig struct {
	// Table is the table of errors of percepts from truth: nao, measured, ideal, or a file. See package sight.
	Table string
	// Cameras, when set, are drawn, one after the other, and vision finds what the robot perceives; the table is not used.
	Cameras *camera.Options
	// Every is the time between two images.
	Every time.Duration
	// Start is what is known of the pose at the beginning; the zero Start: the robot may be anywhere.
	Start localization.Start
}

// DefaultFieldConfig returns percepts from truth at 10 Hz, with the errors of a NAO's vision.
func DefaultFieldConfig() FieldConfig {
	return FieldConfig{Table: "nao", Every: 100 * time.Millisecond, Start: localization.Anywhere()}
}

// Times of goals on the field.
const (
	fieldEvery   = 100 * time.Millisecond // a plan
	fieldTimeout = 500 * time.Millisecond // of a goal that comes anew
	imageDelay   = 4 * nao.CyclePeriod    // from an image's moment to localization
)

// fieldOfView is the horizontal opening of the robot's camera for what should be seen, rad.
const fieldOfView = nao.CameraFOVX

// fieldLoop is localization, world model and planner of a robot in one process.
type fieldLoop struct {
	cfg     FieldConfig
	scene   sight.Scene
	free    int // index of the first free ball of a truth; −1: none
	eyes    *sight.Eyes
	cameras *fieldCamera // nil: percepts come from truth
	tracker *localization.Tracker
	model   *worldmodel.Model
	guide   *planning.Guide

	image   arriving // the image on its way
	next    time.Duration
	in      worldmodel.Input
	world   worldmodel.Snapshot // at the last image
	now     worldmodel.Snapshot // moved to the last step
	at      plane.Pose          // odometry at the last image
	belief  behavior.Belief
	any     bool
	kicked  *worldmodel.Kick
	history plane.History

	errand  *errand
	lead    planning.Lead
	planned time.Duration
	walked  time.Duration // when the last way was passed to motion
	fault   error         // of the last way that motion did not take
}

// arriving is an image between its moment and localization.
type arriving struct {
	there    bool
	features percepts.FieldFeatures
	balls    []percepts.SeenBall
	robots   []percepts.SeenRobot
	camera   percepts.CameraPose
}

// newField builds the rooms.
func newField(cfg FieldConfig, r *Robot, w *fieldWorld) (*fieldLoop, error) {
	if w.field == nil {
		return nil, fmt.Errorf("field: the world %q has none; expected a world with the key field", r.cfg.World)
	}
	table, err := sight.LoadTable(cfg.Table)
	if err != nil {
		return nil, err
	}
	filter, err := localization.New(w.field, localization.DefaultConfig())
	if err != nil {
		return nil, err
	}
	f := &fieldLoop{cfg: cfg, free: w.free, tracker: localization.NewTracker(filter), eyes: sight.New(table, r.cfg.Seed, 0)}
	f.tracker.Reset(cfg.Start)
	if cfg.Cameras != nil {
		if f.cameras, err = newFieldCamera(*cfg.Cameras, w.dimensions, r.sim.Model()); err != nil {
			return nil, err
		}
	}
	if f.model, err = worldmodel.New(worldmodel.DefaultConfig()); err != nil {
		return nil, err
	}
	planner, err := planning.NewTangents(planning.DefaultConfig())
	if err != nil {
		return nil, err
	}
	f.guide = planning.NewGuide(planner, w.field)
	f.scene.Field, f.scene.NoBall = w.field, w.free < 0
	f.scene.Robots = append([]sight.Robot{{}}, w.puppets...)
	f.belief.Field = w.field
	return f, nil
}

// step looks, locates and plans. It runs before the machine.
func (f *fieldLoop) step(r *Robot, now time.Duration) error {
	at := r.motion.Odometry()
	odometry := plane.Pose{X: at.X, Y: at.Y, Theta: at.Yaw}
	f.history.Add(now, odometry)
	f.tracker.SetFallen(lies(r.motion.State()))
	if f.tracker.Odometry(percepts.Odometry{Stamp: now, X: at.X, Y: at.Y, Theta: at.Yaw}) {
		f.believePose()
	}
	if now >= f.next && !f.image.there {
		f.next = now + f.cfg.Every
		if err := f.look(r, now); err != nil {
			return err
		}
	}
	if f.image.there && now-f.image.features.Stamp >= imageDelay {
		f.useImage()
	}
	if f.any {
		f.advance(now, odometry)
	}
	f.lookBall(r)
	f.plan(r, now)
	return nil
}

// look takes an image.
func (f *fieldLoop) look(r *Robot, now time.Duration) (err error) {
	if f.cameras != nil {
		f.image.there, err = f.cameras.look(r, now, &f.image)
		return err
	}
	f.lookAtTruth(r, now)
	return nil
}

// lookAtTruth takes an image whose percepts come from truth.
func (f *fieldLoop) lookAtTruth(r *Robot, now time.Duration) {
	me := &f.scene.Robots[0]
	_, _, yaw := r.truth.Torso.RollPitchYaw()
	me.Pose = plane.Pose{X: r.truth.Torso.P.X, Y: r.truth.Torso.P.Y, Theta: yaw}
	me.Fallen = r.truth.Torso.R[8] < math.Cos(math.Pi/4)
	if f.free >= 0 {
		p := r.truth.Balls[f.free].P
		f.scene.BallX, f.scene.BallY = p.X, p.Y
	}
	i := &f.image
	i.there, i.camera = true, cameraPose(r.truth.Cameras[nao.TopCamera], me.Pose)
	seen := f.eyes.Look(now, &f.scene, 0, math.Atan2(i.camera.Rotation[5], i.camera.Rotation[2]))
	i.features.Stamp, i.features.HeightM, i.features.TiltVar = now, seen.Features.HeightM, seen.Features.TiltVar
	i.features.Points = append(i.features.Points[:0], seen.Features.Points...)
	i.features.Lines = append(i.features.Lines[:0], seen.Features.Lines...)
	i.balls, i.robots = append(i.balls[:0], seen.Balls...), append(i.robots[:0], seen.Robots...)
	if me.Fallen {
		i.features.Points, i.features.Lines, i.balls, i.robots = i.features.Points[:0], i.features.Lines[:0], i.balls[:0], i.robots[:0]
	}
}

// cameraPose returns the pose of a camera in base_footprint.
func cameraPose(x_WC nao.Pose, ground plane.Pose) percepts.CameraPose {
	x_RC := nao.RollPitchYaw(0, 0, -ground.Theta).Mul(nao.Pose{R: x_WC.R})
	x, y := ground.Local(x_WC.P.X, x_WC.P.Y)
	return percepts.CameraPose{Position: [3]float64{x, y, x_WC.P.Z}, Rotation: x_RC.R}
}

// useImage locates by an image, and steps the world model with it.
func (f *fieldLoop) useImage() {
	i := &f.image
	i.there = false
	odometry, ok := f.history.At(i.features.Stamp)
	if !ok || !f.tracker.Image(&i.features) {
		return
	}
	f.believePose()
	e, _ := f.tracker.Estimate()
	f.in = worldmodel.Input{
		Stamp: i.features.Stamp, Odometry: odometry, Pose: e.Pose, PoseCov: e.Cov, Image: true,
		View: worldmodel.ViewOf(&i.camera, fieldOfView, nao.CameraFOVY),
		Tilt: worldmodel.Tilt{Var: i.features.TiltVar, HeightM: i.features.HeightM}, Balls: i.balls, Robots: i.robots, Kick: f.kicked,
	}
	if e.Localized {
		f.in.Tilt.Pitch, f.in.Tilt.Roll, f.in.Tilt.Var = e.Pitch, e.Roll, e.TiltVar
	}
	f.kicked = nil
	f.model.Step(&f.in, &f.world)
	f.at = odometry
	f.belief.World, f.belief.Features, f.any = &f.now, &i.features, true
}

// believePose copies the estimate of localization.
func (f *fieldLoop) believePose() {
	e, ok := f.tracker.Estimate()
	if !ok {
		return
	}
	f.belief.Cov, f.belief.Localized, f.belief.Fit = e.Cov, e.Localized, e.Fit
}

// advance moves what is believed to now.
func (f *fieldLoop) advance(now time.Duration, odometry plane.Pose) {
	pose, _, _, ok := f.tracker.Now()
	if !ok {
		return
	}
	f.belief.PoseStamp, f.belief.Pose = now, pose
	// The model itself is stepped by images, which come late; its ball and robots are shown as the robot sees them from where it is now.
	moved := odometry.Inverse().Mul(f.at)
	f.now = f.world
	f.now.Stamp, f.now.Pose = now, pose
	b, w := &f.now.Ball, &f.world.Ball
	dt := (now - f.world.Stamp).Seconds()
	b.X, b.Y = moved.Point(w.X+dt*w.VX, w.Y+dt*w.VY)
	b.VX, b.VY = plane.Pose{Theta: moved.Theta}.Point(w.VX, w.VY)
	b.StopsX, b.StopsY = moved.Point(w.StopsX, w.StopsY)
	b.MapX, b.MapY = pose.Point(b.X, b.Y)
	for i := range f.now.Count {
		o := &f.now.Robots[i]
		o.X, o.Y = moved.Point(o.X, o.Y)
		o.VX, o.VY = plane.Pose{Theta: moved.Theta}.Point(o.VX, o.VY)
		o.MapX, o.MapY = pose.Point(o.X, o.Y)
	}
}

// lookBall passes the ball to a kick that is under way.
func (f *fieldLoop) lookBall(r *Robot) {
	b := &f.now.Ball
	if f.any && b.Known && f.now.Stamp-b.SeenAt < 300*time.Millisecond && math.Hypot(b.X, b.Y) < 0.6 {
		_ = r.motion.SetBall(b.X, b.Y) // without a kick under way there is nothing to pass
	}
}

// lies reports whether the robot falls, lies or gets up.
func lies(s motion.BodyState) bool {
	return s == motion.Falling || s == motion.Fallen || s == motion.GettingUp
}

// errand is a goal on the field.
type errand struct {
	target planning.Target
	until  time.Duration // of a goal that comes anew; 0: until it is reached
	lead   *planning.Lead
	ends   motion.Outcome // Playing while it is under way
	why    error

	progress planning.Progress
}

// Errors of go_to.
var (
	errOffCarpet    = fmt.Errorf("%w: off the carpet", motion.ErrBadGoal)
	errNotLocalized = fmt.Errorf("nothing said where the robot is for %v", planning.DefaultPatience().Located)
)

// begin begins an errand; the one before it ends.
func (f *fieldLoop) begin(e *errand, now time.Duration) error {
	if x, y := f.guide.Bounds(); !e.target.Pose.Finite() || math.Abs(e.target.Pose.X) > x || math.Abs(e.target.Pose.Y) > y {
		return errOffCarpet
	}
	if o := f.errand; o != nil {
		if o.until > 0 && e.until > 0 {
			o.target, o.until = e.target, e.until
			return nil
		}
		o.ends = motion.Preempted
	}
	e.ends = motion.Playing
	f.errand, f.planned = e, now-fieldEvery
	f.guide.Reset()
	return nil
}

// plan leads the robot to the goal, at 10 Hz.
func (f *fieldLoop) plan(r *Robot, now time.Duration) {
	e := f.errand
	if e == nil || now-f.planned < fieldEvery {
		return
	}
	f.planned = now
	if e.ends == motion.Playing {
		f.judge(e, r, now)
	}
	if e.ends != motion.Playing {
		f.errand = nil
		if now-f.walked < fieldTimeout && e.ends != motion.Finished {
			_ = r.motion.WalkGoal([]motion.Point{{}}, 0, 0) // stand here; a robot that cannot walk stands already
		}
		return
	}
	if !f.belief.Localized {
		return
	}
	if err := f.guide.Step(f.belief.Pose, e.target, &f.now, &f.lead); err != nil {
		e.ends, e.why = motion.GaveUp, err
		return
	}
	var points [planning.MaxPoints]motion.Point
	for i, p := range f.lead.Points[:f.lead.Count] {
		x, y := f.belief.Pose.Local(p.X, p.Y)
		points[i] = motion.Point{X: x, Y: y, Yaw: plane.Angle(p.Theta - f.belief.Pose.Theta)}
	}
	if f.fault = r.motion.WalkGoal(points[:f.lead.Count], 0, 0); f.fault == nil {
		f.walked = now
	}
}

// judge ends an errand that is reached or cannot be.
func (f *fieldLoop) judge(e *errand, r *Robot, now time.Duration) {
	if e.until > 0 {
		if now > e.until {
			e.ends = motion.Canceled
		}
		return
	}
	state := r.motion.State()
	switch e.progress.Step(planning.DefaultPatience(), &planning.Trip{
		Now: now, Known: f.belief.Localized, Pose: f.belief.Pose, Goal: e.target.Pose, Lead: &f.lead,
		Stands: state == motion.Standing, Walks: state == motion.Walking,
	}) {
	case planning.Reached:
		e.ends = motion.Finished
	case planning.NoNearer:
		e.ends = motion.Blocked
	case planning.Lost:
		e.ends, e.why = motion.GaveUp, errNotLocalized
	case planning.UnderWay:
	}
}

// follow returns how the goal stands.
func (e *errand) follow(r *Robot) (motion.Outcome, bool, error) {
	return e.ends, r.motion.State() != motion.Walking, e.why
}

// cancel ends the goal.
func (e *errand) cancel(*motion.Motion) { e.ends = motion.Canceled }

// value returns a field of the feedback of go_to.
func (e *errand) value(field string) (hfsm.Value, bool) {
	if field == "blocked" {
		return hfsm.BoolValue(e.lead.Blocked), true
	}
	return hfsm.FloatValue(e.lead.Left), field == "distance"
}

// goToServer serves go_to.
func goToServer(r *Robot, g goal) (running, error) {
	e := &errand{target: planning.Target{Pose: plane.Pose{X: g["x"].Float, Y: g["y"].Float, Theta: g["theta"].Float}}, lead: &r.field.lead}
	return e, r.field.begin(e, r.Time())
}

// fieldGoal takes the goals of the topic field_goal.
type fieldGoal struct{ robot *Robot }

// Begin takes a goal.
func (p fieldGoal) Begin(fields []behavior.Field) behavior.Task {
	g := goal{}
	for _, f := range fields {
		g[f.Path] = f.Value
	}
	r := p.robot
	e := &errand{
		target: planning.Target{Pose: plane.Pose{X: g["x"].Float, Y: g["y"].Float, Theta: g["theta"].Float}, AroundBall: g["around_ball"].Bool},
		until:  r.Time() + fieldTimeout,
	}
	if err := r.field.begin(e, r.Time()); err != nil {
		return behavior.Ended{Status: hfsm.Failed, Outcome: "bad_goal", Err: err}
	}
	return behavior.Ended{Status: hfsm.Final}
}
