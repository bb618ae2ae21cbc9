package sim

import (
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// Simulation is a world with one robot that is commanded. It belongs to one goroutine at a time.
type Simulation struct {
	*World
	body *Body
}

// New builds a world with the robot of cfg.RobotConfig, or of the first of cfg.Robots, standing. Further robots hold their
// posture. Close it.
func New(cfg Config) (*Simulation, error) {
	w, err := NewWorld(cfg)
	if err != nil {
		return nil, err
	}
	return &Simulation{World: w, body: w.bodies[0]}, nil
}

// Step advances the world by one cycle under a command, as World.Step does.
func (s *Simulation) Step(command *nao.Command) error {
	s.body.Command(command)
	return s.World.Step()
}

// State reads the robot's sensors.
func (s *Simulation) State(out *nao.State) { s.body.State(out) }

// Truth fills in where everything is. The slice in it is reused.
func (s *Simulation) Truth(out *Truth) { s.World.Truth(0, out) }

// Press holds one of the robot's buttons or touch pads down.
func (s *Simulation) Press(t nao.Touch) { s.body.Press(t) }

// Release releases a button or touch pad.
func (s *Simulation) Release(t nao.Touch) { s.body.Release(t) }

// SetLights sets the robot's LEDs.
func (s *Simulation) SetLights(l *nao.Lights) { s.body.SetLights(l) }

// SetRightHipYawPitch sets the target of the right hip's own motor; see
// Body.SetRightHipYawPitch.
func (s *Simulation) SetRightHipYawPitch(rad float64) (accepted bool) {
	return s.body.SetRightHipYawPitch(rad)
}

// RightHipYawPitch returns the angle of the right hip, rad.
func (s *Simulation) RightHipYawPitch() float64 { return s.body.RightHipYawPitch() }

// Push applies an impulse to the robot's torso; see World.PushObject.
func (s *Simulation) Push(impulse r3.Vec, d time.Duration) error {
	return s.PushObject(nao.LinkTorso.String(), impulse, d)
}

// Place puts the robot onto the ground at rest; see World.Place.
func (s *Simulation) Place(p Placement) error { return s.World.Place(0, p) }

// PlaceRobot puts the robot anywhere, at rest; see World.PlaceRobot.
func (s *Simulation) PlaceRobot(x_WT nao.Pose, posture *nao.Joints) error {
	return s.World.PlaceRobot(0, x_WT, posture)
}
