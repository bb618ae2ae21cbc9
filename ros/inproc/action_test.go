package inproc_test

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	exampleinterfaces "gonao/msgs/example_interfaces"
	"gonao/ros"
	"gonao/ros/inproc"
)

type (
	goal     = exampleinterfaces.FibonacciGoal
	result   = exampleinterfaces.FibonacciResult
	feedback = exampleinterfaces.FibonacciFeedback
	client   = ros.ActionClient[goal, result, feedback]
)

// fibonacci takes a second per number after the second, on the node's clock.
func fibonacci(n *ros.Node) func(context.Context, goal, func(feedback)) (result, error) {
	return func(ctx context.Context, g goal, say func(feedback)) (result, error) {
		seq := []int32{0, 1}
		for int32(len(seq)) < g.Order {
			if err := n.Clock.Sleep(ctx, time.Second); err != nil {
				return result{Sequence: seq}, err
			}
			seq = append(seq, seq[len(seq)-1]+seq[len(seq)-2])
			say(feedback{Sequence: seq})
		}
		if g.Order == 2 {
			return result{Sequence: seq}, errors.New("too short")
		}
		return result{Sequence: seq}, nil
	}
}

func onBus(t *testing.T, test func(t *testing.T, bus *inproc.Bus, c *client)) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		n := newNode(t, bus, "server")
		_, err := ros.ServeAction(n, "fibonacci", fibonacci(n), ros.Accept(func(g goal) error {
			if g.Order < 0 {
				return errors.New("order below 0")
			}
			return nil
		}))
		require.NoError(t, err)
		c, err := ros.NewActionClient[goal, result, feedback](newNode(t, bus, "client"), "fibonacci")
		require.NoError(t, err)
		test(t, bus, c)
	})
}

func advance(bus *inproc.Bus, times int, step time.Duration) {
	for range times {
		synctest.Wait()
		bus.Advance(step)
	}
	synctest.Wait()
}

func TestAGoalRunsWithFeedbackAndSucceeds(t *testing.T) {
	onBus(t, func(t *testing.T, bus *inproc.Bus, c *client) {
		var heard []int
		h, err := c.Send(t.Context(), goal{Order: 5}, func(f feedback) { heard = append(heard, len(f.Sequence)) })
		require.NoError(t, err)
		advance(bus, 3, time.Second)
		res, status, err := h.Result(t.Context())
		require.NoError(t, err)
		require.Equal(t, ros.StatusSucceeded, status)
		require.Equal(t, []int32{0, 1, 1, 2, 3}, res.Sequence)
		require.Equal(t, []int{3, 4, 5}, heard)
	})
}

func TestAnErrorAbortsAndTheResultIsStillSent(t *testing.T) {
	onBus(t, func(t *testing.T, _ *inproc.Bus, c *client) {
		h, err := c.Send(t.Context(), goal{Order: 2}, nil)
		require.NoError(t, err)
		res, status, err := h.Result(t.Context())
		require.NoError(t, err)
		require.Equal(t, ros.StatusAborted, status)
		require.Equal(t, []int32{0, 1}, res.Sequence)
	})
}

func TestAGoalCanBeRejected(t *testing.T) {
	onBus(t, func(t *testing.T, _ *inproc.Bus, c *client) {
		_, err := c.Send(t.Context(), goal{Order: -1}, nil)
		require.ErrorIs(t, err, ros.ErrRejected)
		require.ErrorContains(t, err, "/nao1/fibonacci")
	})
}

func TestAGoalWhoseAnswerGotLostRunsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		runs, judged := 0, 0
		_, err := ros.ServeAction(newNode(t, bus, "server"), "fibonacci", func(ctx context.Context, _ goal, _ func(feedback)) (result, error) {
			runs++
			<-ctx.Done()
			return result{}, ctx.Err()
		}, ros.Accept(func(goal) error {
			if judged++; judged > 1 {
				return errors.New("busy")
			}
			return nil
		}))
		require.NoError(t, err)
		c, err := ros.NewActionClient[goal, result, feedback](newNode(t, bus, "client"), "fibonacci")
		require.NoError(t, err)
		bus.Partition("client")
		time.AfterFunc(1500*time.Millisecond, func() { bus.Partition("") })
		h, err := c.Send(t.Context(), goal{}, nil) // asks again each second
		require.NoError(t, err, "the server has the goal, so it must not refuse it")
		require.NoError(t, h.Cancel(t.Context()))
		_, status, err := h.Result(t.Context())
		require.NoError(t, err)
		require.Equal(t, ros.StatusCanceled, status)
		require.Equal(t, 1, runs)
	})
}

