package lights

import (
	"errors"
	"strings"
	"time"

	"gonao/devices/lights"
	"gonao/msgs"
	diagnosticmsgs "gonao/msgs/diagnostic_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// When signals begin and end.
const (
	signalPeriod = 100 * time.Millisecond // how often the robot's state is looked at
	faultHold    = 3 * time.Second        // diagnostics come once a second
	noTeam       = 255                    // no colour
	roleLength   = 40                     // characters of a role that are looked at
)

// signaller shows what the robot's topics report.
type signaller struct {
	n       *ros.Node
	signals lights.Signals
	speaks  *ros.Publisher[stdmsgs.String]

	body    *ros.Watcher[msgs.RobotState]
	motion  *ros.Watcher[msgs.MotionState]
	phase   *ros.Watcher[msgs.GamePhase]
	state   *ros.Watcher[msgs.GameState]
	game    lights.GameLights
	blobs   *ros.Subscription[msgs.ColorBlobArray]
	role    *ros.Subscription[stdmsgs.String]
	health  *ros.Subscription[diagnosticmsgs.DiagnosticArray]
	ballAt  time.Time
	faultAt time.Time
}

// newSignaller subscribes to what signals are about.
func newSignaller(n *ros.Node) (*signaller, error) {
	s := &signaller{n: n}
	errs := make([]error, 8)
	s.body, errs[0] = ros.Watch[msgs.RobotState](n, "robot_state", ros.BestEffort(), ros.Depth(1))
	s.motion, errs[1] = ros.Watch[msgs.MotionState](n, "motion_state", ros.TransientLocal(), ros.Depth(1))
	s.phase, errs[2] = ros.Watch[msgs.GamePhase](n, "game_phase", ros.TransientLocal(), ros.Depth(1))
	s.state, errs[7] = ros.Watch[msgs.GameState](n, "game_state", ros.TransientLocal(), ros.Depth(1))
	s.blobs, errs[3] = ros.Subscribe[msgs.ColorBlobArray](n, "color_blobs", ros.SensorData())
	s.role, errs[4] = ros.Subscribe[stdmsgs.String](n, "role")
	s.health, errs[5] = ros.Subscribe[diagnosticmsgs.DiagnosticArray](n, "/diagnostics")
	s.speaks, errs[6] = ros.Advertise[stdmsgs.String](n, "speech")
	return s, errors.Join(errs...)
}

// read stores when a ball or a fault was reported last.
func (s *signaller) read(now time.Time) {
	for len(s.blobs.C()) > 0 {
		if m := <-s.blobs.C(); len(m.Blobs) > 0 {
			s.ballAt = now
		}
	}
	for len(s.health.C()) > 0 {
		m := <-s.health.C()
		for i := range m.Status {
			st := &m.Status[i]
			if st.Level == diagnosticmsgs.DiagnosticStatusError && strings.HasPrefix(st.Name, strings.TrimSuffix(s.n.Namespace(), "/")+"/") {
				s.faultAt = now
			}
		}
	}
}

// step shows the signals of the robot's state, or ends them if they are switched off. It reports whether something changed.
func (s *signaller) step(cfg *Config, m *lights.Mixer) (changed bool) {
	now := s.n.Clock.Now()
	s.read(now)
	if !cfg.Signals {
		changed = s.game.Clear(m)
		return s.signals.Clear(m) || changed
	}
	set := func(which lights.Signal, on bool) {
		if !s.signals.Set(m, which, on, now) {
			return
		}
		changed = true
		if text := which.Says(); cfg.Speak && on && text != "" {
			_ = s.speaks.Publish(stdmsgs.String{Data: text}) // nobody need hear it
		}
	}
	if b, ok := s.body.Get(); ok {
		set(lights.Hot, hot(&b))
		set(lights.BatteryLow, b.Capabilities&msgs.RobotStateCapabilityBattery != 0 && !b.BatteryCharging && b.BatteryCharge < lights.LowCharge)
	}
	if b, ok := s.motion.Get(); ok {
		set(lights.Fallen, b.State >= msgs.MotionStateFalling && b.State <= msgs.MotionStateGettingUp)
	}
	if p, ok := s.phase.Get(); ok {
		set(lights.Penalised, p.Phase == msgs.GamePhasePhasePenalized)
		g, ok := s.state.Get()
		team := g.Home.FieldColor
		if !ok {
			team = noTeam
		}
		changed = s.game.Set(m, p.Phase, team, ok && g.Kicking == msgs.GameStateKickingHome, now) || changed
	}
	set(lights.Fault, !s.faultAt.IsZero() && now.Sub(s.faultAt) < faultHold)
	set(lights.BallSeen, !s.ballAt.IsZero() && now.Sub(s.ballAt) < lights.BallHold)
	for len(s.role.C()) > 0 {
		text := (<-s.role.C()).Data
		if err := s.signals.SetRole(m, text[:min(len(text), roleLength)], now); err != nil {
			s.n.Log.Warn("role", "error", err)
		}
		changed = true
	}
	return changed
}

// hot reports whether a joint is hot.
func hot(m *msgs.RobotState) bool {
	if m.Capabilities&msgs.RobotStateCapabilityTemperature == 0 {
		return false
	}
	for j := range m.Temperature {
		if m.Temperature[j] >= lights.HotCelsius || m.Status[j] >= msgs.RobotStateStatusHot {
			return true
		}
	}
	return false
}
