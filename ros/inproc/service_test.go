package inproc_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	exampleinterfaces "gonao/msgs/example_interfaces"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
	"gonao/ros/inproc"
)

type (
	addRequest  = exampleinterfaces.AddTwoIntsRequest
	addResponse = exampleinterfaces.AddTwoIntsResponse
)

func addClient(t *testing.T, bus *inproc.Bus) *ros.Client[addRequest, addResponse] {
	t.Helper()
	c, err := ros.NewClient[addRequest, addResponse](newNode(t, bus, "client"), "add")
	require.NoError(t, err)
	return c
}

func TestASlowRequestHoldsUpOthersOnlyIfItMay(t *testing.T) {
	for _, concurrent := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			bus := inproc.NewBus()
			var opts []ros.Option
			if concurrent {
				opts = append(opts, ros.Concurrent())
			}
			slow := make(chan struct{})
			_, err := ros.Serve(newNode(t, bus, "server"), "add", func(_ context.Context, q addRequest) (addResponse, error) {
				if q.A == 1 {
					<-slow
				}
				return addResponse{Sum: q.A + q.B}, nil
			}, opts...)
			require.NoError(t, err)
			c := addClient(t, bus)
			var first, second atomic.Int64
			call := func(a int64, sum *atomic.Int64) {
				answer, err := c.Call(context.Background(), addRequest{A: a, B: 1})
				if err == nil {
					sum.Store(answer.Sum)
				}
			}
			go call(1, &first)
			synctest.Wait()
			if concurrent { // the bus calls an unhurried server in the caller's goroutine
				call(2, &second)
				require.EqualValues(t, 3, second.Load())
			}
			require.Zero(t, first.Load())
			close(slow)
			synctest.Wait()
			require.EqualValues(t, 2, first.Load())
		})
	}
}

func TestAHandlerThatPanicsGivesNoReplyAndTheNodeLives(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		var log bytes.Buffer
		n := newNode(t, bus, "server")
		n.Log = slog.New(slog.NewTextHandler(&log, nil))
		_, err := ros.Serve(n, "add", func(_ context.Context, q addRequest) (addResponse, error) {
			switch q.A {
			case 0:
				panic("out of numbers")
			case 1:
				return addResponse{}, errors.New("no ones")
			}
			return addResponse{Sum: q.A + q.B}, nil
		})
		require.NoError(t, err)
		c := addClient(t, bus)
		for a := range int64(2) {
			ctx, stop := context.WithTimeout(t.Context(), time.Second)
			_, err = c.Call(ctx, addRequest{A: a})
			stop()
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.ErrorContains(t, err, "call /nao1/add: no answer")
		}
		require.Contains(t, log.String(), "the handler panicked")
		require.Contains(t, log.String(), "out of numbers")
		require.Contains(t, log.String(), "no ones")
		answer, err := c.Call(t.Context(), addRequest{A: 2, B: 3})
		require.NoError(t, err)
		require.EqualValues(t, 5, answer.Sum)
	})
}

func TestALateReplyIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		_, err := ros.Serve(newNode(t, bus, "server"), "add", func(_ context.Context, q addRequest) (addResponse, error) {
			time.Sleep(time.Duration(q.A) * time.Second)
			return addResponse{Sum: q.A + q.B}, nil
		}, ros.Concurrent())
		require.NoError(t, err)
		c := addClient(t, bus)
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		_, err = c.Call(ctx, addRequest{A: 2})
		require.ErrorIs(t, err, context.DeadlineExceeded)
		answer, err := c.Call(t.Context(), addRequest{A: 3, B: 1}) // the late reply comes during that time
		require.NoError(t, err)
		require.EqualValues(t, 4, answer.Sum)
	})
}

func TestAMissingServiceIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		c := addClient(t, bus)
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		require.ErrorContains(t, c.WaitForServer(ctx), "/nao1/add: no server: context deadline exceeded")
		time.AfterFunc(time.Second, func() {
			_, err := ros.Serve(newNode(t, bus, "server"), "add", func(context.Context, addRequest) (addResponse, error) {
				return addResponse{}, nil
			})
			require.NoError(t, err)
		})
		require.False(t, c.Ready())
		require.NoError(t, c.WaitForServer(t.Context()))
	})
}

func TestTypesKnownAtRunTimeCallAndServe(t *testing.T) {
	lib := dynamic.Compiled()
	typ, err := lib.Service("std_srvs/srv/SetBool")
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		_, err := ros.ServeRaw(newNode(t, bus, "server"), "set", typ, func(_ context.Context, request []byte) ([]byte, error) {
			var q stdsrvs.SetBoolRequest
			if err := cdr.Unmarshal(request, &q); err != nil {
				return nil, err
			}
			if !q.Data {
				return nil, nil // no message at all
			}
			return cdr.Marshal(&stdsrvs.SetBoolResponse{Success: q.Data, Message: "done"}), nil
		})
		require.NoError(t, err)
		c, err := ros.NewRawClient(newNode(t, bus, "client"), "set", typ)
		require.NoError(t, err)
		require.NoError(t, c.WaitForServer(t.Context()))
		request, err := lib.Message(typ.Request.Name)
		require.NoError(t, err)
		require.NoError(t, request.SetText("data: true", time.Time{}))
		reply, err := c.Call(t.Context(), cdr.Marshal(request))
		require.NoError(t, err)
		response, err := lib.Message(typ.Response.Name)
		require.NoError(t, err)
		require.NoError(t, cdr.Unmarshal(reply, response))
		require.Equal(t, "success: true\nmessage: done\n", string(response.YAML(dynamic.Style{})))

		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		require.NoError(t, request.SetText("data: false", time.Time{}))
		_, err = c.Call(ctx, cdr.Marshal(request))
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
}

func TestACallEndsWithItsNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		n, err := ros.NewNode(context.Background(), bus, "client", ros.NodeOptions{})
		require.NoError(t, err)
		c, err := ros.NewClient[addRequest, addResponse](n, "add")
		require.NoError(t, err)
		time.AfterFunc(time.Second, func() { require.NoError(t, n.Close()) })
		_, err = c.Call(context.Background(), addRequest{})
		require.ErrorContains(t, err, "node /client has ended")
		require.ErrorContains(t, c.WaitForServer(context.Background()), "node /client has ended")
	})
}
