package interop

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	exampleinterfaces "gonao/msgs/example_interfaces"
	"gonao/ros"
	"gonao/ros/rmw"
)

// config holds the parameters of our node.
type config struct {
	Speed float64 `yaml:"speed" desc:"how fast, in m/s" min:"0" max:"2"`
	Name  string  `yaml:"name" desc:"what it is called"`
	Fixed int     `yaml:"fixed" desc:"stays as it is" readonly:"true"`
}

// openFullNode creates the node /nao1/full, which has parameters, a service and an action.
func openFullNode(t *testing.T) *ros.Node {
	t.Helper()
	b, err := rmw.Open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	n, err := ros.NewNode(t.Context(), b, "full", ros.NodeOptions{
		Namespace: "/nao1", Parameters: &config{Speed: 1, Name: "nao", Fixed: 7}, Logger: slog.New(slog.DiscardHandler),
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	require.NoError(t, ros.OnReconfigure(n, func(c config) error {
		if c.Name == "nobody" {
			return errors.New("nobody is taken")
		}
		return nil
	}))
	_, err = ros.Serve(n, "add", func(_ context.Context, q addRequest) (addResponse, error) {
		return addResponse{Sum: q.A + q.B}, nil
	})
	require.NoError(t, err)
	serveFibonacci(t, n)
	return n
}

type (
	fibonacciGoal     = exampleinterfaces.FibonacciGoal
	fibonacciResult   = exampleinterfaces.FibonacciResult
	fibonacciFeedback = exampleinterfaces.FibonacciFeedback
)

// serveFibonacci serves the same action as peer.py.
func serveFibonacci(t *testing.T, n *ros.Node) {
	t.Helper()
	_, err := ros.ServeAction(n, "fibonacci", func(ctx context.Context, g fibonacciGoal, say func(fibonacciFeedback)) (fibonacciResult, error) {
		r := fibonacciResult{Sequence: []int32{0, 1}}
		for int32(len(r.Sequence)) <= g.Order {
			if g.Order > 20 && len(r.Sequence) == 5 {
				<-ctx.Done()
				return r, ctx.Err()
			}
			r.Sequence = append(r.Sequence, r.Sequence[len(r.Sequence)-1]+r.Sequence[len(r.Sequence)-2])
			say(fibonacciFeedback(r))
		}
		if g.Order == 2 {
			return r, errors.New("aborts")
		}
		return r, nil
	}, ros.Accept(func(g fibonacciGoal) error {
		if g.Order < 0 {
			return errors.New("below 0")
		}
		return nil
	}))
	require.NoError(t, err)
}

func within(t *testing.T) context.Context {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	t.Cleanup(stop)
	return ctx
}

func TestServicesOfARealROS(t *testing.T) {
	withROS2(t, "services, both ways", answering(), func(t *testing.T, p *peer) {
		n := openFullNode(t)
		p.ask("serve /theirs")
		c, err := ros.NewClient[addRequest, addResponse](n, "/theirs")
		require.NoError(t, err)
		require.NoError(t, c.WaitForServer(within(t)))
		for i := range int64(10) {
			a, err := c.Call(within(t), addRequest{A: i, B: 1 << 40})
			require.NoError(t, err)
			require.Equal(t, i+1<<40, a.Sum)
			require.Equal(t, fmt.Sprint("sum ", i+100), p.ask("call /nao1/add %d 100", i))
		}
	})
}

func TestActionsOfARealROS(t *testing.T) {
	withROS2(t, "actions: feedback, result, abort, reject, cancel; both ways", answering(), func(t *testing.T, p *peer) {
		n := openFullNode(t)

		// First, ROS 2 is the client.
		require.Equal(t, "accepted", p.ask("goal a /nao1/fibonacci 5"))
		// rclpy drops the subscribers of feedback when the goal has ended, so some feedback may be missing.
		told := p.received("a")
		for ; !contains(told, "result"); told = p.received("a") {
			require.Contains(t, "feedback [0, 1, 1, 2, 3, 5]", told[:len(told)-1])
		}
		require.Equal(t, "result 4 [0, 1, 1, 2, 3, 5]", told)
		require.Equal(t, "accepted", p.ask("goal b /nao1/fibonacci 2"))
		for told = p.received("b"); !contains(told, "result"); told = p.received("b") {
			require.Equal(t, "feedback [0, 1, 1]", told)
		}
		require.Equal(t, "result 6 [0, 1, 1]", told)
		require.Equal(t, "rejected", p.ask("goal c /nao1/fibonacci -1"))
		require.Equal(t, "accepted", p.ask("goal d /nao1/fibonacci 50"))
		// The threads of rclpy may change the order.
		require.ElementsMatch(t, []string{"feedback [0, 1, 1]", "feedback [0, 1, 1, 2]", "feedback [0, 1, 1, 2, 3]"},
			[]string{p.received("d"), p.received("d"), p.received("d")})
		require.Equal(t, "canceling 1", p.ask("cancel d"))
		require.Equal(t, "result 5 [0, 1, 1, 2, 3]", p.received("d"))

		// Then we are the client.
		p.ask("serve_action /theirs")
		c, err := ros.NewActionClient[fibonacciGoal, fibonacciResult, fibonacciFeedback](n, "/theirs")
		require.NoError(t, err)
		heard := make(chan []int32, 1024)
		eventually(t, "their feedback reaches us", func() bool { // feedback works a little later than their services
			h, err := c.Send(within(t), fibonacciGoal{Order: 5}, func(f fibonacciFeedback) { heard <- f.Sequence })
			require.NoError(t, err)
			r, status, err := h.Result(within(t))
			require.NoError(t, err)
			require.Equal(t, ros.StatusSucceeded, status)
			require.Equal(t, []int32{0, 1, 1, 2, 3, 5}, r.Sequence)
			select {
			case f := <-heard:
				require.Subset(t, []int32{0, 1, 1, 2, 3, 5}, f)
				return true
			case <-time.After(100 * time.Millisecond):
				return false
			}
		})
		h, err := c.Send(within(t), fibonacciGoal{Order: 2}, nil)
		require.NoError(t, err)
		_, status, err := h.Result(within(t))
		require.NoError(t, err)
		require.Equal(t, ros.StatusAborted, status)
		_, err = c.Send(within(t), fibonacciGoal{Order: -1}, nil)
		require.ErrorIs(t, err, ros.ErrRejected)
		h, err = c.Send(within(t), fibonacciGoal{Order: 50}, nil)
		require.NoError(t, err)
		require.NoError(t, h.Cancel(within(t)))
		r, status, err := h.Result(within(t))
		require.NoError(t, err)
		require.Equal(t, ros.StatusCanceled, status)
		require.Equal(t, []int32{0, 1, 1, 2, 3}, r.Sequence)
	})
}

func TestTheGraphOfARealROS(t *testing.T) {
	kinds := theRMWs()
	withROS2(t, "graph: nodes, their topics and services, type hashes; both ways", kinds, func(t *testing.T, p *peer) {
		n := openFullNode(t)
		p.ask("reader r rt/chatter std_msgs/msg/String")
		p.ask("serve /theirs")
		_, err := ros.AdvertiseRaw(n, "chatter", "std_msgs/msg/String", newMessage("std_msgs/msg/String").TypeHash(), ros.BestEffort())
		require.NoError(t, err)
		eventually(t, "they see our node", func() bool { return p.ask("nodes") == "nodes /nao1/full /other/peer" })
		for _, part := range []string{
			"publisher:/nao1/chatter:std_msgs/msg/String", "service:/nao1/add:example_interfaces/srv/AddTwoInts",
			"publisher:/rosout:rcl_interfaces/msg/Log", "service:/nao1/full/get_parameters:rcl_interfaces/srv/GetParameters",
			"publisher:/nao1/fibonacci/_action/status:action_msgs/msg/GoalStatusArray",
			"service:/nao1/full/get_type_description:type_description_interfaces/srv/GetTypeDescription",
		} {
			eventually(t, "they see "+part, func() bool { return contains(p.ask("info /nao1/full"), part) })
		}
		eventually(t, "they see type, hash and QoS", func() bool {
			return contains(p.ask("endpoints /nao1/chatter"), "/nao1/full:std_msgs/msg/String:"+newMessage("std_msgs/msg/String").TypeHash()+":BEST_EFFORT")
		})
		eventually(t, "we see their node and what it has", func() bool {
			g, err := n.Graph()
			require.NoError(t, err)
			for _, i := range g.Nodes {
				if i.FullName() == "/other/peer" {
					return contains(fmt.Sprint(i.Subscribes), "/chatter") && contains(fmt.Sprint(i.Serves), "/theirs")
				}
			}
			return false
		})
	})
}
