package cyclone

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	exampleinterfaces "gonao/msgs/example_interfaces"
	"gonao/ros"
)

// noMoreGoroutines is called before anything is opened; at the end of the test, when
// all is closed, nothing of it may run.
func noMoreGoroutines(t *testing.T) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		var n int
		for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			if n = runtime.NumGoroutine(); n <= before {
				return
			}
		}
		stacks := make([]byte, 1<<20)
		t.Errorf("%d goroutines, before %d:\n%s", n, before, stacks[:runtime.Stack(stacks, true)])
	})
}

type (
	fibGoal     = exampleinterfaces.FibonacciGoal
	fibResult   = exampleinterfaces.FibonacciResult
	fibFeedback = exampleinterfaces.FibonacciFeedback
	fibHandle   = ros.GoalHandle[fibResult]
)

// manyGoals sends 50 goals at once, of which every second ends by itself.
func manyGoals(t *testing.T, server, client *ros.Node) (handles []*fibHandle, running *atomic.Int64) {
	t.Helper()
	running = new(atomic.Int64)
	_, err := ros.ServeAction(server, "/fib", func(ctx context.Context, g fibGoal, feedback func(fibFeedback)) (fibResult, error) {
		running.Add(1)
		defer running.Add(-1)
		feedback(fibFeedback{Sequence: []int32{g.Order}})
		if g.Order%2 == 0 {
			return fibResult{Sequence: []int32{g.Order}}, nil
		}
		<-ctx.Done()
		return fibResult{}, context.Cause(ctx)
	})
	require.NoError(t, err)
	c, err := ros.NewActionClient[fibGoal, fibResult, fibFeedback](client, "/fib")
	require.NoError(t, err)
	const count = 50
	handles = make([]*fibHandle, count)
	var all sync.WaitGroup
	for i := range handles {
		all.Go(func() {
			h, err := c.Send(t.Context(), fibGoal{Order: int32(i)}, func(fibFeedback) {})
			if err != nil {
				t.Error(err)
				return
			}
			handles[i] = h
		})
	}
	all.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return handles, running
}

func TestFiftyGoalsAtOnceAreEachEndedOrCancelled(t *testing.T) {
	noMoreGoroutines(t)
	useOwnDomain(t, 60)
	handles, running := manyGoals(t, openNode(t, "server"), openNode(t, "client"))
	var all sync.WaitGroup
	for i, h := range handles {
		all.Go(func() {
			want := ros.StatusSucceeded
			if i%2 == 1 {
				want = ros.StatusCanceled
				if err := h.Cancel(t.Context()); err != nil {
					t.Error(err)
				}
			}
			result, status, err := h.Result(t.Context())
			if err != nil || status != want || want == ros.StatusSucceeded && fmt.Sprint(result.Sequence) != fmt.Sprint([]int{i}) {
				t.Errorf("goal %d: %v, %v, %v", i, status, result, err)
			}
		})
	}
	all.Wait()
	require.Zero(t, running.Load())
}

func TestANodeThatClosesEndsItsGoalsAndItsCallers(t *testing.T) {
	for name, closes := range map[string]func(server, client *ros.Node) *ros.Node{
		"the server": func(server, _ *ros.Node) *ros.Node { return server },
		"the client": func(_, client *ros.Node) *ros.Node { return client },
	} {
		t.Run(name, func(t *testing.T) {
			noMoreGoroutines(t)
			useOwnDomain(t, 61)
			server, client := openNode(t, "server"), openNode(t, "client")
			handles, running := manyGoals(t, server, client)
			var all sync.WaitGroup
			for _, h := range handles {
				all.Go(func() {
					_, status, err := h.Result(t.Context())
					if err == nil && status != ros.StatusSucceeded && status != ros.StatusAborted {
						t.Errorf("status %v", status)
					}
				})
			}
			require.NoError(t, closes(server, client).Close())
			all.Wait()
			require.NoError(t, server.Close())
			require.Zero(t, running.Load())
		})
	}
}
