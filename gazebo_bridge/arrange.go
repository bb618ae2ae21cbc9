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

// Arrangement is how the robot and other models of its world shall be from the next step on.
type Arrangement struct {
	Torso   *nao.Pose           // X_WT; nil leaves the robot where it is
	Posture *nao.Joints         // of the robot; nil keeps it
	Models  map[uint32]nao.Pose // X_WM of other models, by their numbers in Gazebo
}

// arrangement is an Arrangement whose caller waits.
type arrangement struct {
	Arrangement
	done chan error
}

// errFixed is what servers answer that know no control/state.
var errFixed = errors.New("this Gazebo serves no control/state, by which things are put elsewhere: expected Fortress 6.2 or newer")

// Arrange puts things elsewhere, at rest, between two cycles. The commander takes a robot
// that was moved over anew, from where it is then.
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

// dueChanges returns the changes of the world that are due before the next step; nil when
// there are none.
func (c *connection) dueChanges() *changes {
	r := c.robot
	due := r.newChanges()
	for _, model := range r.stopped { // from now on they may move
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

// arrangeable tells whether the server can put things elsewhere.
func (r *robot) arrangeable() bool {
	return offers(r.node.Services(), r.names.ControlState())
}

func offers(all []transport.Offer, name string) bool {
	return slices.ContainsFunc(all, func(o transport.Offer) bool { return o.Name == name })
}

// arrange adds what an arrangement changes, and sends the controllers there too, lest they
// take the joints back.
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

// put lets a model be elsewhere, and stand still there until the next cycle.
func (r *robot) put(c *changes, model uint32, x nao.Pose) {
	c.put(model, x)
	c.stop(model)
	r.stopped = append(r.stopped, model)
}

// asFiled tells that all joints are where the model's file has them start: at 0, or at the end
// of a range that 0 is not in.
func asFiled(q *nao.Joints) bool {
	const near = 0.03 // rad: they bend a little under the weight
	for j, angle := range q {
		if math.Abs(angle-nao.Joint(j).Clamp(0)) > near && math.Abs(angle) > near {
			return false
		}
	}
	return true
}
