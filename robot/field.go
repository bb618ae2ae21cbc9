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
	"gonao/percepts/field"
	"gonao/percepts/plane"
	"gonao/percepts/rates"
	"gonao/planning"
	"gonao/robot/sense"
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

// imageDelay is the time from an image's moment to localization.
const imageDelay = 4 * nao.CyclePeriod

// fieldOfView is the horizontal opening of the robot's camera for what should be seen, rad.
const fieldOfView = nao.CameraFOVX

// fieldLoop is localization, world model and planner of a robot in one process.
type fieldLoop struct {
	cfg     FieldConfig
	scene   sight.Scene
	free    int // index of the first free ball of a truth; −1: none
	eyes    *sight.Eyes
	cameras *fieldCamera // nil: percepts come from truth
	sense   *sense.Sense
	way     *planning.Errand

	image  arriving // the image on its way
	next   time.Duration
	world  worldmodel.Snapshot // at the last image
	now    worldmodel.Snapshot // moved to the last step
	belief behavior.Belief
	any    bool

	errand  *errand // whose goal way has; nil: none
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
	table, err := rates.Load(cfg.Table)
	if err != nil {
		return nil, err
	}
	f := &fieldLoop{cfg: cfg, free: w.free, eyes: sight.New(table, r.cfg.Seed, 0)}
	f.sense, err = sense.New(sense.Config{
		Fields: []*field.Map{w.field},
		Localizer: func(m *field.Map) (localization.Localizer, error) {
			return localization.New(m, localization.DefaultConfig())
		},
	})
	if err != nil {
		return nil, err
	}
	f.sense.Start(cfg.Start)
	if cfg.Cameras != nil {
		if f.cameras, err = newFieldCamera(*cfg.Cameras, w.dimensions, r.sim.Model()); err != nil {
			return nil, err
		}
	}
	planner, err := planning.NewTangents(planning.DefaultConfig())
	if err != nil {
		return nil, err
	}
	f.way = planning.NewErrand(planning.NewGuide(planner, w.field, planning.DefaultClearance()), planning.DefaultPatience())
	f.scene.Field, f.scene.NoBall = w.field, w.free < 0
	f.scene.Robots = append([]sight.Robot{{}}, w.puppets...)
	f.belief.Field = w.field
	return f, nil
}

// step looks, locates and plans. It runs before the machine.
func (f *fieldLoop) step(r *Robot, now time.Duration) error {
	at := r.motion.Odometry()
	f.sense.SetFallen(lies(r.motion.State()))
	f.sense.Odometry(percepts.Odometry{Stamp: now, X: at.X, Y: at.Y, Theta: at.Yaw})
	if now >= f.next && !f.image.there {
		f.next = now + f.cfg.Every
		if err := f.look(r, now); err != nil {
			return err
		}
	}
	if f.image.there && now-f.image.features.Stamp >= imageDelay {
		f.useImage()
	}
	f.believe()
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
	in := worldmodel.Input{
		Image: true, View: worldmodel.ViewOf(&i.camera, fieldOfView, nao.CameraFOVY), Balls: i.balls, Robots: i.robots,
		Tilt: worldmodel.Tilt{Var: i.features.TiltVar, HeightM: i.features.HeightM},
	}
	if f.sense.Image(&i.features, &in, &f.world) {
		f.belief.World, f.belief.Features, f.any = &f.now, &i.features, true
	}
}

