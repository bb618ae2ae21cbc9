package ros

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	exampleinterfaces "gonao/msgs/example_interfaces"
)

// scarce is a backend, and its node, that has a number of endpoints left. A request comes to each server at once.
type scarce struct {
	Backend
	left, open int
	requests   sync.WaitGroup
}

var errNoneLeft = errors.New("none left")

func (s *scarce) CreateNode(string, string) (NodeHandle, error) { return s, nil }
func (s *scarce) NotifyGraph(chan<- struct{}) func()            { return func() {} }
func (s *scarce) Close() error                                  { return nil }

func (s *scarce) Publisher(TopicSpec) (RawPublisher, error) {
	if s.take() != nil {
		return nil, errNoneLeft
	}
	return scarceEnd{s}, nil
}

func (s *scarce) Subscriber(TopicSpec, Deliver) (RawSubscriber, error) {
	if s.take() != nil {
		return nil, errNoneLeft
	}
	return scarceEnd{s}, nil
}

func (s *scarce) Client(ServiceSpec, func(int64, []byte)) (RawClient, error) {
	if s.take() != nil {
		return nil, errNoneLeft
	}
	return scarceEnd{s}, nil
}

func (s *scarce) Server(_ ServiceSpec, handle func(RequestID, []byte)) (RawServer, error) {
	if s.take() != nil {
		return nil, errNoneLeft
	}
	s.requests.Go(func() { handle(RequestID{}, nil) })
	return scarceEnd{s}, nil
}

func (s *scarce) take() error {
	if s.left == 0 {
		return errNoneLeft
	}
	s.left--
	s.open++
	return nil
}

// scarceEnd is an endpoint of any kind.
type scarceEnd struct{ of *scarce }

func (scarceEnd) Publish([]byte) error              { return nil }
func (scarceEnd) Subscribers() int                  { return 0 }
func (scarceEnd) Publishers() int                   { return 0 }
func (scarceEnd) Reply(RequestID, []byte) error     { return nil }
func (scarceEnd) Request([]byte, func(int64)) error { return nil }
func (scarceEnd) ID() uint64                        { return 0 }
func (scarceEnd) Ready() bool                       { return false }
func (e scarceEnd) Close() error                    { e.of.open--; return nil }

// An action needs five endpoints. When one fails, those that are there are closed, and requests that came do not wait.
func TestAnActionThatCannotBeOpenedLeavesNothingBehind(t *testing.T) {
	for left := range 5 {
		s := &scarce{}
		n, err := NewNode(t.Context(), s, "actor", NodeOptions{Bare: true})
		require.NoError(t, err)
		s.left, s.open = left, 0
		_, err = ServeAction(n, "count", func(context.Context, exampleinterfaces.FibonacciGoal, func(exampleinterfaces.FibonacciFeedback)) (exampleinterfaces.FibonacciResult, error) {
			return exampleinterfaces.FibonacciResult{}, nil
		})
		require.ErrorIs(t, err, errNoneLeft)
		require.Zero(t, s.open, "%d endpoints of a server", left)
		s.requests.Wait()

		s.left = left
		_, err = NewRawActionClient(n, "count", (*exampleinterfaces.FibonacciGoal)(nil).ActionType())
		require.ErrorIs(t, err, errNoneLeft)
		require.Zero(t, s.open, "%d endpoints of a client", left)
		require.NoError(t, n.Close())
		require.Zero(t, s.open, "none is closed twice")
	}
}
