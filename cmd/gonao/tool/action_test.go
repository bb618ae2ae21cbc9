package tool_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/tooltest"
	exampleinterfaces "gonao/msgs/example_interfaces"
	"gonao/ros"
)

// countTo serves an action that counts. Order 0 is rejected, an order below 0 is aborted,
// and one above 9 runs until it is canceled.
func countTo(t *testing.T, g *tooltest.Graph) {
	_, err := ros.ServeAction(g.Node, "count", func(ctx context.Context, goal exampleinterfaces.FibonacciGoal, feedback func(exampleinterfaces.FibonacciFeedback)) (exampleinterfaces.FibonacciResult, error) {
		if goal.Order < 0 {
			return exampleinterfaces.FibonacciResult{}, errors.New("backwards")
		}
		feedback(exampleinterfaces.FibonacciFeedback{Sequence: []int32{1}})
		if goal.Order > 9 {
			<-ctx.Done()
			return exampleinterfaces.FibonacciResult{}, ctx.Err()
		}
		return exampleinterfaces.FibonacciResult{Sequence: []int32{goal.Order}}, nil
	}, ros.Accept(func(goal exampleinterfaces.FibonacciGoal) error {
		if goal.Order == 0 {
			return errors.New("nothing to count")
		}
		return nil
	}))
	require.NoError(t, err)
}

func TestGoalsAreSent(t *testing.T) {
	const begin = "Waiting for an action server to become available...\nSending goal:\n     order: %\n\n"
	const accepted = "Goal accepted with ID: <id>\n\n"
	g := tooltest.New(t)
	countTo(t, g)
	for _, c := range []struct {
		order, flags, want string
		code               int
	}{
		{"3", "", accepted + "Result:\n    sequence:\n- 3\n\nGoal finished with status: SUCCEEDED\n", 0},
		{"3", "-f", accepted + "Feedback:\n    sequence:\n- 1\n\nResult:\n    sequence:\n- 3\n\nGoal finished with status: SUCCEEDED\n", 0},
		{"0", "", "Goal was rejected.\n", cli.ExitRejected},
		{"-1", "", accepted + "Result:\n    sequence: []\n\nGoal finished with status: ABORTED\n", cli.ExitAborted},
		{"99", "--result-timeout 20ms", accepted + "no result within 20ms\nCanceling goal...\nGoal canceled.\n", cli.ExitCanceled},
	} {
		t.Run(c.order+" "+c.flags, func(t *testing.T) {
			out, err := g.Gonao(append([]string{"action", "send_goal", "/nao1/count", "example_interfaces/action/Fibonacci", "order: " + c.order}, strings.Fields(c.flags)...)...)
			require.Equal(t, c.code, cli.ExitCode(err), "%v", err)
			require.Equal(t, strings.Replace(begin, "%", c.order, 1)+c.want, withoutID(out))
		})
	}
}

// withoutID replaces the ID of a goal, which differs from run to run.
func withoutID(out string) string {
	const words = "Goal accepted with ID: "
	before, after, ok := strings.Cut(out, words)
	if !ok {
		return out
	}
	_, after, _ = strings.Cut(after, "\n")
	return before + words + "<id>\n" + after
}

func TestCtrlCCancelsTheGoalAndWaitsForIt(t *testing.T) {
	g := tooltest.New(t)
	countTo(t, g)
	ctx, interrupt := context.WithCancel(t.Context())
	var out tooltest.Buffer
	ended := make(chan error, 1)
	go func() {
		ended <- g.Run(ctx, &out, "action", "send-goal", "/nao1/count", "example_interfaces/action/Fibonacci", "order: 99", "-f")
	}()
	require.Eventually(t, func() bool { return strings.Contains(out.String(), "Feedback:") }, 2*time.Minute, time.Millisecond)
	interrupt()
	require.Equal(t, cli.ExitCanceled, cli.ExitCode(<-ended))
	require.True(t, strings.HasSuffix(out.String(), "Canceling goal...\nGoal canceled.\n"), out.String())
}