// believe sets what is believed now. The world model itself is stepped by images, which come late.
func (f *fieldLoop) believe() {
	e, ok := f.sense.Estimate()
	if !ok {
		return
	}
	b := &f.belief
	b.Cov, b.Localized, b.Fit = e.Cov, e.Localized, e.Fit
	if f.any && f.sense.Now(&f.world, &f.now) {
		b.PoseStamp, b.Pose = f.now.Stamp, f.now.Pose
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

// errand is how a goal on the field stands.
type errand struct {
	way  *planning.Errand
	ends motion.Outcome // Playing while it is under way
	why  error
}

// errNotLocalized is the error of go_to when the robot's place was not known for long.
var errNotLocalized = fmt.Errorf("nothing said where the robot is for %v", planning.DefaultPatience().Located)

// begin begins an errand; the one before it ends.
func (f *fieldLoop) begin(t planning.Target, until, now time.Duration) (*errand, error) {
	if err := f.way.Check(t.Pose); err != nil {
		return nil, fmt.Errorf("%w: %w", motion.ErrBadGoal, err)
	}
	if f.way.Begin(t, until) {
		return f.errand, nil
	}
	if f.errand != nil {
		f.errand.ends = motion.Preempted
	}
	f.errand, f.planned = &errand{way: f.way, ends: motion.Playing}, now-planning.PlanEvery
	return f.errand, nil
}

// plan leads the robot to the goal, at 10 Hz.
func (f *fieldLoop) plan(r *Robot, now time.Duration) {
	e := f.errand
	if e == nil || now-f.planned < planning.PlanEvery {
		return
	}
	f.planned = now
	if e.ends == motion.Playing {
		state := r.motion.State()
		e.judge(f.way.Step(&planning.Trip{
			Now: now, Known: f.belief.Localized, Pose: f.belief.Pose, Stands: state == motion.Standing, Walks: state == motion.Walking,
		}, &f.now))
	}
	if e.ends != motion.Playing {
		f.way.End()
		f.errand = nil
		if now-f.walked < planning.GoalTimeout && e.ends != motion.Finished {
			_ = r.motion.WalkGoal([]motion.Point{{}}, 0, 0) // stand here; a robot that cannot walk stands already
		}
		return
	}
	if !f.belief.Localized {
		return
	}
	lead := f.way.Lead()
	var points [planning.MaxPoints]motion.Point
	for i, p := range lead.Points[:lead.Count] {
		x, y := f.belief.Pose.Local(p.X, p.Y)
		points[i] = motion.Point{X: x, Y: y, Yaw: plane.Angle(p.Theta - f.belief.Pose.Theta)}
	}
	if f.fault = r.motion.WalkGoal(points[:lead.Count], 0, 0); f.fault == nil {
		f.walked = now
	}
}

// judge sets how the goal stands.
func (e *errand) judge(v planning.Verdict, why error) {
	switch v {
	case planning.UnderWay:
	case planning.Reached:
		e.ends = motion.Finished
	case planning.NoNearer:
		e.ends = motion.Blocked
	case planning.Lost:
		e.ends, e.why = motion.GaveUp, errNotLocalized
	case planning.Expired:
		e.ends = motion.Canceled
	case planning.NoPlan:
		e.ends, e.why = motion.GaveUp, why
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
		return hfsm.BoolValue(e.way.Lead().Blocked), true
	}
	return hfsm.FloatValue(e.way.Lead().Left), field == "distance"
}

// goToServer serves go_to.
func goToServer(r *Robot, g goal) (running, error) { return r.field.begin(g.target(), 0, r.Time()) }

// target returns the goal of go_to or field_goal.
func (g goal) target() planning.Target {
	return planning.Target{Pose: plane.Pose{X: g["x"].Float, Y: g["y"].Float, Theta: g["theta"].Float}, AroundBall: g["around_ball"].Bool}
}

// fieldGoal takes the goals of the topic field_goal.
type fieldGoal struct{ robot *Robot }

// Begin takes a goal.
func (p fieldGoal) Begin(fields []behavior.Field) behavior.Task {
	g := goal{}
	for _, f := range fields {
		g[f.Path] = f.Value
	}
	now := p.robot.Time()
	if _, err := p.robot.field.begin(g.target(), now+planning.GoalTimeout, now); err != nil {
		return behavior.Ended{Status: hfsm.Failed, Outcome: "bad_goal", Err: err}
	}
	return behavior.Ended{Status: hfsm.Final}
}
