package lights

import (
	"strings"
	"time"

	"gonao/msgs"
	diagnosticmsgs "gonao/msgs/diagnostic_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao/devices/lights"
	"gonao/ros"
)

// When signals begin and end.
const (
	signalPeriod = 100 * time.Millisecond // period of checking the robot's state
	faultHold    = 3 * time.Second        // diagnostics come once a second
	noTeam       = 255                    // no colour
	roleLength   = 40                     // characters of a role that are looked at
)

// signaller shows the states in the robot's topics.
type signaller struct {
	n       *ros.Node
	signals lights.Signals
	Speaks  *ros.Publisher[stdmsgs.String] `topic:"speech" doc:"what the signals are, when parameter speak is set, as texts to be said"`

	Body    *ros.Watcher[msgs.RobotState]  `topic:"robot_state" qos:"latest" from:"one publisher, silent after 300ms" doc:"signals: hot joints, the battery"`
	Motion  *ros.Watcher[msgs.MotionState] `topic:"motion_state" qos:"transient local, depth 1" doc:"fallen"`
	Phase   *ros.Watcher[msgs.GamePhase]   `topic:"game_phase" qos:"transient local, depth 1" doc:"what the robot has to do in a game"`
	State   *ros.Watcher[msgs.GameState]   `topic:"game_state" qos:"transient local, depth 1" doc:"the team's colour, and who kicks off"`
	game    lights.GameLights
	Blobs   *ros.Subscription[msgs.ColorBlobArray]            `topic:"color_blobs" qos:"sensor data" doc:"a ball is in view"`
	Role    *ros.Subscription[stdmsgs.String]                 `topic:"role" doc:"striker, supporter, defender, keeper or nothing"`
	Health  *ros.Subscription[diagnosticmsgs.DiagnosticArray] `topic:"/diagnostics" doc:"errors of this robot"`
	ballAt  time.Time
	faultAt time.Time
}

// newSignaller subscribes to the topics of the signals.
func newSignaller(n *ros.Node) (*signaller, error) {
	s := &signaller{n: n}
	return s, ros.Open(n, s)
}

// read stores when a ball or a fault was reported last.
func (s *signaller) read(now time.Time) {
	for len(s.Blobs.C()) > 0 {
		if m := <-s.Blobs.C(); len(m.Blobs) > 0 {
			s.ballAt = now
		}
	}
	for len(s.Health.C()) > 0 {
		m := <-s.Health.C()
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
			_ = s.Speaks.Publish(stdmsgs.String{Data: text}) // speech is optional
		}
	}
	if b, ok := s.Body.Get(); ok {
		set(lights.Hot, hot(&b))
		set(lights.BatteryLow, b.Capabilities&msgs.RobotStateCapabilityBattery != 0 && !b.BatteryCharging && b.BatteryCharge < lights.LowCharge)
	}
	if b, ok := s.Motion.Get(); ok {
		set(lights.Fallen, b.State >= msgs.MotionStateFalling && b.State <= msgs.MotionStateGettingUp)
	}
	if p, ok := s.Phase.Get(); ok {
		set(lights.Penalised, p.Phase == msgs.GamePhasePhasePenalized)
		g, ok := s.State.Get()
		team := g.Home.FieldColor
		if !ok {
			team = noTeam
		}
		changed = s.game.Set(m, p.Phase, team, ok && g.Kicking == msgs.GameStateKickingHome, now) || changed
	}
	set(lights.Fault, !s.faultAt.IsZero() && now.Sub(s.faultAt) < faultHold)
	set(lights.BallSeen, !s.ballAt.IsZero() && now.Sub(s.ballAt) < lights.BallHold)
	for len(s.Role.C()) > 0 {
		text := (<-s.Role.C()).Data
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
