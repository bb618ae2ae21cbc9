package inproc_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	actionmsgs "gonao/msgs/action_msgs"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
	"gonao/ros/inproc"
)

// serve offers fibonacci with options and returns a client of it.
func serve(t *testing.T, bus *inproc.Bus, opts ...ros.Option) *client {
	t.Helper()
	n := newNode(t, bus, "server")
	_, err := ros.ServeAction(n, "fibonacci", fibonacci(n), opts...)
	require.NoError(t, err)
	return newClient(t, bus)
}

func newClient(t *testing.T, bus *inproc.Bus, opts ...ros.Option) *client {
	t.Helper()
	c, err := ros.NewActionClient[goal, result, feedback](newNode(t, bus, "client"), "fibonacci", opts...)
	require.NoError(t, err)
	return c
}

func send(t *testing.T, c *client, order int32) *ros.GoalHandle[result] {
	t.Helper()
	h, err := c.Send(t.Context(), goal{Order: order}, nil)
	require.NoError(t, err)
	return h
}

func statuses(c *client) []ros.Status {
	var all []ros.Status
	for _, g := range c.Goals() {
		all = append(all, g.Status)
	}
	return all
}

func status(t *testing.T, h *ros.GoalHandle[result]) ros.Status {
	t.Helper()
	_, s, err := h.Result(t.Context())
	require.NoError(t, err)
	return s
}

func TestAResultExpiresWithoutAnotherGoal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		c := serve(t, bus)
		h := send(t, c, 3)
		advance(bus, 1, time.Second)
		require.Equal(t, ros.StatusSucceeded, status(t, h))
		late := send(t, c, 8)
		advance(bus, 9, time.Second)
		require.Equal(t, []ros.Status{ros.StatusSucceeded, ros.StatusSucceeded}, statuses(c))
		advance(bus, 1, time.Second)
		require.Equal(t, []ros.Status{ros.StatusSucceeded}, statuses(c), "the first ended 10 s ago")
		require.Equal(t, late.ID(), c.Goals()[0].ID)
		advance(bus, 6, time.Second)
		require.Empty(t, statuses(c))
		require.ErrorContains(t, h.Cancel(t.Context()), "has no such goal")
	})
}

func TestResultsAreKeptAsLongAsAsked(t *testing.T) {
	for keep, kept := range map[time.Duration]int{-1: 1, 0: 0, time.Hour: 1, time.Minute: 0} {
		synctest.Test(t, func(t *testing.T) {
			bus := inproc.NewBus()
			c := serve(t, bus, ros.KeepResults(keep))
			h := send(t, c, 3)
			advance(bus, 1, time.Second)
			require.Equal(t, ros.StatusSucceeded, status(t, h))
			advance(bus, 2, time.Minute)
			require.Len(t, c.Goals(), kept, "%v", keep)
		})
	}
}

func TestOnlySoManyResultsAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		c := serve(t, bus, ros.KeepResults(-1))
		for range 300 {
			require.Equal(t, ros.StatusAborted, status(t, send(t, c, 2)))
		}
		synctest.Wait() // the status may follow the result
		require.Len(t, c.Goals(), 256)
	})
}

func TestCancelMeansWhatRclMeans(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		c := serve(t, bus)
		early, short := send(t, c, 100), send(t, c, 3)
		advance(bus, 2, time.Second)
		late := send(t, c, 100)
		synctest.Wait()

		ids, err := c.CancelBefore(t.Context(), bus.Clock().Now().Add(-time.Second))
		require.NoError(t, err)
		require.Equal(t, [][16]byte{early.ID()}, ids)
		require.Equal(t, ros.StatusCanceled, status(t, early))
		require.Equal(t, ros.StatusSucceeded, status(t, short))
		require.Equal(t, ros.StatusExecuting, late.Status())

		ids, err = c.CancelAll(t.Context())
		require.NoError(t, err)
		require.Equal(t, [][16]byte{late.ID()}, ids)
		require.Equal(t, ros.StatusCanceled, status(t, late))
		ids, err = c.CancelAll(t.Context())
		require.NoError(t, err, "canceling nothing is no error")
		require.Empty(t, ids)
	})
}

func TestACancelIsAnsweredWithItsCode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		c := serve(t, bus, ros.AcceptCancel(func(g goal) error {
			if g.Order == 99 {
				return errors.New("not that one")
			}
			return nil
		}))
		var m actionmsgs.CancelGoalRequest
		raw, err := ros.NewClient[actionmsgs.CancelGoalRequest, actionmsgs.CancelGoalResponse](newNode(t, bus, "asker"), "fibonacci/_action/cancel_goal")
		require.NoError(t, err)
		code := func(info actionmsgs.GoalInfo) int8 {
			m.GoalInfo = info
			answer, err := raw.Call(t.Context(), m)
			require.NoError(t, err)
			return answer.ReturnCode
		}
		info := func(id [16]byte) (i actionmsgs.GoalInfo) {
			i.GoalId.Uuid = id
			return i
		}
		stubborn, short, other := send(t, c, 99), send(t, c, 3), send(t, c, 50)
		advance(bus, 1, time.Second)
		require.Equal(t, ros.StatusSucceeded, status(t, short))
		require.Equal(t, actionmsgs.CancelGoalResponseErrorUnknownGoalId, code(info([16]byte{1})))
		require.Equal(t, actionmsgs.CancelGoalResponseErrorGoalTerminated, code(info(short.ID())))
		require.Equal(t, actionmsgs.CancelGoalResponseErrorRejected, code(info(stubborn.ID())))
		require.ErrorContains(t, stubborn.Cancel(t.Context()), "action /nao1/fibonacci: cancel: the server refused")
		require.Equal(t, actionmsgs.CancelGoalResponseErrorNone, code(actionmsgs.GoalInfo{}), "one of two agrees")
		require.Equal(t, ros.StatusCanceled, status(t, other))
		require.Equal(t, actionmsgs.CancelGoalResponseErrorRejected, code(actionmsgs.GoalInfo{}))
		require.Equal(t, ros.StatusExecuting, stubborn.Status())
	})
}

func TestGoalsWaitInLineIfAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		c := serve(t, bus, ros.OneByOne())
		first, second, third := send(t, c, 4), send(t, c, 3), send(t, c, 3)
		synctest.Wait()
		require.Equal(t, []ros.Status{ros.StatusExecuting, ros.StatusAccepted, ros.StatusAccepted}, statuses(c))
		require.NoError(t, second.Cancel(t.Context()))
		require.Equal(t, ros.StatusCanceled, status(t, second), "also while it waits")
		synctest.Wait()
		require.Equal(t, ros.StatusAccepted, third.Status(), "the first still runs")
		advance(bus, 2, time.Second)
		require.Equal(t, ros.StatusSucceeded, status(t, first))
		require.Equal(t, ros.StatusExecuting, third.Status())
		advance(bus, 1, time.Second)
		require.Equal(t, ros.StatusSucceeded, status(t, third))
	})
}

func TestAGoalWhoseHandlerPanicsIsAborted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		var log bytes.Buffer
		n := newNode(t, bus, "server")
		n.Log = slog.New(slog.NewTextHandler(&log, nil))
		_, err := ros.ServeAction(n, "fibonacci", func(context.Context, goal, func(feedback)) (result, error) {
			panic("a bug")
		})
		require.NoError(t, err)
		require.Equal(t, ros.StatusAborted, status(t, send(t, newClient(t, bus), 3)))
		require.Contains(t, log.String(), "a bug")
	})
}

func TestStatusIsToldToClientsThatListen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		serve(t, bus)
		var heard [][]ros.GoalState
		c := newClient(t, bus, ros.OnStatus(func(goals []ros.GoalState) { heard = append(heard, goals) }))
		h := send(t, c, 3)
		advance(bus, 1, time.Second)
		require.Equal(t, ros.StatusSucceeded, status(t, h))
		require.Equal(t, [][]ros.GoalState{
			{{ID: h.ID(), Accepted: time.Unix(0, 0), Status: ros.StatusExecuting}},
			{{ID: h.ID(), Accepted: time.Unix(0, 0), Status: ros.StatusSucceeded}},
		}, heard)
	})
}

func TestAServerThatGoesIsNoticed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		n := newNode(t, bus, "server")
		s, err := ros.ServeAction(n, "fibonacci", fibonacci(n))
		require.NoError(t, err)
		h := send(t, newClient(t, bus), 5)
		bus.Partition("client")
		require.NoError(t, s.Close())
		_, _, err = h.Result(t.Context())
		require.ErrorContains(t, err, "the server has gone")
	})
}

func TestActionsOfTypesKnownAtRunTime(t *testing.T) {
	lib := dynamic.Compiled()
	typ, err := lib.Action("example_interfaces/action/Fibonacci")
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		serve(t, bus)
		c, err := ros.NewRawActionClient(newNode(t, bus, "tool"), "fibonacci", typ)
		require.NoError(t, err)
		g, err := lib.Message(typ.Goal.Name)
		require.NoError(t, err)
		require.NoError(t, g.SetText("order: 4", time.Time{}))
		var heard []string
		h, err := c.Send(t.Context(), cdr.Marshal(g), func(data []byte) {
			f, err := lib.Message(typ.Feedback.Name)
			require.NoError(t, err)
			require.NoError(t, cdr.Unmarshal(data, f))
			heard = append(heard, string(f.YAML(dynamic.Style{Flow: true})))
		})
		require.NoError(t, err)
		advance(bus, 2, time.Second)
		data, status, err := h.Result(t.Context())
		require.NoError(t, err)
		require.Equal(t, ros.StatusSucceeded, status)
		r, err := lib.Message(typ.GetResult.Response.Name)
		require.NoError(t, err)
		require.NoError(t, cdr.Unmarshal(data, r))
		require.Equal(t, "{status: 4, result: {sequence: [0, 1, 1, 2]}}\n", string(r.YAML(dynamic.Style{Flow: true})))
		require.Equal(t, []string{"{sequence: [0, 1, 1]}\n", "{sequence: [0, 1, 1, 2]}\n"}, heard)
		_, err = c.Send(t.Context(), []byte{1}, nil)
		require.ErrorContains(t, err, "goal: data too short")
	})
}
