package ros

import (
	"context"
	"fmt"

	uniqueidentifiermsgs "gonao/msgs/unique_identifier_msgs"
	"gonao/ros/cdr"
)

// ActionClient sends goals to an action.
type ActionClient[G, R, F any] struct {
	*rawClient

	encode       func(*G) ([]byte, error)
	resultBody   func(*R) cdr.Message
	feedbackBody func(*F) cdr.Message
}

// rawClient hides the methods of the raw client that the typed one has too.
type rawClient struct{ *RawActionClient }

// GoalHandle is a goal that the server accepted.
type GoalHandle[R any] struct {
	*rawHandle
	body func(*R) cdr.Message
}

type rawHandle struct{ *RawGoalHandle }

// NewActionClient returns a client of an action. The server need not exist yet. It accepts the option OnStatus.
func NewActionClient[G, R, F any, PG Goal[G], PR Message[R], PF Message[F]](n *Node, name string, opts ...Option) (*ActionClient[G, R, F], error) {
	var zero G
	raw, err := NewRawActionClient(n, name, PG(&zero).ActionType(), opts...)
	if err != nil {
		return nil, err
	}
	return &ActionClient[G, R, F]{
		rawClient:    &rawClient{raw},
		encode:       func(g *G) ([]byte, error) { return cdr.Encode(nil, PG(g)) },
		resultBody:   func(r *R) cdr.Message { return PR(r) },
		feedbackBody: func(f *F) cdr.Message { return PF(f) },
	}, nil
}

// Send waits for the server, sends a goal and blocks until it is accepted. It returns ErrRejected if it is not.
// onFeedback (may be nil) is called from another goroutine, one call at a time, until the goal ends.
func (c *ActionClient[G, R, F]) Send(ctx context.Context, goal G, onFeedback func(F)) (*GoalHandle[R], error) {
	data, err := c.encode(&goal)
	if err != nil {
		return nil, fmt.Errorf("action %s: %w", c.name, err)
	}
	var listen func([]byte)
	if onFeedback != nil {
		listen = func(data []byte) {
			var f F
			if err := cdr.Unmarshal(data, c.feedbackBody(&f)); err != nil {
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
	return &GoalHandle[R]{&rawHandle{h}, c.resultBody}, nil
}

// Result blocks until the goal or ctx ends. It returns the server's result and the status succeeded, canceled or
// aborted; an error means that the result is not known.
func (h *GoalHandle[R]) Result(ctx context.Context) (R, Status, error) {
	var result R
	data, status, err := h.RawGoalHandle.Result(ctx)
	if err != nil {
		return result, status, err
	}
	m := &resultMessage{typ: h.client.typ.GetResult.Response, body: h.body(&result)}
	if err := cdr.Unmarshal(data, m); err != nil {
		return result, status, fmt.Errorf("action %s: result: %w", h.client.name, err)
	}
	return result, status, nil
}

func uuidOf(id goalID) uniqueidentifiermsgs.UUID { return uniqueidentifiermsgs.UUID{Uuid: id} }
