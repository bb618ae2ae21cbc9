package matchrun

import (
	"bytes"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/lab/matchrun/eyes"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/ros/bag"
	"gonao/soccer/match"
)

// run runs the program with a command line and returns what it printed.
func run(t *testing.T, words ...string) (out, errs string, err error) {
	t.Helper()
	var printed, failed bytes.Buffer
	cmd := New(cli.Terminal{In: strings.NewReader(""), Out: &printed, Errs: &failed})
	cmd.SetArgs(words)
	err = cmd.ExecuteContext(t.Context())
	return printed.String(), failed.String(), err
}

func TestWhereReportsCannotBeWrittenNoMatchIsPlayed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, more := range [][]string{nil, {"--seeds", "1"}} {
		out, _, err := run(t, append([]string{"--players", "1", "--half", "5s", "--out", filepath.Join(file, "report")}, more...)...)
		require.ErrorContains(t, err, "--out: mkdir "+file)
		require.Empty(t, out)
	}
}

// Score, calls and report name the teams as the options --red and --blue do.
func TestAMatchIsToldInTheColoursOfTheTeams(t *testing.T) {
	dir := t.TempDir()
	out, _, err := run(t, "--red", "voronoi", "--blue", "clumsy", "--players", "2", "--half", "40s", "--out", dir, "--film", "none")
	require.NoError(t, err)
	report, err := os.ReadFile(filepath.Join(dir, "report.md"))
	require.NoError(t, err)
	require.Contains(t, out, "voronoi ")
	require.Contains(t, out, "penalize ", "the clumsy team is penalised")
	for what, text := range map[string]string{"the terminal": out, "the report": string(report)} {
		require.Regexp(t, `penalize [a-z ]+ blue [12]`, text, what)
		require.NotRegexp(t, `\b(home|away)\b`, text, what)
	}
}

func TestABagHoldsTheCamerasThatAreAskedFor(t *testing.T) {
	if testing.Short() {
		t.Skip("20 s of processor time, with the race detector: make nightly STEPS=tests")
	}
	dir := filepath.Join(t.TempDir(), "bag")
	_, _, err := run(t, "--players", "1", "--half", "1s", "--bag", dir, "--camera", "red1")
	require.NoError(t, err)
	r, err := bag.Open(dir)
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	n := 0
	for at, err := range bag.Messages[sensormsgs.CompressedImage](r, "/red1/camera/top/image_raw/compressed") {
		require.NoError(t, err)
		require.Equal(t, "red1/camera_top_optical_frame", at.Message.Header.FrameId)
		picture, err := jpeg.Decode(bytes.NewReader(at.Message.Data))
		require.NoError(t, err)
		require.Equal(t, image.Rect(0, 0, eyes.Width, eyes.Height), picture.Bounds())
		n++
	}
	require.Greater(t, n, 50, "five a second")
	for _, topic := range r.Topics() {
		require.NotContains(t, topic.Name, "/blue1/camera")
	}

	_, _, err = run(t, "--players", "1", "--bag", dir+"2", "--camera", "red9")
	require.EqualError(t, err, "--camera red9: no such robot; expected some of red1, blue1 (did you mean \"red1\"?)")
	require.NoDirExists(t, dir+"2")
	_, _, err = run(t, "--camera", "red1")
	require.ErrorContains(t, err, "--camera needs --bag")
}

// Before the second pair there is no interval, and no infinite numbers are printed.
func TestProgressBeginsWithoutADifference(t *testing.T) {
	s := match.Series{A: "ours", B: "luar"}
	require.Equal(t, "no two pairs yet", soFar(&s))
	pair := []*match.Result{{Red: "ours", Blue: "luar", Score: [2]int{3, 1}}, {Red: "luar", Blue: "ours", Score: [2]int{0, 2}}}
	s.Results = pair
	require.Equal(t, "no two pairs yet", soFar(&s))
	s.Results = append(pair, pair...)
	require.Equal(t, "ours by +2.00 goals, +2.00 to +2.00", soFar(&s))
}
