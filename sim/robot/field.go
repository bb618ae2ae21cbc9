package robot

import (
	"fmt"
	"math"
	"time"

	"gonao/nao"
	"gonao/robot"
	"gonao/robot/localization"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/percepts/rates"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/sim/sight"
)

// FieldConfig is how a robot in one process sees the field: localization, world model and planner in the same loop, as the nodes of
// these names run them. The world must have a field; the robot attacks its goal at +x.
type FieldConfig struct {
	// Table is the table of errors of percepts from truth: nao, measured, ideal, or a file. See package rates.
	Table string
	// Cameras, if set, are drawn, one after the other, and vision computes the percepts; the table is not used.
	Cameras *camera.Options
	// Every is the time between two images.
	Every time.Duration
	// Start is the knowledge of the pose at the start; the zero Start: the robot may be anywhere.
	Start localization.Start
}

// DefaultFieldConfig returns percepts from truth at 10 Hz, with the errors of a NAO's vision.
func DefaultFieldConfig() FieldConfig {
	return FieldConfig{Table: "nao", Every: 100 * time.Millisecond, Start: localization.Anywhere()}
}

// fieldEyes show a robot the field.
type fieldEyes struct {
	scene   sight.Scene
	free    int // index of the first free ball of a truth; −1: none
	eyes    *sight.Eyes
	cameras *fieldCamera // nil: percepts come from truth
}

// newFieldEyes returns eyes for a world.
func newFieldEyes(cfg *FieldConfig, r *Robot, w *fieldWorld) (*fieldEyes, error) {
	if w.field == nil {
		return nil, fmt.Errorf("field: the world %q has none; expected a world with the key field", r.cfg.World)
	}
	table, err := rates.Load(cfg.Table)
	if err != nil {
		return nil, err
	}
	e := &fieldEyes{free: w.free, eyes: sight.New(table, r.cfg.Seed, 0)}
	e.scene.Field, e.scene.NoBall = w.field, w.free < 0
	e.scene.Robots = append([]sight.Robot{{}}, w.puppets...)
	if cfg.Cameras != nil {
		e.cameras, err = newFieldCamera(*cfg.Cameras, w.dimensions, r.sim.Model())
	}
	return e, err
}

// look fills in an image.
func (e *fieldEyes) look(r *Robot, now time.Duration, i *robot.FieldImage) (bool, error) {
	if e.cameras != nil {
		return e.cameras.look(r, now, i)
	}
	e.lookAtTruth(r, now, i)
	return true, nil
}

// lookAtTruth fills in an image with percepts from truth.
func (e *fieldEyes) lookAtTruth(r *Robot, now time.Duration, i *robot.FieldImage) {
	me := &e.scene.Robots[0]
	_, _, yaw := r.truth.Torso.RollPitchYaw()
	me.Pose = plane.Pose{X: r.truth.Torso.P.X, Y: r.truth.Torso.P.Y, Theta: yaw}
	me.Fallen = r.truth.Torso.R[8] < math.Cos(math.Pi/4)
	if e.free >= 0 {
		p := r.truth.Balls[e.free].P
		e.scene.BallX, e.scene.BallY = p.X, p.Y
	}
	i.Camera = cameraPose(r.truth.Cameras[nao.TopCamera], me.Pose)
	seen := e.eyes.Look(now, &e.scene, 0, math.Atan2(i.Camera.Rotation[5], i.Camera.Rotation[2]))
	i.Features.Stamp, i.Features.HeightM, i.Features.TiltVar = now, seen.Features.HeightM, seen.Features.TiltVar
	i.Features.Points = append(i.Features.Points[:0], seen.Features.Points...)
	i.Features.Lines = append(i.Features.Lines[:0], seen.Features.Lines...)
	i.Balls, i.Robots = append(i.Balls[:0], seen.Balls...), append(i.Robots[:0], seen.Robots...)
	if me.Fallen {
		i.Features.Points, i.Features.Lines, i.Balls, i.Robots = i.Features.Points[:0], i.Features.Lines[:0], i.Balls[:0], i.Robots[:0]
	}
}

// cameraPose returns the pose of a camera in base_footprint.
func cameraPose(x_WC nao.Pose, ground plane.Pose) percepts.CameraPose {
	x_RC := nao.RollPitchYaw(0, 0, -ground.Theta).Mul(nao.Pose{R: x_WC.R})
	x, y := ground.Local(x_WC.P.X, x_WC.P.Y)
	return percepts.CameraPose{Position: [3]float64{x, y, x_WC.P.Z}, Rotation: x_RC.R}
}

// fieldWorld is the part of a world that the robot's percepts need.
type fieldWorld struct {
	field      *field.Map
	dimensions field.Field
	free       int
	puppets    []sight.Robot
}

// fieldOf returns the field objects of a simulation.
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

// Truth returns where things really are, as of the last step.
func (r *Robot) Truth() *sim.Truth { return &r.truth }
