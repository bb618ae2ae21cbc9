package localization

import (
	"math"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	tf2msgs "gonao/msgs/tf2_msgs"
	"gonao/robot/percepts/plane"
	"gonao/ros"
)

// games publishes game_state and game_phase as game_client does.
func (s *stage) games() (states func(msgs.GameState), phases func(uint8)) {
	state, err := ros.Advertise[msgs.GameState](s.n, "game_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(s.t, err)
	phase, err := ros.Advertise[msgs.GamePhase](s.n, "game_phase", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(s.t, err)
	return func(m msgs.GameState) {
			require.NoError(s.t, state.Publish(m))
			synctest.Wait()
		}, func(p uint8) {
			require.NoError(s.t, phase.Publish(msgs.GamePhase{Phase: p}))
			synctest.Wait()
		}
}

func TestTheGameSetsTheDirectionOfPlayAndHalfTimeTurnsIt(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Field, cfg.Attack = "field2010", attackNegative
	onStage(t, cfg, func(s *stage) {
		state, _ := s.games()
		s.pose = plane.Pose{X: 0.5, Y: -0.4, Theta: 0.3}
		pose, _ := s.images(40)
		require.Less(t, pose.Distance(s.pose.Turned()), 0.05, "the parameter")
		state(msgs.GameState{HomeOnLeft: true})
		pose, _ = s.images(5)
		require.Less(t, pose.Distance(s.pose.Turned()), 0.05, "no GameController has spoken")
		state(msgs.GameState{HomeOnLeft: true, PlayersPerTeam: 7})
		pose, e := s.images(5)
		require.Less(t, pose.Distance(s.pose), 0.05, "it attacks +x")
		require.True(t, e.Localized)
		state(msgs.GameState{PlayersPerTeam: 7, Phase: msgs.GameStatePhaseSecondHalf})
		pose, _ = s.images(5)
		require.Less(t, pose.Distance(s.pose.Turned()), 0.05, "half-time")
		var last tf2msgs.TFMessage
		for len(s.frames.C()) > 0 {
			last = <-s.frames.C()
		}
		require.InDelta(t, 1, math.Abs(last.Transforms[1].Transform.Rotation.Z), 1e-9, "map is world turned by 180°")
	})
}

func TestARobotThatComesBackFromAPenaltyIsAtATouchlineOrWhereItWas(t *testing.T) {
	for name, carried := range map[string]bool{"carried away": true, "left where it was": false} {
		t.Run(name, func(t *testing.T) {
			onStage(t, DefaultConfig(), func(s *stage) {
				_, phase := s.games()
				phase(msgs.GamePhasePhasePlaying)
				s.pose = plane.Pose{X: -1.4, Y: 0.7, Theta: -0.6}
				pose, _ := s.images(40)
				require.Less(t, pose.Distance(s.pose), 0.05)
				phase(msgs.GamePhasePhasePenalized)
				if carried {
					s.pose = plane.Pose{X: -3.2, Y: -3.1, Theta: math.Pi / 2}
				}
				phase(msgs.GamePhasePhasePlaying)
				pose, e := s.images(15)
				require.Less(t, pose.Distance(s.pose), 0.08)
				require.True(t, e.Localized)
			})
		})
	}
}

func TestARobotEntersTheFieldFromItsOwnHalf(t *testing.T) {
	onStage(t, DefaultConfig(), func(s *stage) {
		_, phase := s.games()
		phase(msgs.GamePhasePhaseInitial)
		s.pose = plane.Pose{X: -1.6, Y: -3, Theta: math.Pi / 2}
		phase(msgs.GamePhasePhaseReady)
		pose, e := s.images(15)
		require.Less(t, pose.Distance(s.pose), 0.08)
		require.True(t, e.Localized)
	})
}

func TestTheHeadLooksWhereItHelps(t *testing.T) {
	onStage(t, DefaultConfig(), func(s *stage) {
		heads, err := ros.Subscribe[msgs.HeadCommand](s.n, "idle_head_command", ros.SensorData(), ros.Depth(100))
		require.NoError(t, err)
		synctest.Wait()
		yaws := func(images int) (low, high float64) {
			s.images(images)
			low, high = math.Inf(1), math.Inf(-1)
			for len(heads.C()) > 0 {
				m := <-heads.C()
				low, high = min(low, float64(m.Yaw)), max(high, float64(m.Yaw))
			}
			return low, high
		}
		s.pose = plane.Pose{X: -9, Y: 0.7, Theta: math.Pi} // nothing of the field is in sight
		low, high := yaws(60)
		require.Less(t, low, -1.4, "a robot that does not know its place looks all around")
		require.Greater(t, high, 1.4)
		s.pose = plane.Pose{X: -2.4, Y: 0.7, Theta: -0.6}
		s.begin("anywhere")
		s.images(40)
		for len(heads.C()) > 0 {
			<-heads.C()
		}
		low, high = yaws(30)
		require.LessOrEqual(t, max(-low, high), math.Pi/2+1e-6)
		require.Greater(t, high-low, 0.1, "the head comes round")
	})
	cfg := DefaultConfig()
	cfg.Look = false
	onStage(t, cfg, func(s *stage) {
		heads, err := ros.Subscribe[msgs.HeadCommand](s.n, "idle_head_command", ros.SensorData(), ros.Depth(100))
		require.NoError(t, err)
		s.images(10)
		require.Empty(t, heads.C())
	})
}
