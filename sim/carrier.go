package sim

import (
	"fmt"

	"gonao/internal/si"
	"gonao/internal/wording"
	"gonao/sim/carrier"
	"gonao/sim/mujoco"
)

// ballCarrier is one carrier: the limited servo that leads, and the stiff arm in the
// world that follows it.
type ballCarrier struct {
	name           string
	servo          carrier.Servo
	turn, lift     int // in Data.Ctrl
	turnAt, liftAt int // in Data.QPos
}

func findCarriers(m *mujoco.Model, cfg *Config) ([]ballCarrier, error) {
	var found []ballCarrier
	turn, lift := cfg.Carriers.Limits()
	for _, c := range cfg.World.Carriers {
		f := finder{model: m, prefix: c.Name}
		at := carrier.Position{Angle: c.AngleDeg * si.Degree, Height: c.HeightM}
		b := ballCarrier{
			name:   c.Name,
			servo:  carrier.NewServo(at, turn, lift, c.RadiusM, maxHeightM),
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

// CarrierNames returns the names of the carriers, in the order of Config.World.Carriers.
func (w *World) CarrierNames() []string {
	names := make([]string, len(w.carriers))
	for i := range w.carriers {
		names[i] = w.carriers[i].name
	}
	return names
}

// Carrier returns the position of carrier i.
func (w *World) Carrier(i int) carrier.Position {
	c := &w.carriers[i]
	return carrier.Position{Angle: w.data.QPos[c.turnAt], Height: w.data.QPos[c.liftAt]}
}

// MoveCarrier sets the target of a carrier, which moves there as fast as its limits
// allow. A target outside its reach is clamped.
func (w *World) MoveCarrier(name string, to carrier.Position) error {
	for i := range w.carriers {
		if w.carriers[i].name != name {
			continue
		}
		if !w.SendCarrier(i, to) {
			return fmt.Errorf("carrier %q: position (%g rad, %g m): expected numbers", name, to.Angle, to.Height)
		}
		return nil
	}
	return fmt.Errorf("carrier %q: no such carrier (there are %q)%s", name, w.CarrierNames(), wording.DidYouMean(name, w.CarrierNames()))
}

// SendCarrier sets the target of a carrier by its number. It returns false when the
// position has NaN or Inf in it.
func (w *World) SendCarrier(i int, to carrier.Position) bool {
	return w.carriers[i].servo.Command(to)
}
