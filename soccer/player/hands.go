package player

import (
	"errors"

	"gonao/behavior"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/motion"
	"gonao/nao"
	"gonao/robot/goals"
	"gonao/robot/hands"
	"gonao/robot/mover"
	"gonao/robot/planning"
)

// output moves the body for machines: it keeps their requests until the next ones, and fills in the commands.
type output struct {
	velocity   planning.Velocity
	yaw, pitch float64
	hands      hands.Hands
	errands    hands.Errands
	// Until a machine walks or moves the head: a goal of go_to walks; a goal of the body has the legs, or the head.
	goesTo, legs, head bool
}

// CommandHead turns the head to a position; see [behavior.Outputs].
func (o *output) CommandHead(c nao.HeadCommand, _ bool) {
	if c.Mode == nao.HeadPosition {
		o.yaw, o.pitch, o.head = c.Yaw, c.Pitch, false
	}
}

// Walk walks until the next velocity; see [behavior.Outputs].
func (o *output) Walk(v behavior.Velocity) {
	o.velocity, o.goesTo, o.legs = v, false, false
}

// Open opens an action of the body. A player has no actions of other programs; see [behavior.Outputs].
func (o *output) Open(port behavior.Port, feedback []string) (behavior.Caller, error) {
	if goals.Find(port.Name) == nil && port.Name != "set_gait" {
		return behavior.Ended{Status: hfsm.Failed, Outcome: vocabulary.Unsupported}, nil
	}
	return o.hands.Open(port.Name, feedback), nil
}

// errNoTopics is why a player's machine is refused that reads a topic.
var errNoTopics = errors.New("a player of a team reads no topics")

// Subscribe returns an error; see [behavior.Outputs].
func (*output) Subscribe(behavior.Port, string, hfsm.Type) (behavior.Source, error) {
	return nil, errNoTopics
}

// goTo begins a goal on the field.
func (o *output) goTo(g *goals.GoTo) (hands.Running, error) {
	run, err := o.errands.GoTo(g)
	if err == nil {
		o.goesTo, o.legs = true, false
	}
	return run, err
}

// lead walks on to the goal on the field. doing is the present state of the body.
func (o *output) lead(v *View, doing motion.BodyState, follow *planning.Config, l planning.Limits) {
	if !o.errands.Busy() {
		return
	}
	e := &v.Estimate
	ends := o.errands.Step(&planning.Trip{
		Now: v.Now, Known: e.Localized, Pose: e.Pose, Stands: doing == motion.Standing, Walks: doing == motion.Walking,
	}, &v.World)
	if !o.goesTo {
		return
	}
	o.velocity = planning.Velocity{}
	if ends == motion.Playing && e.Localized {
		o.velocity, _ = follow.Follow(o.errands.Way.Guide.Plan(), e.Pose, l)
	}
}

// fill fills a command. A goal that is begun with it has the legs or the head from the next one on.
func (o *output) fill(c *Command) {
	c.Velocity, c.HeadYaw, c.HeadDown = o.velocity, o.yaw, o.pitch-mover.Ahead.Pitch
	c.LegsTaken, c.HeadTaken = o.legs, o.head
	c.Goals = o.hands.Pending(c.Goals)
	for _, goal := range c.Goals {
		switch goal.(type) {
		case *goals.WalkTo, *goals.GetUp:
			o.legs, o.goesTo = true, false
		case *goals.LookAt:
			o.head = true
		}
	}
}
