package robot

import (
	"errors"
	"fmt"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/behavior"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/motion"
	"gonao/motion/kick"
	"gonao/motion/slot"
	"gonao/nao"
	"gonao/robot/mover"
)

// server does the goals of an action.
type server func(a *Agent, g goal) (running, error)

// servers are the actions that a robot in one process serves, by the names of their
// ports. What is not here, such as the voice, is unsupported.
var servers = map[string]server{
	"play_motion": func(a *Agent, g goal) (running, error) {
		p, err := a.body.Play(g["name"].String)
		return &playing{play: p}, err
	},
	"move_joints": func(a *Agent, g goal) (running, error) {
		targets, err := g.joints()
		if err != nil {
			return nil, err
		}
		m, err := a.joints()
		if err != nil {
			return nil, err
		}
		p, err := m.Move(targets, orUsual(g["speed"].Float, usualJointSpeed))
		return &playing{play: p}, err
	},
	"walk_to": func(a *Agent, g goal) (running, error) {
		m, err := a.joints()
		if err != nil {
			return nil, err
		}
		return asTask(m.WalkTo(g["x"].Float, g["y"].Float, g["theta"].Float, g["speed"].Float))
	},
	"kick": func(a *Agent, g goal) (running, error) {
		request := motion.KickRequest{
			Direction: g["direction"].Float, Distance: g["distance"].Float, Foot: kick.Foot(g["foot"].Int),
		}
		if g["ball_known"].Bool {
			request.BallX, request.BallY = g["ball_x"].Float, g["ball_y"].Float
		}
		if g["from_walk"].Bool {
			return asTask(a.body.KickWalking(request))
		}
		return asTask(a.body.Kick(request))
	},
	"save": func(a *Agent, g goal) (running, error) {
		return asTask(a.body.Save(motion.SaveRequest{
			Kind: motion.SaveKind(g["kind"].Int), BallKnown: g["ball_known"].Bool, BallX: g["ball_x"].Float, BallY: g["ball_y"].Float,
			VelocityX: g["ball_velocity_x"].Float, VelocityY: g["ball_velocity_y"].Float,
		}))
	},
	"get_up":      func(a *Agent, _ goal) (running, error) { return asTask(a.body.GetUp()) },
	"set_posture": func(a *Agent, g goal) (running, error) { return asTask(a.body.Posture(g["posture"].String)) },
	"look_at": func(a *Agent, g goal) (running, error) {
		m, err := a.joints()
		if err != nil {
			return nil, err
		}
		return asTask(m.LookAt(motion.LookAt{
			Point: r3.Vec{X: g["target.point.x"].Float, Y: g["target.point.y"].Float, Z: g["target.point.z"].Float},
			Frame: frames[g["target.header.frame_id"].String], Camera: nao.Camera(g["camera"].Int),
			Speed: g["speed"].Float, HoldSec: g["hold"].Float,
		}))
	},
}

// services are the services that a robot in one process serves.
var services = map[string]server{
	"set_gait": func(a *Agent, g goal) (running, error) {
		m, err := a.joints()
		if err != nil {
			return nil, err
		}
		return answered{}, m.SetGait(motion.Gait(g["gait"].String))
	},
}

// usualJointSpeed is the share of a joint's top speed when a goal has none.
const usualJointSpeed = 0.2

// frames are motion's frames by their names in ROS.
var frames = map[string]motion.Frame{
	"base_footprint": motion.BaseFootprint, "base_link": motion.BaseLink, "odom": motion.Odom,
}

// goal is the fields of a goal by their paths.
type goal map[string]hfsm.Value

// joints returns the joints of a goal of move_joints with their angles.
func (g goal) joints() ([]slot.Target, error) {
	var all []slot.Target
	for i := 0; ; i++ {
		name, ok := g[fmt.Sprintf("names[%d]", i)]
		if !ok {
			return all, nil
		}
		joint, err := nao.ParseJoint(name.String)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", motion.ErrBadMove, err)
		}
		all = append(all, slot.Target{Joint: joint, Angle: g[fmt.Sprintf("positions[%d]", i)].Float})
	}
}

func orUsual(v, usual float64) float64 {
	if v == 0 {
		return usual
	}
	return v
}

// Open opens a port: an action that the robot serves, or one with a stub.
func (h hands) Open(port behavior.Port, feedback []string) (behavior.Caller, error) {
	stub, err := h.cfg.Stubs.Open(port, func() time.Duration { return h.now })
	if err == nil || !errors.Is(err, behavior.ErrNoStub) {
		return stub, err
	}
	if serve, ok := services[port.Name]; ok && port.Kind == vocabulary.ServicePort {
		return &caller{robot: h.Agent, serve: serve, feedback: feedback}, nil
	}
	if port.Kind != vocabulary.ActionPort {
		return nil, err
	}
	if port.Name == "execute_skill" {
		return skillCaller{h.Agent}, nil
	}
	if port.Name == "go_to" && h.cfg.Field != nil {
		return &caller{robot: h.Agent, serve: goToServer, feedback: feedback}, nil
	}
	if serve, ok := servers[port.Name]; ok {
		return &caller{robot: h.Agent, serve: serve, feedback: feedback}, nil
	}
	if !h.knows(port.Name) {
		return nil, err
	}
	return behavior.Ended{Status: hfsm.Failed, Outcome: vocabulary.Unsupported}, nil
}

