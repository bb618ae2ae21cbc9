package simulator

import (
	"errors"
	"math"
	"time"

	"gonao/internal/convert"
	"gonao/internal/si"
	"gonao/msgs"
	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
	"gonao/robot/percepts/rates"
	"gonao/ros"
	"gonao/sim"
	"gonao/sim/sight"
	"gonao/sim/world"
)

// Percepts selects what the simulator publishes instead of a vision node.
type Percepts struct {
	Source string  `yaml:"source" enum:"off|truth" readonly:"true" desc:"truth: field_features and seen_objects come from where things are, with the errors of the table, in place of a vision node"`
	Table  string  `yaml:"table" readonly:"true" desc:"of errors: nao, measured, ideal, or the path of a file"`
	RateHz float64 `yaml:"rate_hz" unit:"Hz" min:"1" max:"83" readonly:"true" desc:"images per second of simulated time"`
}

// validate loads the table.
func (p Percepts) validate() error {
	_, err := rates.Load(p.Table)
	return err
}

// sights publishes what the cameras of all robots would find, from the truth.
type sights struct {
	scene   sight.Scene
	teams   bool // robots have teams
	free    int  // index of the first free ball of a truth; -1: none
	period  time.Duration
	next    time.Duration
	eyes    []*sight.Eyes
	outputs []sightOutput
}

// sightOutput are the topics of one robot.
type sightOutput struct {
	Features *ros.Publisher[msgs.FieldFeatures] `topic:"{robot}field_features" qos:"sensor data" doc:"with percepts.source truth: what an image shows, from truth, 10 Hz"`
	Objects  *ros.Publisher[msgs.SeenObjects]   `topic:"{robot}seen_objects" qos:"sensor data" doc:"the same: ball and robots"`
	prefix   ros.FramePrefix                    // of the frames
	field    msgs.FieldFeatures
	things   msgs.SeenObjects
}

// newSights opens the topics; nil when percepts are off.
func newSights(n *ros.Node, w *sim.World, ground world.World, cfg Config) (*sights, error) {
	if cfg.Percepts.Source != "truth" {
		return nil, nil
	}
	if ground.Map == nil {
		return nil, errors.New("percepts.source truth: the world has no field; expected a world with the key field")
	}
	table, err := rates.Load(cfg.Percepts.Table)
	if err != nil {
		return nil, err
	}
	s := &sights{free: -1, period: si.Seconds(1 / cfg.Percepts.RateHz), outputs: make([]sightOutput, len(w.Bodies()))}
	s.scene.Field, s.scene.Robots = ground.Map, make([]sight.Robot, len(w.Bodies()))
	s.scene.Robots = append(s.scene.Robots, sight.Puppets(ground.Puppets)...)
	if len(ground.Balls) > 0 {
		s.free = len(ground.Carriers)
	}
	s.teams = cfg.Robots.PerTeam > 0
	for i, b := range w.Bodies() {
		team, number := cfg.Robots.member(i)
		s.scene.Robots[i].Team, s.scene.Robots[i].Number = uint8(team), number
		s.eyes = append(s.eyes, sight.New(table, cfg.Simulation.Seed, uint64(i)))
		s.outputs[i].prefix = cfg.framePrefix(b)
		if err := ros.Open(n, &s.outputs[i], "{robot}", b.Prefix()); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// publish publishes the robots' percepts, when an image is due.
func (s *sights) publish(now *snapshot) error {
	if s == nil || now.time < s.next && s.next-now.time <= s.period {
		return nil
	}
	s.next = now.time + s.period
	for i := range now.truths {
		t := &now.truths[i]
		r := &s.scene.Robots[i]
		r.Pose, r.Fallen = footprint(t.Torso), t.Torso.R[8] < math.Cos(math.Pi/4)
	}
	for i := range s.outputs {
		if err := s.look(now, i); err != nil {
			return err
		}
	}
	return nil
}

// look publishes one robot's percepts. A lying robot sees nothing.
func (s *sights) look(now *snapshot, i int) error {
	o, t, me := &s.outputs[i], &now.truths[i], &s.scene.Robots[i]
	if o.Features.Subscribers()+o.Objects.Subscribers() == 0 {
		return nil
	}
	s.scene.NoBall = s.free < 0
	if !s.scene.NoBall {
		p := t.Balls[s.free].P
		s.scene.BallX, s.scene.BallY = p.X, p.Y
	}
	camera := cameraOf(t, me.Pose)
	camera.Stamp = now.time
	image := s.eyes[i].Look(now.time, &s.scene, i, math.Atan2(camera.Rotation[5], camera.Rotation[2]))
	camera.TiltVar, camera.Position[2] = image.Features.TiltVar, image.Features.HeightM
	if me.Fallen {
		image.Features.Points, image.Features.Lines, image.Balls, image.Robots = image.Features.Points[:0], image.Features.Lines[:0], nil, nil
	}
	for k := range image.Robots {
		if !s.teams {
			image.Robots[k].Side = percepts.UnknownSide
		}
	}
	convert.Features(o.prefix, &o.field, &camera, &image.Features)
	convert.Objects(o.prefix, &o.things, &camera, image.Balls, image.Robots)
	return errors.Join(o.Features.Publish(o.field), o.Objects.Publish(o.things))
}

// footprint returns the place under the torso, with the torso's heading.
func footprint(x_WT nao.Pose) plane.Pose {
	_, _, yaw := x_WT.RollPitchYaw()
	return plane.Pose{X: x_WT.P.X, Y: x_WT.P.Y, Theta: yaw}
}

// cameraOf returns the pose of the upper camera in base_footprint.
func cameraOf(t *sim.Truth, ground plane.Pose) percepts.CameraPose {
	x_WC := t.Cameras[nao.TopCamera]
	x_RC := nao.RollPitchYaw(0, 0, -ground.Theta).Mul(nao.Pose{R: x_WC.R})
	x, y := ground.Local(x_WC.P.X, x_WC.P.Y)
	return percepts.CameraPose{Position: [3]float64{x, y, x_WC.P.Z}, Rotation: x_RC.R}
}
