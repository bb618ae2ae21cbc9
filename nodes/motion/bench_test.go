package motion

import (
	"bytes"
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/paramtest"
)

// bench is the node on a bus, with a body that does each command two cycles later.
type bench struct {
	bus      *inproc.Bus
	log      bytes.Buffer // of the node; read it between two cycles
	n        *ros.Node    // the tester's
	states   *ros.Publisher[msgs.RobotState]
	heads    *ros.Publisher[msgs.HeadCommand]
	commands *ros.Subscription[msgs.JointCommand]
	set      func(name string, value any) (reason string) // a parameter
	client   *ros.ActionClient[msgs.PlayMotionGoal, msgs.PlayMotionResult, msgs.PlayMotionFeedback]
	mover    *ros.ActionClient[msgs.MoveJointsGoal, msgs.MoveJointsResult, msgs.MoveJointsFeedback]

	state   msgs.RobotState
	delayed [2][25]float32
	command msgs.JointCommand // the last one
}

func testConfig() Config {
	cfg := DefaultConfig()
	cfg.RealtimePriority = 0
	return cfg
}

// onBus runs a test beside the node, and returns what Run did.
func onBus(t *testing.T, cfg Config, test func(t *testing.T, b *bench)) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		b := &bench{bus: bus}
		node := func(name string) *ros.Node {
			n, err := ros.NewNode(context.Background(), bus, name, ros.NodeOptions{
				Namespace: "nao1", Parameters: &cfg, Logger: slog.New(slog.NewTextHandler(&b.log, nil)),
			})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, n.Close()) })
			return n
		}
		tester := node("tester")
		b.n, b.set = tester, paramtest.Setter(t, tester, "motion")
		var errs [5]error
		b.states, errs[0] = ros.Advertise[msgs.RobotState](tester, "robot_state", ros.BestEffort(), ros.Depth(1))
		b.heads, errs[1] = ros.Advertise[msgs.HeadCommand](tester, "head_command", ros.Depth(1))
		b.commands, errs[2] = ros.Subscribe[msgs.JointCommand](tester, "joint_command", ros.BestEffort(), ros.Depth(1))
		b.client, errs[3] = ros.NewActionClient[msgs.PlayMotionGoal, msgs.PlayMotionResult, msgs.PlayMotionFeedback](tester, "play_motion")
		b.mover, errs[4] = ros.NewActionClient[msgs.MoveJointsGoal, msgs.MoveJointsResult, msgs.MoveJointsFeedback](tester, "move_joints")
		for _, err := range errs {
			require.NoError(t, err)
		}
		stand := nao.StandPosture()
		for j, angle := range stand {
			b.state.Position[j] = float32(angle)
		}
		b.delayed = [2][25]float32{b.state.Position, b.state.Position}
		b.state.Cycle = 100

		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- Run(ctx, node("motion"), cfg) }()
		synctest.Wait()
		test(t, b)
		cancel()
		synctest.Wait()
		require.NoError(t, <-ended)
	})
}

// run runs n cycles of the body.
func (b *bench) run(t *testing.T, n int) {
	for range n {
		b.bus.Advance(nao.CyclePeriod)
		b.state.Cycle++
		b.state.Stamp = ros.Stamp(b.bus.Clock().Now())
		require.NoError(t, b.states.Publish(b.state))
		synctest.Wait()
		require.Len(t, b.commands.C(), 1, "each state is answered")
		b.command = <-b.commands.C()
		require.Equal(t, b.state.Cycle, b.command.Cycle)
		b.state.Position = b.delayed[0]
		b.delayed = [2][25]float32{b.delayed[1], b.command.Position}
		b.state.Stiffness = b.command.Stiffness
	}
}

// standUp runs until the robot stands.
func (b *bench) standUp(t *testing.T) { b.run(t, 110) }

// sentGoal is a goal of play_motion under way.
type sentGoal struct {
	handle   *ros.GoalHandle[msgs.PlayMotionResult]
	feedback []msgs.PlayMotionFeedback
}

func (b *bench) send(t *testing.T, name string) *sentGoal {
	g := &sentGoal{}
	var err error
	g.handle, err = b.client.Send(t.Context(), msgs.PlayMotionGoal{Name: name}, func(f msgs.PlayMotionFeedback) {
		g.feedback = append(g.feedback, f)
	})
	require.NoError(t, err)
	synctest.Wait()
	return g
}

// result waits for the goal's end.
func (b *bench) result(t *testing.T, g *sentGoal) (msgs.PlayMotionResult, ros.Status) {
	return resultOf(t, b, g.handle)
}

// resultOf waits for the end of a goal, at most a minute of the bus's time.
func resultOf[R any](t *testing.T, b *bench, handle *ros.GoalHandle[R]) (R, ros.Status) {
	type end struct {
		result R
		status ros.Status
		err    error
	}
	ended := make(chan end, 1)
	go func() {
		r, s, err := handle.Result(t.Context())
		ended <- end{r, s, err}
	}()
	synctest.Wait()
	for range 5000 {
		select {
		case e := <-ended:
			require.NoError(t, e.err)
			return e.result, e.status
		default:
			b.run(t, 1)
		}
	}
	t.Fatal("the goal does not end")
	panic("unreachable")
}

func seconds(t time.Time) float64 { return ros.SinceEpoch(t).Seconds() }