// knows reports whether an action is one of the robot's own, whether it can do it or not.
func (a *Agent) knows(name string) bool {
	for _, entry := range a.cfg.Behavior.Actions() {
		if entry.Port.Name == name {
			return true
		}
	}
	return false
}

// Subscribe returns the value of a stubbed topic.
func (h hands) Subscribe(port behavior.Port, field string, t hfsm.Type) (behavior.Source, error) {
	return h.cfg.Stubs.Subscribe(port, field, t)
}

// skillCaller calls skills in the same robot.
type skillCaller struct{ robot *Agent }

// Begin begins a call.
func (c skillCaller) Begin(fields []behavior.Field) behavior.Task {
	if c.robot.skillRunner == nil || len(fields) == 0 {
		return behavior.Ended{Status: hfsm.Failed, Outcome: vocabulary.Unsupported}
	}
	return c.robot.skillRunner.Execute(fields[0].Value.String)
}

// caller calls an action that the robot serves.
type caller struct {
	robot    *Agent
	serve    server
	feedback []string
}

// Begin begins a goal; one that was refused has failed.
func (c *caller) Begin(fields []behavior.Field) behavior.Task {
	g := goal{}
	for _, f := range fields {
		g[f.Path] = f.Value
	}
	at, err := c.serve(c.robot, g)
	if err != nil {
		return behavior.Ended{Status: hfsm.Failed, Outcome: word(motion.Gone, err), Err: err}
	}
	t := &task{robot: c.robot, running: at, feedback: c.feedback}
	c.robot.tasks = append(c.robot.tasks, t)
	return t
}

// running is something that motion does.
type running interface {
	// follow returns how it stands, and whether the robot is safe.
	follow(a *Agent) (outcome motion.Outcome, safe bool, why error)
	cancel(a *Agent)
	// value returns a field of the action's feedback.
	value(field string) (hfsm.Value, bool)
}

// task is a goal that a machine has begun.
type task struct {
	robot    *Agent
	running  running
	feedback []string
	canceled bool
	report   behavior.Report
}

// Report returns how the goal stands.
func (t *task) Report() behavior.Report { return t.report }

// Feedback returns a field of the feedback.
func (t *task) Feedback(i int) (hfsm.Value, bool) { return t.running.value(t.feedback[i]) }

// Cancel ends the goal.
func (t *task) Cancel() {
	if t.report.Status == hfsm.Running {
		t.canceled = true
		t.running.cancel(t.robot)
	}
}

// follow reads how the goal stands after a step of motion.
func (t *task) follow() {
	outcome, safe, why := t.running.follow(t.robot)
	switch {
	case outcome == motion.Playing, t.canceled && !safe:
	case outcome == motion.Finished:
		t.report = behavior.Report{Status: hfsm.Final, Outcome: vocabulary.Succeeded}
	default:
		t.report = behavior.Report{Status: hfsm.Failed, Outcome: word(outcome, why), Err: why}
	}
}

// answered is a request that was done at once.
type answered struct{}

func (answered) follow(*Agent) (motion.Outcome, bool, error) { return motion.Finished, true, nil }
func (answered) cancel(*Agent)                               {}
func (answered) value(string) (hfsm.Value, bool)             { return hfsm.Value{}, false }

// playing is a motion of joints.
type playing struct {
	play     motion.Play
	progress motion.Progress
	reached  int
}

func (p *playing) follow(a *Agent) (motion.Outcome, bool, error) {
	p.progress = a.body.Progress(p.play)
	for ; p.reached < p.progress.Reached; p.reached++ {
		if a.cfg.OnPosition != nil {
			a.cfg.OnPosition()
		}
	}
	return p.progress.Outcome, true, nil
}

func (p *playing) cancel(a *Agent) { a.body.Cancel(p.play) }

func (p *playing) value(field string) (hfsm.Value, bool) {
	if field == "positions_reached" {
		return hfsm.IntValue(int64(p.reached)), true
	}
	return hfsm.FloatValue(p.progress.Share), field == "progress"
}

// tasked is a task of the legs or of the head.
type tasked struct {
	task   motion.Task
	report motion.Report
}

func asTask(t motion.Task, err error) (running, error) { return &tasked{task: t}, err }

func (t *tasked) follow(a *Agent) (motion.Outcome, bool, error) {
	m := a.body
	t.report = m.Report(t.task)
	safe := m.State() != motion.Kicking && (m.State() != motion.Walking || m.Asked() != motion.Velocity{})
	return t.report.Outcome, safe, t.report.Err
}

func (t *tasked) cancel(a *Agent) { a.body.CancelTask(t.task) }

func (t *tasked) value(field string) (hfsm.Value, bool) {
	switch field {
	case "progress":
		return hfsm.FloatValue(t.report.Share), true
	case "hit":
		return hfsm.BoolValue(t.report.Hit), true
	case "attempt":
		return hfsm.IntValue(int64(t.report.Attempts)), true
	case "error":
		return hfsm.FloatValue(t.report.ErrorRad), true
	}
	return hfsm.Value{}, false
}

// word returns the word of the table of actions for how something ended.
func word(outcome motion.Outcome, why error) string {
	if errors.Is(why, errNotLocalized) {
		return "not_localized"
	}
	return mover.Word(outcome, why)
}
