package sim

import (
	"fmt"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// limbs are the indices of a robot's parts in MuJoCo's arrays.
type limbs struct {
	qpos  [nao.NumJoints]int // joint angle in Data.QPos
	dof   [nao.NumJoints]int // joint speed in Data.QVel
	motor [nao.NumJoints]int // torque in Data.Ctrl

	followQPos int // of RHipYawPitch, which the left one's motor turns
	followDof  int
	rootQPos   int // the torso: p_WT, then the quaternion; −1 when it is fixed
	torso      int // body
	cameras    [nao.NumCameras]int
	feet       [nao.NumLegs]int // body
	acc, gyro  int              // in Data.Sensors
}

// find finds the parts by the names of nao.MJCF, each with a prefix.
func find(m *mujoco.Model, prefix string) (*limbs, error) {
	f := finder{model: m, prefix: prefix}
	b := &limbs{rootQPos: -1}
	for j := range nao.Joint(nao.NumJoints) {
		joint := f.id(mujoco.Joint, j.String())
		b.qpos[j], b.dof[j] = f.at(m.JointQPos, joint), f.at(m.JointDof, joint)
		b.motor[j] = f.id(mujoco.Actuator, j.String())
	}
	b.followQPos = f.at(m.JointQPos, f.id(mujoco.Joint, "RHipYawPitch"))
	b.followDof = f.dof("RHipYawPitch")
	b.torso = f.id(mujoco.Body, nao.LinkTorso.String())
	for c := range nao.Camera(nao.NumCameras) {
		b.cameras[c] = f.id(mujoco.Camera, c.OpticalFrame())
	}
	for leg := range nao.Leg(nao.NumLegs) {
		b.feet[leg] = f.id(mujoco.Body, leg.Foot().String())
	}
	b.acc = f.at(m.SensorAddress, f.id(mujoco.Sensor, "accelerometer"))
	b.gyro = f.at(m.SensorAddress, f.id(mujoco.Sensor, "gyroscope"))
	if f.err != nil {
		return nil, fmt.Errorf("robot %q: %w", prefix, f.err)
	}
	if root, err := m.ID(mujoco.Joint, prefix+"root"); err == nil {
		b.rootQPos = int(m.JointQPos[root])
	}
	return b, nil
}

func (f *finder) motor(name string) int { return f.id(mujoco.Actuator, name) }

func (f *finder) dof(joint string) int { return f.at(f.model.JointDof, f.id(mujoco.Joint, joint)) }

// finder looks up names of a model and keeps the first error.
type finder struct {
	model  *mujoco.Model
	prefix string
	err    error
}

func (f *finder) id(kind mujoco.Kind, name string) int {
	id, err := f.model.ID(kind, f.prefix+name)
	if err != nil && f.err == nil {
		f.err = err
	}
	return id
}

func (f *finder) at(addresses []int32, id int) int {
	if f.err != nil {
		return 0
	}
	return int(addresses[id])
}
