package motion_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

// standing publishes the state of a standing robot until the test ends.
func standing(t *testing.T, g *tooltest.Graph) {
	states, err := ros.Advertise[msgs.RobotState](g.Node, "robot_state", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		var state msgs.RobotState
		for j, rad := range nao.StandPosture() {
			state.Position[j] = float32(rad)
		}
		for {
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
				_ = states.Publish(state)
			}
		}
	}()
	t.Cleanup(func() { close(done); <-ended })
}

func TestAPostureThatIsNotThereMovesNothing(t *testing.T) {
	g := tooltest.New(t)
	standing(t, g)
	var loaded []string
	_, err := ros.Serve(g.Node, "load_motion", func(_ context.Context, q msgs.LoadMotionRequest) (msgs.LoadMotionResponse, error) {
		loaded = append(loaded, q.File)
		return msgs.LoadMotionResponse{Message: "not in this test"}, nil
	})
	require.NoError(t, err)
	for typed, want := range map[string]string{
		"s 0":   "posture 0: expected 1 to 2",
		"s -3":  "posture -3: expected 1 to 2",
		"s 3":   "posture 3: expected 1 to 2",
		"s":     "s: expected the number of a posture, 1 to 2",
		"s 1.5": `"1.5": expected the number of a posture, 1 to 2`,
		"s nan": `"nan": expected the number of a posture, 1 to 2`,
		"p 0":   "0 times slower: expected 1 to 100",
		"p nan": `"nan": expected a number`,
		"p 2 3": `"2 3": expected a number`,
	} {
		t.Run(typed, func(t *testing.T) {
			loaded = nil
			g.Typed = "\n\n" + typed + "\nx\n"
			out, _ := g.Gonao("motion", "record", filepath.Join(t.TempDir(), "a.xml"), "--stiff", "--joints", "head")
			require.Contains(t, out, want+"\n")
			require.Empty(t, loaded, "no motion may reach the robot")
		})
	}
	g.Typed = "\n\ns 2\nx\n"
	out, _ := g.Gonao("motion", "record", filepath.Join(t.TempDir(), "a.xml"), "--stiff", "--joints", "head")
	require.Contains(t, out, "not in this test\n")
	require.Len(t, loaded, 1)
}
