package e2e

import (
	"fmt"
	"math"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	"gonao/nao"
	"gonao/ros"
)

// busy is a machine that walks, kicks and dances, so that a program can be stopped during each of these motions.
const busy = `
machine: busy
initial: walk
states:
  walk:
    do: {walk: {x: 0.15}}
    transitions: [{after: 4s, to: kick}]
  kick:
    do: {kick: {}}
    transitions: [{if: final or failed, to: dance}]
  dance:
    do: {play: {motion: dance_left}}
    transitions: [{after: 4s, to: walk}]
`

// stopped holds a robot whose programs are stopped and continued.
type stopped struct {
	*sandbox
	launch *process
	clock  *ros.Subscription[rosgraphmsgs.Clock]
	states *ros.Subscription[msgs.RobotState]
	truth  *ros.Subscription[msgs.GroundTruth] // from the simulator, which continues while the driver is stopped

	last       msgs.RobotState
	jump, lean float64      // largest movement of a stiff joint in one cycle, and largest lean, rad
	leans      [2]float64   // lean at the last two moments, rad
	at         [2]time.Time // times of those two moments
}

// pass waits for some simulated time and observes the robot.
func (s *stopped) pass(t *testing.T, d time.Duration) {
	t.Helper()
	var begin time.Time
	drain(s.clock)
	await(t, s.clock, "advancing time", func(m *rosgraphmsgs.Clock) bool {
		now := ros.StampTime(m.Clock)
		if begin.IsZero() {
			begin = now
		}
		for len(s.states.C()) > 0 {
			s.watch(<-s.states.C())
		}
		for len(s.truth.C()) > 0 {
			s.watchLean(<-s.truth.C())
		}
		return now.Sub(begin) >= d
	})
}

// watch records what changed since the previous state.
func (s *stopped) watch(m msgs.RobotState) {
	for j := range nao.LHand {
		if m.Cycle == s.last.Cycle+1 && m.Stiffness[j] > 0.1 && s.last.Stiffness[j] > 0.1 {
			s.jump = max(s.jump, math.Abs(float64(m.Position[j]-s.last.Position[j])))
		}
	}
	s.last = m
}

// watchLean records how far the trunk leans.
func (s *stopped) watchLean(m msgs.GroundTruth) {
	q := m.Poses[0].Orientation
	lean := math.Acos(1 - 2*(q.X*q.X+q.Y*q.Y))
	s.lean = max(s.lean, lean)
	s.leans, s.at = [2]float64{s.leans[1], lean}, [2]time.Time{s.at[1], ros.StampTime(m.Header.Stamp)}
}

// falls reports whether the robot has leaned too far since the lean was reset, or is tipping over now.
func (s *stopped) falls() bool {
	dt := s.at[1].Sub(s.at[0]).Seconds()
	return s.lean > 0.6 || s.leans[1] > 0.3 && s.leans[1]-s.leans[0] > 0.5*dt
}

// Programs of a robot that walks, kicks and dances are stopped with SIGSTOP for 0.5 to 30 s and then continue. The
// robot must neither fall nor jerk. In lockstep, a stopped driver would stop the world as well, so this world runs at
// the clock's pace.
func TestARealProcessThatWasStoppedThrowsNobody(t *testing.T) {
	if testing.Short() {
		t.Skip("20 pauses take minutes; make nightly runs this test")
	}
	rng := rand.New(rand.NewPCG(32, 20))
	for _, row := range []struct {
		lockstep string
		victims  []string
	}{
		{"true", []string{"motion", "executor", "motion", "executor", "motion", "executor", "motion", "motion", "executor", "motion", "executor", "motion"}},
		{"false", []string{"nao_driver", "nao_driver", "nao_driver", "nao_driver", "nao_driver", "nao_driver", "nao_driver", "nao_driver"}},
	} {
		t.Run("lockstep "+row.lockstep, func(t *testing.T) {
			s := &stopped{sandbox: newSandbox(t)}
			s.observe()
			s.clock = subscribe[rosgraphmsgs.Clock](s.sandbox, "/clock")
			s.states = subscribe[msgs.RobotState](s.sandbox, "robot_state")
			s.truth = subscribe[msgs.GroundTruth](s.sandbox, "ground_truth")
			bodies := subscribe[msgs.MotionState](s.sandbox, "motion_state", ros.Reliable(), ros.TransientLocal())
			s.launch = s.startEnv([]string{"GONAO_SIMULATOR_LOCKSTEP=" + row.lockstep, "GONAO_NAO_DRIVER_ANSWER_WITHIN_SEC=1.0"},
				"gonao", "launch", "sim.launch.yaml", "blind:=true", "world:=empty", "profile:=real", "socket:="+s.socket, "machine:="+s.file("busy.yaml", busy))
			for n, victim := range row.victims {
				lasts := time.Duration(0.5 * math.Pow(60, rng.Float64()) * float64(time.Second))
				t.Run(fmt.Sprintf("%d %s for %v", n+1, victim, lasts.Round(time.Millisecond)), func(t *testing.T) {
					drain(bodies)
					await(t, bodies, "walking", func(m *msgs.MotionState) bool { return m.Name == "walking" })
					s.pass(t, time.Duration(rng.Float64()*float64(12*time.Second)))
					pid := s.launch.pidOf(victim)
					require.NoError(t, syscall.Kill(pid, syscall.SIGSTOP))
					s.lean = 0
					s.pass(t, lasts)
					paused, fell := s.lean, s.falls()
					s.jump, s.lean = 0, 0
					require.NoError(t, syscall.Kill(pid, syscall.SIGCONT))
					s.pass(t, 14*time.Second)
					t.Logf("stopped: the largest lean %.2f rad, fell %v; after it: the largest joint movement in a cycle %.3f rad, the largest lean %.2f rad", paused, fell, s.jump, s.lean)
					require.Less(t, s.jump, 0.15, "rad in a cycle")
					if !fell { // The robot may fall then, because the driver is stopped in the middle of a step.
						require.Less(t, s.lean, 0.9, "rad")
					}
				})
			}
		})
	}
}
