package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// Another process does the tasks: each is answered once, one that fails is reported and done again when it is wanted again, and
// the end of the work ends the worker.
func TestTasksAreDoneByWorkers(t *testing.T) {
	identity, err := Identify()
	require.NoError(t, err)
	c, err := Open(t.Context(), t.TempDir(), "127.0.0.1:0", "", "")
	require.NoError(t, err)
	defer c.Close()
	tasks, err := c.Share(t.Context(), TaskOptions{Name: "double", Identity: identity})
	require.NoError(t, err)

	var done, broken atomic.Int64
	double := func(_ context.Context, text json.RawMessage) (json.RawMessage, error) {
		var n int
		if err := json.Unmarshal(text, &n); err != nil {
			return nil, err
		}
		if n == 7 && broken.CompareAndSwap(0, 1) {
			return nil, errors.New("seven is broken")
		}
		done.Add(1)
		return json.Marshal(2 * n)
	}
	ended := make(chan error, 1)
	w := Worker{Identity: identity, Slots: 3, Task: double}
	go func() { ended <- w.Work(t.Context(), c.Line, "") }()

	var wait sync.WaitGroup
	for n := range 20 {
		if n == 7 {
			continue
		}
		wait.Go(func() {
			answer, err := tasks.Do(t.Context(), fmt.Sprint(n), json.RawMessage(fmt.Sprint(n)))
			if err != nil || string(answer) != fmt.Sprint(2*n) {
				t.Errorf("%d: %s, %v", n, answer, err)
			}
		})
	}
	wait.Wait()
	_, err = tasks.Do(t.Context(), "7", json.RawMessage("7"))
	require.EqualError(t, err, "seven is broken")
	for range 2 { // the second time it is stored
		answer, err := tasks.Do(t.Context(), "7", json.RawMessage("7"))
		require.NoError(t, err)
		require.Equal(t, "14", string(answer))
	}
	require.Equal(t, int64(20), done.Load())
	table, err := c.Elo(t.Context())
	require.NoError(t, err)
	require.Empty(t, table, "no task is a match")
	require.NoError(t, tasks.Close())
	require.NoError(t, <-ended)
}
