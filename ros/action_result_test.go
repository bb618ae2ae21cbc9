package ros

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	exampleinterfaces "gonao/msgs/example_interfaces"
	"gonao/ros/cdr"
)

// tooLong is a result that breaks a bound of its type.
type tooLong struct {
	exampleinterfaces.FibonacciResult
}

func (*tooLong) MarshalCDR(w *cdr.Writer) { w.BoundedString("four", 3) }

func TestAResultThatCannotBeSentAbortsItsGoal(t *testing.T) {
	s := &ActionServer{
		node: &Node{Log: slog.New(slog.DiscardHandler)},
		typ:  (*exampleinterfaces.FibonacciGoal)(nil).ActionType(),
		none: &exampleinterfaces.FibonacciResult{},
	}
	status, data := s.encodeResult(StatusSucceeded, &tooLong{})
	require.Equal(t, StatusAborted, status)
	var none exampleinterfaces.FibonacciResult
	m := &resultMessage{typ: s.typ.GetResult.Response, body: &none}
	require.NoError(t, cdr.Unmarshal(data, m))
	require.Equal(t, StatusAborted, Status(m.status))
}
