package robot

import (
	"gonao/behavior"
	"gonao/hfsm"
	"gonao/localization"
	"gonao/percepts/field"
	"gonao/planning"
	"gonao/sim"
	"gonao/sim/sight"
)

// fieldWorld is what the robot's percepts need of a world.
type fieldWorld struct {
	field      *field.Map
	dimensions field.Field
	free       int
	puppets    []sight.Robot
}

// fieldOf returns what a simulation has of a field.
func fieldOf(cfg *sim.Config) (*fieldWorld, error) {
	w := &fieldWorld{field: cfg.World.Map, free: -1}
	if w.field != nil {
		var err error
		if w.dimensions, err = field.Load(cfg.World.FieldName); err != nil {
			return nil, err
		}
	}
	if len(cfg.World.Balls) > 0 {
		w.free = len(cfg.World.Carriers)
	}
	w.puppets = sight.Puppets(cfg.World.Puppets)
	return w, nil
}

// Belief returns what the robot believes about the field; false without [Config.Field], or before the first image.
func (r *Robot) Belief() (*behavior.Belief, bool) {
	if r.field == nil {
		return nil, false
	}
	return &r.field.belief, r.field.any
}

// Estimate returns the last estimate of localization; false without [Config.Field], or before the first.
func (r *Robot) Estimate() (*localization.Estimate, bool) {
	if r.field == nil {
		return nil, false
	}
	return r.field.sense.Estimate()
}

// Lead returns the way on which the planner leads the robot, in map; false when it does not.
func (r *Robot) Lead() (*planning.Lead, bool) {
	if r.field == nil || r.field.errand == nil {
		return nil, false
	}
	return r.field.way.Lead(), true
}

// Truth returns where things really are, as of the last step.
func (r *Robot) Truth() *sim.Truth { return &r.truth }

// Outcome returns whether the machine is "running", or ended "final" or "failed", and its last error.
func (r *Robot) Outcome() (outcome string, cause error) {
	r.machine.Look(func(m *hfsm.Machine, _ uint32) { outcome, cause = m.Status().String(), m.Cause() })
	return outcome, cause
}

// Machine returns the path of the machine's state.
func (r *Robot) Machine() string { return r.machine.Path() }