func TestCancelEndsOneOfSeveralGoals(t *testing.T) {
	onBus(t, func(t *testing.T, bus *inproc.Bus, c *client) {
		one, err := c.Send(t.Context(), goal{Order: 30}, nil)
		require.NoError(t, err)
		two, err := c.Send(t.Context(), goal{Order: 4}, nil)
		require.NoError(t, err)
		advance(bus, 1, time.Second)
		require.NoError(t, one.Cancel(t.Context()))
		advance(bus, 1, time.Second)

		res, status, err := one.Result(t.Context())
		require.NoError(t, err)
		require.Equal(t, ros.StatusCanceled, status)
		require.Equal(t, []int32{0, 1, 1}, res.Sequence)
		res, status, err = two.Result(t.Context())
		require.NoError(t, err)
		require.Equal(t, ros.StatusSucceeded, status)
		require.Equal(t, []int32{0, 1, 1, 2}, res.Sequence)
		require.NoError(t, one.Cancel(t.Context()), "canceling an ended goal is no error")
	})
}

func TestAServerThatComesBackDoesNotKnowTheGoal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		first := newNode(t, bus, "server")
		serve := func(n *ros.Node) *ros.ActionServer {
			s, err := ros.ServeAction(n, "fibonacci", fibonacci(n))
			require.NoError(t, err)
			return s
		}
		old := serve(first)
		c, err := ros.NewActionClient[goal, result, feedback](newNode(t, bus, "client"), "fibonacci")
		require.NoError(t, err)
		h, err := c.Send(t.Context(), goal{Order: 5}, nil)
		require.NoError(t, err)
		synctest.Wait()
		bus.Partition("client") // the result of the dying server gets lost
		require.NoError(t, old.Close())
		bus.Partition("")
		serve(first)
		_, _, err = h.Result(t.Context())
		require.ErrorContains(t, err, "has no such goal")
	})
}

func TestAMissingServerIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := ros.NewActionClient[goal, result, feedback](newNode(t, inproc.NewBus(), "client"), "fibonacci")
		require.NoError(t, err)
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		_, err = c.Send(ctx, goal{}, nil)
		require.ErrorContains(t, err, "action /nao1/fibonacci: no server")
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
}

func TestAnActionServerSurvivesRandomBytes(t *testing.T) {
	bus := inproc.NewBus()
	n, err := ros.NewNode(t.Context(), bus, "server", ros.NodeOptions{Namespace: "nao1", Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	defer n.Close()
	_, err = ros.ServeAction(n, "fibonacci", func(context.Context, goal, func(feedback)) (result, error) {
		return result{}, nil
	})
	require.NoError(t, err)
	attacker, err := bus.CreateNode("/", "attacker")
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	for _, service := range []string{"send_goal", "get_result", "cancel_goal"} {
		c, err := attacker.Client(ros.ServiceSpec{Name: "/nao1/fibonacci/_action/" + service}, func(int64, []byte) {})
		require.NoError(t, err)
		for range fuzzn.N(t) {
			data := make([]byte, random.IntN(48))
			for i := range data {
				data[i] = byte(random.Uint32())
			}
			if random.IntN(4) > 0 && len(data) >= 4 {
				copy(data, []byte{0, 1, 0, 0})
			}
			require.NoError(t, c.Request(data, func(int64) {}))
		}
	}
}

func TestAHandlerMayPublishWhileTheNodeCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		n, err := ros.NewNode(t.Context(), bus, "server", ros.NodeOptions{})
		require.NoError(t, err)
		var pub *ros.Publisher[exampleinterfaces.FibonacciGoal]
		var safe error
		_, err = ros.ServeAction(n, "/fibonacci", func(ctx context.Context, _ goal, _ func(feedback)) (result, error) {
			<-ctx.Done()
			time.Sleep(time.Second) // it takes a while to leave the robot safe
			safe = pub.Publish(goal{Order: 1})
			return result{}, ctx.Err()
		})
		require.NoError(t, err)
		pub, err = ros.Advertise[goal](n, "/safe") // after the server, so closed before it
		require.NoError(t, err)
		sub, err := ros.Subscribe[goal](newNode(t, bus, "watcher"), "/safe")
		require.NoError(t, err)
		c, err := ros.NewActionClient[goal, result, feedback](newNode(t, bus, "client"), "/fibonacci")
		require.NoError(t, err)
		h, err := c.Send(t.Context(), goal{}, nil)
		require.NoError(t, err)
		require.NoError(t, n.Close())
		require.NoError(t, safe)
		require.Len(t, sub.C(), 1)
		_, status, err := h.Result(t.Context())
		require.NoError(t, err)
		require.Equal(t, ros.StatusAborted, status, "nobody canceled it")
	})
}
