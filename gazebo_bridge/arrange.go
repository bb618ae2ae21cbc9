package gazebobridge

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/nao"
)

// Arrangement holds new poses of the robot and of other models, which apply from the next step on.
type Arrangement struct {
	Torso   *nao.Pose           // X_WT; nil leaves the robot where it is
	Posture *nao.Joints         // posture of the robot; nil keeps it
	Models  map[uint32]nao.Pose // X_WM of other models, by their ids in Gazebo
}

// arrangement is an Arrangement with the channel on which its caller waits.
type arrangement struct {
	Arrangement
	done chan error
}

// errFixed is returned for servers without the service control/state.
var errFixed = errors.New("this Gazebo has no service control/state, which moves things: expected Fortress 6.2 or newer")

// Arrange moves things to other poses, at rest, between two cycles. After that the commander starts again from the
// robot's new state.
func (d *Driver) Arrange(ctx context.Context, a Arrangement) error {
	waiting := arrangement{a, make(chan error, 1)}
	select {
	case d.protocol.arrangements <- waiting:
	case <-ctx.Done():
		return fmt.Errorf("no robot is driven: %w", ctx.Err())
	}
	select {
	case err := <-waiting.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// dueChanges returns the changes of the world that are due before the next step, or nil.
func (c *connection) dueChanges() *changes {
	r := c.robot
	due := r.newChanges()
	for _, model := range r.stopped { // they may move again from now on
		due.remove(model, gzmsgs.LinearVelocityCmd)
		due.remove(model, gzmsgs.AngularVelocityCmd)
	}
	r.stopped = nil
	if err := c.nextForce().add(due); err != nil {
		c.log.Error("push", "error", err)
	}
	select {
	case a := <-c.arrangements:
		err := r.arrange(due, a.Arrangement)
		c.moved = c.moved || err == nil
		a.done <- err
	default:
	}
	if len(due.state.GetEntities()) == 0 {
		return nil
	}
	return due
}

func (r *robot) newChanges() *changes { return &changes{generation: r.world.Generation} }

// arrangeable reports whether the server can move things to other poses.
func (r *robot) arrangeable() bool {
	return offers(r.node.Services(), r.names.ControlState())
}

func offers(all []transport.Offer, name string) bool {
	return slices.ContainsFunc(all, func(o transport.Offer) bool { return o.Name == name })
}

// arrange adds the changes of an arrangement. It sends the controllers the same targets, because they would
// otherwise move the joints back.
func (r *robot) arrange(c *changes, a Arrangement) error {
	if !r.arrangeable() {
		return errFixed
	}
	if a.Torso != nil {
		r.put(c, r.joints.model.GetId(), *a.Torso)
	}
	for model, x := range a.Models {
		r.put(c, model, x)
	}
	if a.Posture == nil {
		return nil
	}
	for j, angle := range a.Posture {
		if err := c.turn(r.joints.id(nao.Joint(j)), angle); err != nil {
			return err
		}
	}
	if err := c.turn(r.joints.secondID(), a.Posture[nao.LHipYawPitch]); err != nil {
		return err
	}
	r.targets.held = *a.Posture
	return r.targets.sendHeld()
}

// put moves a model to a pose and keeps it still until the next cycle.
func (r *robot) put(c *changes, model uint32, x nao.Pose) {
	c.put(model, x)
	c.stop(model)
	r.stopped = append(r.stopped, model)
}

// asFiled reports whether all joints are at the start positions of the model's file: at 0, or at the nearest end of
// a range that excludes 0.
func asFiled(q *nao.Joints) bool {
	const near = 0.03 // joints bend a little under the weight, rad
	for j, angle := range q {
		if math.Abs(angle-nao.Joint(j).Clamp(0)) > near && math.Abs(angle) > near {
			return false
		}
	}
	return true
}
