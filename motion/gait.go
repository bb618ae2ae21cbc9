package motion

import (
	"errors"
	"fmt"
)

// Gait is a way of walking that a user selects. In all of them the robot stands by the walk's own balance.
type Gait string

// The gaits.
const (
	WalkGait Gait = "walk" // package walk
	CPGGait  Gait = "cpg"  // behaviours of sines, package paper/cpg
	OmniGait Gait = "omni" // the OmnidirectionalWalk, package paper/omni
	TFSGait  Gait = "tfs"  // the TFSWalk, package paper/tfs
)

// Reasons why a gait is not selected, or does not do what is requested.
var (
	errGaitInUse = errors.New("a gait changes only while the robot stands")
	ErrGait      = errors.New("this gait cannot do that")
)

// SetGait selects how the robot walks from now on. It is refused for an unknown name, and with [errGaitInUse] unless the
// robot stands, sits, rests or lies and has no task for its legs.
func (m *Motion) SetGait(g Gait) error {
	cfg := m.core.cfg
	cfg.Gait = g
	return m.Tune(cfg)
}

// SelectedGait returns how the robot walks.
func (m *Motion) SelectedGait() Gait { return m.core.cfg.Gait }

// checkGait returns nil when the gait may change to another one now, and otherwise the reason.
func (c *core) checkGait(to Gait) error {
	if to == c.cfg.Gait {
		return nil
	}
	switch t := c.tasks.legs(); {
	case t.kind != noTask:
		return fmt.Errorf("gait %q: %w: %s is under way", string(to), errGaitInUse, t.kind.name())
	case c.body.state == standing, c.body.state == waiting, c.body.state == sitting, c.body.state == resting, c.body.state == fallen:
		return nil
	default:
		return fmt.Errorf("gait %q: %w: it is %s", string(to), errGaitInUse, c.body.public())
	}
}
