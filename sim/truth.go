package sim

import (
	"fmt"

	"gonao/nao"
	"gonao/sim/carrier"
	"gonao/sim/mujoco"
	"gonao/sim/world"
)

// Truth is where things really are, in the world's frame.
type Truth struct {
	Torso   nao.Pose                 // X_WT
	Cameras [nao.NumCameras]nao.Pose // X_WC of the optical frames
	Balls   []nao.Pose               // X_WB, one per ball, in the order of BallNames
}

// thing is something of the world whose place is told.
type thing struct {
	name string
	body int
}

// findThings looks up the balls: the carried ones, then the free ones.
func findThings(m *mujoco.Model, w *world.World) ([]thing, error) {
	var names []string
	for _, c := range w.Carriers {
		names = append(names, c.Name)
	}
	for _, b := range w.Balls {
		names = append(names, b.Name)
	}
	things := make([]thing, 0, len(names))
	for _, name := range names {
		id, err := m.ID(mujoco.Body, name)
		if err != nil {
			return nil, fmt.Errorf("ball: %w", err)
		}
		things = append(things, thing{name: name, body: id})
	}
	return things, nil
}

// BallNames names the balls: the carried ones first, then the free ones.
func (s *Simulation) BallNames() []string {
	names := make([]string, len(s.things))
	for i, t := range s.things {
		names[i] = t.name
	}
	return names
}

// Truth fills in where things are. The slice in it is reused.
func (s *Simulation) Truth(out *Truth) {
	out.Torso = bodyPose(s.data, s.body.torso)
	for c, id := range s.body.cameras {
		out.Cameras[c] = cameraPose(s.data, id)
	}
	out.Balls = out.Balls[:0]
	for _, t := range s.things {
		out.Balls = append(out.Balls, bodyPose(s.data, t.body))
	}
}

// ballCarrier is one carrier: the limited servo that leads, and the arm in the
// world that follows it stiffly.
type ballCarrier struct {
	name           string
	servo          carrier.Servo
	turn, lift     int // in Data.Ctrl
	turnAt, liftAt int // in Data.QPos
}

func findCarriers(m *mujoco.Model, cfg *Config) ([]ballCarrier, error) {
	var found []ballCarrier
	for _, c := range cfg.World.Carriers {
		f := finder{model: m, prefix: c.Name}
		at := carrier.Position{Angle: c.AngleDeg * degree, Height: c.HeightM}
		b := ballCarrier{
			name:   c.Name,
			servo:  carrier.NewServo(at, cfg.Turn, cfg.Lift, c.RadiusM, maxHeightM),
			turn:   f.id(mujoco.Actuator, "/turn"),
			lift:   f.id(mujoco.Actuator, "/lift"),
			turnAt: f.at(m.JointQPos, f.id(mujoco.Joint, "/turn")),
			liftAt: f.at(m.JointQPos, f.id(mujoco.Joint, "/lift")),
		}
		if f.err != nil {
			return nil, fmt.Errorf("carrier: %w", f.err)
		}
		found = append(found, b)
	}
	return found, nil
}

func (b *ballCarrier) reset(d *mujoco.Data) {
	b.servo.Reset()
	at := b.servo.At()
	d.QPos[b.turnAt], d.QPos[b.liftAt] = at.Angle, at.Height
	d.Ctrl[b.turn], d.Ctrl[b.lift] = at.Angle, at.Height
}

func (b *ballCarrier) step(d *mujoco.Data, dtSec float64) {
	b.servo.Step(dtSec)
	at := b.servo.At()
	d.Ctrl[b.turn], d.Ctrl[b.lift] = at.Angle, at.Height
}

// CarrierNames names the carriers, in the order of Config.World.Carriers.
func (s *Simulation) CarrierNames() []string {
	names := make([]string, len(s.carriers))
	for i := range s.carriers {
		names[i] = s.carriers[i].name
	}
	return names
}

// Carrier tells where carrier i is.
func (s *Simulation) Carrier(i int) carrier.Position {
	c := &s.carriers[i]
	return carrier.Position{Angle: s.data.QPos[c.turnAt], Height: s.data.QPos[c.liftAt]}
}

// MoveCarrier sends a carrier to a position, as fast as it goes. What lies
// outside its reach is cut to it.
func (s *Simulation) MoveCarrier(name string, to carrier.Position) error {
	for i := range s.carriers {
		if s.carriers[i].name != name {
			continue
		}
		if !s.SendCarrier(i, to) {
			return fmt.Errorf("carrier %q: position (%g rad, %g m): expected numbers", name, to.Angle, to.Height)
		}
		return nil
	}
	return fmt.Errorf("carrier %q: no such carrier (there are %q)", name, s.CarrierNames())
}

// SendCarrier is MoveCarrier by number; false means that the position is none.
func (s *Simulation) SendCarrier(i int, to carrier.Position) bool {
	return s.carriers[i].servo.Command(to)
}
