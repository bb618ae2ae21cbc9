package robot

import (
	"math"
	"time"

	"gonao/behavior"
	"gonao/motion"
	"gonao/nao"
	"gonao/robot/goals"
	"gonao/robot/hands"
	"gonao/robot/localization"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
	"gonao/robot/sense"
	"gonao/robot/worldmodel"
)

// FieldConfig is how an agent sees the field: localization, world model and planner in the same loop, as the nodes of these names
// run them. The robot attacks the goal at +x.
type FieldConfig struct {
	Map   *field.Map
	Every time.Duration      // between two images
	Start localization.Start // knowledge of the pose at the start; the zero Start: the robot may be anywhere
	// Look fills in an image; it returns false when nothing can be seen.
	Look func(now time.Duration, i *FieldImage) (bool, error)
}

// FieldImage holds what an image shows of the field.
type FieldImage struct {
	Features percepts.FieldFeatures
	Balls    []percepts.SeenBall
	Robots   []percepts.SeenRobot
	Camera   percepts.CameraPose
}

// imageDelay is the time from an image's moment to localization.
const imageDelay = 4 * nao.CyclePeriod

// fieldOfView is the horizontal opening of the camera in which objects are expected, rad.
const fieldOfView = nao.CameraFOVX

// fieldLoop is localization, world model and planner of an agent.
type fieldLoop struct {
	cfg   FieldConfig
	sense *sense.Sense
	way   hands.Errands

	image  FieldImage
	there  bool // the image is on its way to localization
	next   time.Duration
	world  worldmodel.Snapshot // at the last image
	now    worldmodel.Snapshot // moved to the last step
	belief behavior.Belief
	any    bool

	planned time.Duration
	walked  time.Duration // when the last path was passed to motion
	fault   error         // error of the last path that motion refused
}

// newField builds the rooms.
func newField(cfg FieldConfig) (_ *fieldLoop, err error) {
	f := &fieldLoop{cfg: cfg}
	f.sense, err = sense.New(sense.Config{
		Fields: []*field.Map{cfg.Map},
		Localizer: func(m *field.Map) (localization.Localizer, error) {
			return localization.New(m, localization.DefaultConfig())
		},
	})
	if err != nil {
		return nil, err
	}
	f.sense.Start(cfg.Start)
	planner, err := planning.NewTangents(planning.DefaultConfig())
	if err != nil {
		return nil, err
	}
	f.way.Way = planning.NewErrand(planning.NewGuide(planner, cfg.Map, planning.DefaultClearance()), planning.DefaultPatience())
	f.belief.Field = cfg.Map
	return f, nil
}

// step looks, locates and plans. It runs before the machine.
func (f *fieldLoop) step(a *Agent, now time.Duration) (err error) {
	at := a.body.Odometry()
	f.sense.SetFallen(lies(a.body.State()))
	f.sense.Odometry(percepts.Odometry{Stamp: now, X: at.X, Y: at.Y, Theta: at.Yaw})
	if now >= f.next && !f.there {
		f.next = now + f.cfg.Every
		if f.there, err = f.cfg.Look(now, &f.image); err != nil {
			return err
		}
	}
	if f.there && now-f.image.Features.Stamp >= imageDelay {
		f.useImage()
	}
	f.believe()
	f.lookBall(a)
	f.plan(a, now)
	return nil
}

// useImage locates by an image, and steps the world model with it.
func (f *fieldLoop) useImage() {
	i := &f.image
	f.there = false
	in := worldmodel.Input{
		Image: true, View: worldmodel.ViewOf(&i.Camera, fieldOfView, nao.CameraFOVY), Balls: i.Balls, Robots: i.Robots,
		Tilt: worldmodel.Tilt{Var: i.Features.TiltVar, HeightM: i.Features.HeightM},
	}
	if f.sense.Image(&i.Features, &in, &f.world) {
		f.belief.World, f.belief.Features, f.any = &f.now, &i.Features, true
	}
}

// believe updates the belief. The world model itself is stepped with images, which are late.
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
func (f *fieldLoop) lookBall(a *Agent) {
	b := &f.now.Ball
	if f.any && b.Known && f.now.Stamp-b.SeenAt < 300*time.Millisecond && math.Hypot(b.X, b.Y) < 0.6 {
		_ = a.body.SetBall(b.X, b.Y) // refused unless a kick is under way
	}
}

// lies reports whether the robot falls, lies or gets up.
func lies(s motion.BodyState) bool {
	return s == motion.Falling || s == motion.Fallen || s == motion.GettingUp
}

// goTo begins a goal of go_to, which is planned for in this step.
func (f *fieldLoop) goTo(g *goals.GoTo, now time.Duration) (hands.Running, error) {
	run, err := f.way.GoTo(g)
	if err == nil {
		f.planned = now - planning.PlanEvery
	}
	return run, err
}

// plan leads the robot to the goal, at 10 Hz.
func (f *fieldLoop) plan(a *Agent, now time.Duration) {
	if !f.way.Busy() || now-f.planned < planning.PlanEvery {
		return
	}
	f.planned = now
	state := a.body.State()
	ends := f.way.Step(&planning.Trip{
		Now: now, Known: f.belief.Localized, Pose: f.belief.Pose, Stands: state == motion.Standing, Walks: state == motion.Walking,
	}, &f.now)
	if ends != motion.Playing {
		if now-f.walked < planning.GoalTimeout && ends != motion.Finished {
			_ = a.body.WalkGoal([]motion.Point{{}}, 0, 0) // stand here; a robot that cannot walk stands already
		}
		return
	}
	if !f.belief.Localized {
		return
	}
	lead := f.way.Way.Lead()
	var points [planning.MaxPoints]motion.Point
	for i, p := range lead.Points[:lead.Count] {
		x, y := f.belief.Pose.Local(p.X, p.Y)
		points[i] = motion.Point{X: x, Y: y, Yaw: plane.Angle(p.Theta - f.belief.Pose.Theta)}
	}
	if f.fault = a.body.WalkGoal(points[:lead.Count], 0, 0); f.fault == nil {
		f.walked = now
	}
}

// Belief returns what the robot believes about the field; false without [Config.Field], or before the first image.
func (a *Agent) Belief() (*behavior.Belief, bool) {
	if a.field == nil {
		return nil, false
	}
	return &a.field.belief, a.field.any
}

// Estimate returns the last estimate of localization; false without [Config.Field], or before the first.
func (a *Agent) Estimate() (*localization.Estimate, bool) {
	if a.field == nil {
		return nil, false
	}
	return a.field.sense.Estimate()
}

// Lead returns the way on which the planner leads the robot, in map; false when it does not.
func (a *Agent) Lead() (*planning.Lead, bool) {
	if a.field == nil || !a.field.way.Busy() {
		return nil, false
	}
	return a.field.way.Way.Lead(), true
}
