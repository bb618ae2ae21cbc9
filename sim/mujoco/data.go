package mujoco

/*
#include <stdlib.h>
#include "guard.h"
*/
import "C"

import (
	"errors"
	"fmt"
)

// Data is the state of one world with all values computed from it. The slices are views of
// MuJoCo's arrays, valid until Close; do not replace them.
//
// After Step, QPos, QVel and Time are those of the step's end, while everything
// under "derived" still belongs to its beginning: MuJoCo integrates last. Call
// Kinematics for poses that fit QPos.
type Data struct {
	model *Model
	d     *C.mjData
	err   *message

	// State and inputs.
	QPos            []float64 // m, rad, quaternions; see Model.JointQPos
	QVel            []float64 // m/s, rad/s; see Model.JointDof
	Ctrl            []float64 // per actuator
	AppliedForce    []float64 // N or N·m per degree of freedom, added to all others
	AppliedWrench   []float64 // N and N·m in the world frame at the centre of mass, 6 per body: force, torque
	MocapPosition   []float64 // m, 3 per mocap body
	MocapQuaternion []float64 // 4 per mocap body
	Glow            []Glow    // the geoms that shine otherwise than in the model; one writer, such as sim.World, fills it

	// Derived.
	QAcc           []float64 // m/s², rad/s² per degree of freedom
	ActuatorForce  []float64 // N or N·m per actuator
	ActuatorTorque []float64 // the same, per degree of freedom
	Sensors        []float64 // see Model.SensorAddress
	BodyPosition   []float64 // p_WB, m, 3 per body
	BodyQuaternion []float64 // 4 per body
	BodyMatrix     []float64 // R_WB, row by row, 9 per body
	BodyCom        []float64 // m, 3 per body: its own centre of mass
	SubtreeCom     []float64 // m, 3 per body: the centre of mass of all that hangs on it
	GeomPosition   []float64 // m, 3 per geom
	SitePosition   []float64 // m, 3 per site
	SiteMatrix     []float64 // R_WS, row by row, 9 per site
	CameraPosition []float64 // p_WC, m, 3 per camera
	CameraMatrix   []float64 // row by row, 9 per camera; MuJoCo's camera looks along −z with y up
}

// NewData returns the state of a new world at the model's initial positions.
func NewData(m *Model) (*Data, error) {
	message := newMessage()
	d := C.gonao_make_data(m.m, message.c)
	if d == nil {
		defer message.free()
		return nil, fmt.Errorf("make data: %s", message.text())
	}
	return viewData(m, d, message), nil
}

func viewData(m *Model, d *C.mjData, message *message) *Data {
	nbody, nv, nu := m.m.nbody, m.m.nv, m.m.nu
	return &Data{
		model: m, d: d, err: message,
		QPos:            floats(d.qpos, m.m.nq),
		QVel:            floats(d.qvel, nv),
		Ctrl:            floats(d.ctrl, nu),
		AppliedForce:    floats(d.qfrc_applied, nv),
		AppliedWrench:   floats(d.xfrc_applied, 6*nbody),
		MocapPosition:   floats(d.mocap_pos, 3*m.m.nmocap),
		MocapQuaternion: floats(d.mocap_quat, 4*m.m.nmocap),
		QAcc:            floats(d.qacc, nv),
		ActuatorForce:   floats(d.actuator_force, nu),
		ActuatorTorque:  floats(d.qfrc_actuator, nv),
		Sensors:         floats(d.sensordata, m.m.nsensordata),
		BodyPosition:    floats(d.xpos, 3*nbody),
		BodyQuaternion:  floats(d.xquat, 4*nbody),
		BodyMatrix:      floats(d.xmat, 9*nbody),
		BodyCom:         floats(d.xipos, 3*nbody),
		SubtreeCom:      floats(d.subtree_com, 3*nbody),
		GeomPosition:    floats(d.geom_xpos, 3*m.m.ngeom),
		SitePosition:    floats(d.site_xpos, 3*m.m.nsite),
		SiteMatrix:      floats(d.site_xmat, 9*m.m.nsite),
		CameraPosition:  floats(d.cam_xpos, 3*m.m.ncam),
		CameraMatrix:    floats(d.cam_xmat, 9*m.m.ncam),
	}
}

