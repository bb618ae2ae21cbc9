package player

import (
	"errors"

	"gonao/behavior"
	"gonao/behavior/track"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/motion"
	"gonao/motion/kick"
	"gonao/robot/mover"
	"gonao/robot/planning"
)

// hands is how machines move the body: it keeps what they want until they want something else, and fills the commands.
type hands struct {
	velocity   planning.Velocity
	yaw, pitch float64
	order      order
}

// order is the kick, the save or the get-up that was asked for last; a new one replaces the one before.
type order struct {
	number int
	does   Action // Walk: it has ended
	kick   motion.KickRequest
	begun  bool // the body has taken it
	left   bool // the machine wants it to end
	task   motion.Task
	report behavior.Report
}

// CommandHead turns the head to a position; see [behavior.Outputs].
func (h *hands) CommandHead(c track.Command) {
	if c.Mode == track.Position {
		h.yaw, h.pitch = c.Yaw, c.Pitch
	}
}

// Walk walks until the next velocity; see [behavior.Outputs].
func (h *hands) Walk(v behavior.Velocity) {
	h.velocity = planning.Velocity{X: v.X, Y: v.Y, Theta: v.Turn}
}

// Open opens a kick, a save or a get-up. A player can do nothing else that another program would do; see [behavior.Outputs].
func (h *hands) Open(port behavior.Port, _ []string) (behavior.Caller, error) {
	switch port.Name {
	case "kick", "save", "get_up":
		return &call{hands: h, port: port.Name}, nil
	}
	return behavior.Ended{Status: hfsm.Failed, Outcome: vocabulary.Unsupported}, nil
}

// errNoTopics is why a player's machine is refused that reads a topic.
var errNoTopics = errors.New("a player of a team reads no topics")

// Subscribe returns an error; see [behavior.Outputs].
func (*hands) Subscribe(behavior.Port, string, hfsm.Type) (behavior.Source, error) {
	return nil, errNoTopics
}

// stands ends a get-up when the robot stands.
func (h *hands) stands(v *View) {
	if h.order.does == GetUp && !v.Fallen {
		h.order.end(hfsm.Final, vocabulary.Succeeded, nil)
	}
}

// fill fills a command. A get-up is asked for at each image until the robot stands, everything else once.
func (h *hands) fill(c *Command) {
	c.Velocity, c.HeadYaw, c.HeadDown = h.velocity, h.yaw, h.pitch-mover.Ahead.Pitch
	if o := &h.order; !o.begun {
		c.Action, c.Kick = o.does, o.kick
	}
}

// follow reads how the order stands after a command: did is what the body was asked to do, which an offence may have changed, task and
// err are its answer.
func (o *order) follow(did Action, task motion.Task, err error, body mover.Mover) {
	switch {
	case o.does == Walk, o.does == GetUp:
	case o.begun:
		if o.left {
			body.CancelTask(o.task)
		}
		if r := body.Report(o.task); r.Outcome == motion.Finished {
			o.end(hfsm.Final, vocabulary.Succeeded, nil)
		} else if r.Outcome != motion.Playing {
			o.end(hfsm.Failed, mover.Word(r.Outcome, r.Err), r.Err)
		}
	case did != o.does:
		o.end(hfsm.Failed, "preempted", nil)
	case err != nil:
		o.end(hfsm.Failed, mover.Word(motion.Gone, err), err)
	default:
		o.begun, o.task = true, task
	}
}

// end ends the order.
func (o *order) end(s hfsm.Status, outcome string, why error) {
	o.does, o.report = Walk, behavior.Report{Status: s, Outcome: outcome, Err: why}
}

// call asks for a kick, a save or a get-up, for one use of an action: [behavior.Caller] and [behavior.Task].
type call struct {
	hands  *hands
	port   string
	number int // of the order
}

// Begin asks the body for it with the next command.
func (c *call) Begin(fields []behavior.Field) behavior.Task {
	o := &c.hands.order
	*o = order{number: o.number + 1}
	c.number = o.number
	switch c.port {
	case "get_up":
		o.does = GetUp
	case "kick":
		o.does = KickBall
		o.setKick(fields)
	default:
		o.setSave(fields)
	}
	return c
}

// Report returns how the order stands.
func (c *call) Report() behavior.Report {
	if o := &c.hands.order; o.number == c.number {
		return o.report
	}
	return behavior.Report{Status: hfsm.Failed, Outcome: "preempted"}
}

// Feedback returns nothing.
func (*call) Feedback(int) (hfsm.Value, bool) { return hfsm.Value{}, false }

// Cancel ends the order, at once or as soon as the body is safe.
func (c *call) Cancel() {
	o := &c.hands.order
	switch {
	case o.number != c.number || o.does == Walk:
	case o.begun:
		o.left = true
	default:
		o.end(hfsm.Failed, vocabulary.Canceled, nil)
	}
}

// setKick reads the goal of a kick.
func (o *order) setKick(fields []behavior.Field) {
	k := &o.kick
	for i := range fields {
		switch f := &fields[i]; f.Path {
		case "foot":
			k.Foot = kick.Foot(f.Value.Int)
		case "direction":
			k.Direction = f.Value.Float
		case "distance":
			k.Distance = f.Value.Float
		case "ball_x":
			k.BallX = f.Value.Float
		case "ball_y":
			k.BallY = f.Value.Float
		case "from_walk":
			if f.Value.Bool {
				o.end(hfsm.Failed, vocabulary.Unsupported, nil)
			}
		}
	}
}

// setSave reads the goal of a save.
func (o *order) setSave(fields []behavior.Field) {
	var r motion.SaveRequest
	for i := range fields {
		switch f := &fields[i]; f.Path {
		case "kind":
			r.Kind = motion.SaveKind(f.Value.Int)
		case "ball_known":
			r.BallKnown = f.Value.Bool
		case "ball_x":
			r.BallX = f.Value.Float
		case "ball_y":
			r.BallY = f.Value.Float
		case "ball_velocity_x":
			r.VelocityX = f.Value.Float
		case "ball_velocity_y":
			r.VelocityY = f.Value.Float
		}
	}
	switch kind, _, err := r.Decide(); {
	case err != nil:
		o.end(hfsm.Failed, mover.Word(motion.Gone, err), err)
	case kind == motion.SaveDiveLeft:
		o.does = DiveLeft
	case kind == motion.SaveDiveRight:
		o.does = DiveRight
	default:
		o.does = Block
	}
}
