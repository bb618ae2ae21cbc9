package robot

import (
	"fmt"
	"time"

	"gonao/motion"
	"gonao/nao"
	"gonao/nao/body"
	"gonao/nao/devices/lights"
)

// signalPeriod is the period of updating the LEDs.
const signalPeriod = 100 * time.Millisecond

// signaller shows the robot's state on its LEDs, as the node lights does.
type signaller struct {
	mixer     lights.Mixer
	signals   lights.Signals
	game      lights.GameLights
	health    body.HealthMonitor
	penalised bool
	next      time.Duration
	shining   nao.Lights
}

// Game is the state of a game shown by the LEDs.
type Game struct {
	Phase     uint8 // a number of gonao_msgs/GamePhase
	TeamColor uint8 // as in the GameController
	KickOff   bool  // the own team kicks off
	Penalised bool
}

// SetRole shows the robot's role on its right eye: striker, supporter, defender or keeper; "" for no role.
func (r *Robot) SetRole(role string) error {
	if err := r.signaller.signals.SetRole(&r.signaller.mixer, role, lightsTime(r.sim.Time())); err != nil {
		return fmt.Errorf("robot: %w", err)
	}
	return nil
}

// SetGame shows a game on the robot's chest and feet.
func (r *Robot) SetGame(g Game) {
	r.signaller.penalised = g.Penalised
	r.signaller.game.Set(&r.signaller.mixer, g.Phase, g.TeamColor, g.KickOff, lightsTime(r.sim.Time()))
}

// Lights returns the state of the LEDs.
func (r *Robot) Lights() nao.Lights { return r.signaller.shining }

// lightsTime returns the mixer's time of a simulated one.
func lightsTime(now time.Duration) time.Time { return time.Unix(0, 0).Add(now) }

// shine shows the robot's state.
func (r *Robot) shine(now time.Duration) {
	s := &r.signaller
	s.health.Step(&r.state, &r.sent)
	if now < s.next {
		return
	}
	s.next = now + signalPeriod
	report, at := s.health.Report(), lightsTime(now)
	motors, _ := body.MotorHealth(&r.state, &report)
	sensors, _ := body.SensorHealth(&r.state, &report)
	how := r.motion.State()
	for which, on := range [lights.NumSignals]bool{
		lights.Fault:      motors == body.Error || sensors == body.Error,
		lights.Fallen:     how == motion.Falling || how == motion.Fallen || how == motion.GettingUp,
		lights.Penalised:  s.penalised,
		lights.BatteryLow: lights.ChargeLow(&r.state),
		lights.Hot:        lights.JointHot(&r.state),
		lights.BallSeen:   r.eyes != nil && len(r.eyes.newest.Blobs) > 0 && now-r.eyes.newest.Stamp < lights.BallHold,
	} {
		s.signals.Set(&s.mixer, lights.Signal(which), on, at)
	}
	var shown nao.Lights
	s.mixer.At(at, &shown)
	if shown != s.shining {
		s.shining = shown
		r.sim.SetLights(&s.shining)
	}
}
