package motion_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/tooltest"
	actionmsgs "gonao/msgs/action_msgs"
	"gonao/ros"
)

func TestMotionsAreReadAnewAndWrongOnesRefused(t *testing.T) {
	g := tooltest.New(t)
	aRobot(t, g)
	_, err := g.Gonao("motion", "reload")
	require.NoError(t, err)
	wave := tooltest.File(t, "wave.xml", waveFile)
	for _, c := range []struct{ line, want string }{
		{"play " + wave + " --slower 0", "--slower 0: expected 0.1 to 100"},
		{"play stand --slower 2", "--slower: expected a file; the robot's own motions keep their times"},
		{"play nowhere.xml", "open nowhere.xml: no such file or directory"},
		{"step stand --slower 0", "--slower 0: expected 1 to 100"},
		{"step nowhere", `motion "nowhere": no such motion`},
		{"show nowhere.pos", "open nowhere.pos"},
		{"list --dir /nowhere", "/nowhere"},
		{"show stand --dir /nowhere", "/nowhere"},
		{"mirror nowhere", `motion "nowhere": no such motion`},
		{"export nowhere", `motion "nowhere": no such motion`},
		{"import nowhere.pos", "open nowhere.pos"},
	} {
		t.Run(c.line, func(t *testing.T) {
			_, err := g.Gonao(append([]string{"motion"}, strings.Fields(c.line)...)...)
			require.ErrorContains(t, err, c.want)
		})
	}
}

// A directory of --dir is read as the robot reads it: a wrong file costs only its own motion.
func TestAWrongFileOfADirectoryIsListedBesideTheOthers(t *testing.T) {
	g := tooltest.New(t)
	dir := filepath.Dir(tooltest.File(t, "wave.xml", waveFile))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bow.xml"), []byte(`<motion name="bow"><slot/></motion>`), 0o600))
	out, err := g.Gonao("motion", "list", "--dir", dir)
	require.ErrorContains(t, err, "bow.xml:1: <slot> has no duration")
	require.Contains(t, out, "\nwave ")
	_, err = g.Gonao("motion", "show", "wave", "--dir", dir)
	require.NoError(t, err)
	_, err = g.Gonao("motion", "show", "bow@mirrored", "--dir", dir)
	require.ErrorContains(t, err, "bow.xml:1: <slot> has no duration")
}

func TestCtrlCStopsTheMotionThatIsPlayed(t *testing.T) {
	g := tooltest.New(t)
	aRobot(t, g)
	accepted, err := ros.Subscribe[actionmsgs.GoalStatusArray](g.Node, "play_motion/_action/status", ros.TransientLocal(), ros.Depth(10))
	require.NoError(t, err)
	ctx, interrupt := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		var out tooltest.Buffer
		ended <- g.Run(ctx, &out, "motion", "play", tooltest.File(t, "wave.xml", waveFile), "--slower", "100")
	}()
	for running := false; !running; {
		m := <-accepted.C()
		running = slices.ContainsFunc(m.StatusList, func(s actionmsgs.GoalStatus) bool { return s.Status == actionmsgs.GoalStatusStatusExecuting })
	}
	interrupt()
	err = <-ended
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, cli.ExitCanceled, cli.ExitCode(err))
	for canceled := false; !canceled; {
		m := <-accepted.C()
		canceled = slices.ContainsFunc(m.StatusList, func(s actionmsgs.GoalStatus) bool { return s.Status == actionmsgs.GoalStatusStatusCanceled })
	}
}

func TestCtrlCEndsARecordingWithoutAFile(t *testing.T) {
	g := tooltest.New(t)
	standing(t, g)
	ctx, interrupt := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer interrupt()
	file := filepath.Join(t.TempDir(), "a.xml")
	var out tooltest.Buffer
	err := g.Run(ctx, &out, "motion", "record", file, "--stiff", "--take", "1000", "--every", "1h")
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.NoFileExists(t, file)
}