// Close frees the data; the slices must not be touched afterwards.
func (d *Data) Close() {
	if d.d != nil {
		C.mj_deleteData(d.d)
		d.err.free()
		*d = Data{}
	}
}

// Model returns the model that the data belongs to.
func (d *Data) Model() *Model { return d.model }

// Time returns the simulated time in seconds.
func (d *Data) Time() float64 { return float64(d.d.time) }

// SetTime sets the simulated time in seconds.
func (d *Data) SetTime(sec float64) { d.d.time = C.mjtNum(sec) }

// Step advances the world by n steps of the model's timestep in one call, with
// Ctrl and the applied forces held. A world that diverges is reset by MuJoCo and
// shows in Warnings. After an error the data must be reset before it is used again.
func (d *Data) Step(n int) error {
	return d.check("step", C.gonao_step(d.model.m, d.d, C.int(n), d.err.c))
}

// Forward computes all derived values, forces included, for the present state.
func (d *Data) Forward() error {
	return d.check("forward", C.gonao_forward(d.model.m, d.d, d.err.c))
}

// Kinematics computes the poses of bodies, geoms, sites, cameras and lights for the
// present QPos, and nothing else; it costs a few microseconds.
func (d *Data) Kinematics() error {
	return d.check("kinematics", C.gonao_kinematics(d.model.m, d.d, d.err.c))
}

// Reset puts the world back to the model's initial state at time 0.
func (d *Data) Reset() error {
	return d.check("reset", C.gonao_reset(d.model.m, d.d, d.err.c))
}

// CopyFrom copies everything of src, which must belong to the same model.
func (d *Data) CopyFrom(src *Data) error {
	if d.model != src.model {
		return errors.New("copy data: the two belong to different models")
	}
	return d.check("copy data", C.gonao_copy_data(d.d, d.model.m, src.d, d.err.c))
}

func (d *Data) check(what string, rc C.int) error {
	if rc == 0 {
		return nil
	}
	return fmt.Errorf("%s: MuJoCo: %s", what, d.err.text())
}

// Contacts returns the number of contacts found in the last step.
func (d *Data) Contacts() int { return int(d.d.ncon) }

// WarningCounts holds how often each of MuJoCo's warnings came since the last reset.
type WarningCounts struct {
	SingularInertia int // a mass matrix that is (nearly) singular
	ContactsFull    int // contacts were dropped: raise nconmax
	ConstraintsFull int // constraints were dropped: raise njmax
	BadPosition     int // not a number or huge: the world was reset
	BadVelocity     int // the same
	BadAcceleration int // the same
	BadControl      int // a Ctrl that is not a number: all were taken as 0
}

// Any reports whether there was a warning of any kind.
func (w WarningCounts) Any() bool { return w != WarningCounts{} }

// Warnings returns the warnings of this world since its last reset.
func (d *Data) Warnings() WarningCounts {
	n := func(i int) int { return int(d.d.warning[i].number) }
	return WarningCounts{
		SingularInertia: n(C.mjWARN_INERTIA),
		ContactsFull:    n(C.mjWARN_CONTACTFULL),
		ConstraintsFull: n(C.mjWARN_CNSTRFULL),
		BadPosition:     n(C.mjWARN_BADQPOS),
		BadVelocity:     n(C.mjWARN_BADQVEL),
		BadAcceleration: n(C.mjWARN_BADQACC),
		BadControl:      n(C.mjWARN_BADCTRL),
	}
}

// warnings returns how often MuJoCo warned in this process, and its last warning.
func warnings() (count int, last string) {
	message := newMessage()
	defer message.free()
	count = int(C.gonao_warnings(message.c))
	return count, message.text()
}
