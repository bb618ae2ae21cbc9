package gazebobridge

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"
	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/nao"
)

// changes holds new values of components of the world's entities for its next step. The service control/state
// writes them (Fortress from 6.2 on, and Harmonic), and Gazebo's physics applies them. So models and joints can be
// moved and links pushed without a Gazebo system of our own.
type changes struct {
	generation gzmsgs.Generation
	state      gzmsgs.SerializedState
}

// set sets a component of an entity, in Gazebo's own text form.
func (c *changes) set(entity uint32, component string, value []byte) {
	c.state.Entities = append(c.state.Entities, &gzmsgs.SerializedEntity{
		Id:         uint64(entity),
		Components: []*gzmsgs.SerializedComponent{{Type: c.generation.Component(component), Component: value}},
	})
}

// put sets the pose of a model, X_WM.
func (c *changes) put(model uint32, x nao.Pose) {
	roll, pitch, yaw := x.RollPitchYaw()
	c.set(model, gzmsgs.WorldPoseCmd, fmt.Appendf(nil, "%.17g %.17g %.17g %.17g %.17g %.17g", x.P.X, x.P.Y, x.P.Z, roll, pitch, yaw))
}

// remove removes a component. The value is needed, because Gazebo ignores a removal without one.
func (c *changes) remove(entity uint32, component string) {
	c.set(entity, component, []byte("0"))
	c.state.Entities[len(c.state.Entities)-1].Components[0].Remove = true
}

// stop keeps a model's speed at 0 while it has these components.
func (c *changes) stop(model uint32) {
	c.set(model, gzmsgs.LinearVelocityCmd, []byte("0 0 0"))
	c.set(model, gzmsgs.AngularVelocityCmd, []byte("0 0 0"))
}

// turn sets a joint's angle, rad, or a prismatic joint's length, m.
func (c *changes) turn(joint uint32, angle float64) error {
	data, err := proto.Marshal(&gzmsgs.Double_V{Data: []float64{angle}})
	if err == nil {
		c.set(joint, gzmsgs.JointPositionReset, data)
	}
	return err
}

// push applies a force, N in the world's axes, to a link's origin during one step.
func (c *changes) push(link uint32, force r3.Vec) error {
	data, err := proto.Marshal(&gzmsgs.Wrench{
		Force: &gzmsgs.Vector3D{X: force.X, Y: force.Y, Z: force.Z}, Torque: &gzmsgs.Vector3D{},
	})
	if err == nil {
		c.set(link, gzmsgs.ExternalWorldWrenchCmd, data)
	}
	return err
}
