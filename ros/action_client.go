package ros

import (
	"context"
	"errors"
	"fmt"

	uniqueidentifiermsgs "gonao/msgs/unique_identifier_msgs"
	"gonao/ros/cdr"
)

// ActionClient sends goals to an action.
type ActionClient[G, R, F any] struct{ *rawClient }

// rawClient hides the methods of the raw client that the typed one has too.
type rawClient struct{ *RawActionClient }

// GoalHandle is a goal that the server accepted.
type GoalHandle[R any] struct{ *rawHandle }

type rawHandle struct{ *RawGoalHandle }

// NewActionClient returns a client of an action. The server need not exist yet. It accepts the option OnStatus.
func NewActionClient[G, R, F any, PG Goal[G], PR Message[R], PF Message[F]](n *Node, name string, opts ...Option) (*ActionClient[G, R, F], error) {
	c := &ActionClient[G, R, F]{}
	if err := c.OpenPort(n, name, opts...); err != nil {
		return nil, err
	}
	return c, nil
}

// OpenPort creates the client, see [Open].
func (c *ActionClient[G, R, F]) OpenPort(n *Node, name string, opts ...Option) error {
	goal, err := as[interface{ ActionType() cdr.ActionType }](new(G))
	_, noResult := as[cdr.Message](new(R))
	_, noFeedback := as[cdr.Message](new(F))
	if err := errors.Join(err, noResult, noFeedback); err != nil {
		return fmt.Errorf("action client %s: %w", name, err)
	}
	raw, err := NewRawActionClient(n, name, goal.ActionType(), opts...)
	if err != nil {
		return err
	}
	c.rawClient = &rawClient{raw}
	return nil
}

// Send waits for the server, sends a goal and blocks until it is accepted. It returns ErrRejected if it is not.
// onFeedback (may be nil) is called from another goroutine, one call at a time, until the goal ends.
func (c *ActionClient[G, R, F]) Send(ctx context.Context, goal G, onFeedback func(F)) (*GoalHandle[R], error) {
	data, err := cdr.Encode(nil, any(&goal).(cdr.Message))
	if err != nil {
		return nil, fmt.Errorf("action %s: %w", c.name, err)
	}
	var listen func([]byte)
	if onFeedback != nil {
		listen = func(data []byte) {
			var f F
			if err := cdr.Unmarshal(data, any(&f).(cdr.Message)); err != nil {
				c.node.Log.Warn("feedback cannot be decoded", "action", c.name, "error", err)
				return
			}
			onFeedback(f)
		}
	}
	h, err := c.RawActionClient.Send(ctx, data, listen)
	if err != nil {
		return nil, err
	}
	return &GoalHandle[R]{&rawHandle{h}}, nil
}

// Result blocks until the goal or ctx ends. It returns the server's result and the status succeeded, canceled or
// aborted; an error means that the result is not known.
func (h *GoalHandle[R]) Result(ctx context.Context) (R, Status, error) {
	var result R
	data, status, err := h.RawGoalHandle.Result(ctx)
	if err != nil {
		return result, status, err
	}
	m := &resultMessage{typ: h.client.typ.GetResult.Response, body: any(&result).(cdr.Message)}
	if err := cdr.Unmarshal(data, m); err != nil {
		return result, status, fmt.Errorf("action %s: result: %w", h.client.name, err)
	}
	return result, status, nil
}

func uuidOf(id goalID) uniqueidentifiermsgs.UUID { return uniqueidentifiermsgs.UUID{Uuid: id} }
