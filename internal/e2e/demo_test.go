package e2e

import (
	"encoding/json"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// summary holds the fields of summary.json, and some values that the test adds.
type summary struct {
	RealTimeFactor *float64 `json:"real_time_factor"`
	Trace          []struct {
		TSec           *float64 `json:"t_sec"`
		Path, From, To *string
	} `json:"trace"`
	Following struct {
		Frames         *int      `json:"frames"`
		SeenRatio      *float64  `json:"seen_ratio"`
		MedianErrorDeg *float64  `json:"median_error_deg"`
		P95ErrorDeg    *float64  `json:"p95_error_deg"`
		AcquisitionSec []float64 `json:"acquisition_sec"`
	} `json:"following"`
	Dance struct {
		PositionsReached *int `json:"positions_reached"`
	} `json:"dance"`
	Cycle struct {
		RobotStateHz *float64 `json:"robot_state_hz"`
		LatencyP50Ms *float64 `json:"latency_p50_ms"`
		LatencyP99Ms *float64 `json:"latency_p99_ms"`
		Missed       *uint64  `json:"missed"`
		Realtime     *bool    `json:"realtime"`
	} `json:"cycle"`
	Nodes    []string           `json:"nodes"`
	Restarts map[string]int     `json:"restarts"`
	Verdicts map[string]verdict `json:"verdicts"`
	Failures []string           `json:"failures"`
}

type verdict struct {
	Value  *float64 `json:"value"`
	Target *string  `json:"target"`
	Met    *bool    `json:"met"`
}

func TestTheDemoFollowsDancesAndEndsByItself(t *testing.T) {
	if testing.Short() {
		t.Skip("not in -short: cmd/lab/demo tests what a run measures and how it ends, TestCtrlCEndsTheDemoWithASummary its processes")
	}
	s := newSandbox(t)
	p := s.run("demo", "--duration", "12s", "--out", "out",
		"--launch", launchFile("sim.launch.yaml"), "camera:=paper", "studio:=false", "socket:="+s.socket)
	require.Zero(t, p.cmd.ProcessState.ExitCode())
	require.Empty(t, s.left(), "processes that outlive the demo")

	sum := readSummary(t, filepath.Join(s.dir, "out", "summary.json"))
	judged := []string{
		"real_time_factor", "cycle.robot_state_hz", "following.seen_ratio", "following.fast_share",
		"following.median_error_deg", "following.p95_error_deg", "trace.dance_at_10s",
	}
	if *sum.Cycle.Realtime {
		judged = append(judged, "cycle.latency_p99_ms")
	}
	for _, name := range judged {
		require.Contains(t, sum.Verdicts, name)
	}
	require.Empty(t, sum.Failures)
	require.Equal(t, []string{
		"/nao1/ball_mover", "/nao1/executor", "/nao1/motion", "/nao1/nao_driver",
		"/nao1/recorder", "/nao1/simulator", "/nao1/state_publisher", "/nao1/vision",
	}, sum.Nodes)
	for name, times := range sum.Restarts {
		require.Zero(t, times, "%s was started again", name)
	}
	// The head follows the red ball and, after 8 s, the green one; the right arm follows after 10 s.
	require.Len(t, sum.Trace, 3)
	for i, want := range []struct {
		sec  float64
		path string
	}{{0, "followBall/red"}, {8, "followBall/green"}, {10, "dance/right"}} {
		require.InDelta(t, want.sec, *sum.Trace[i].TSec, 0.15)
		require.Equal(t, want.path, *sum.Trace[i].Path)
	}
	require.Positive(t, *sum.Following.Frames)
	require.NotEmpty(t, sum.Following.AcquisitionSec)
	require.Positive(t, *sum.Dance.PositionsReached)

	colors := map[string]int{"head_camera.png": 100, "image_error.png": 10}
	for name, atLeast := range colors {
		require.Greater(t, countColors(t, filepath.Join(s.dir, "out", name)), atLeast, "%s is blank", name)
	}
	for _, node := range []string{"simulator", "nao_driver", "motion", "vision", "executor", "ball_mover", "state_publisher"} {
		logs, err := filepath.Glob(filepath.Join(s.dir, "out", "log", node+"-*.log"))
		require.NoError(t, err)
		require.Len(t, logs, 1, "log of %s", node)
	}
}

func TestCtrlCEndsTheDemoWithASummary(t *testing.T) {
	s := newSandbox(t)
	p := s.start("demo", "--out", "out", "--launch", launchFile("sim.launch.yaml"),
		"camera:=paper", "world:=empty", "studio:=false", "socket:="+s.socket)
	p.says(`[2-7]\.\d s +followBall/red`) // cycle_stats is published once a second
	p.signal(syscall.SIGINT)
	p.signal(syscall.SIGINT)
	require.Zero(t, p.exit())
	require.Empty(t, s.left(), "processes that outlive the demo")
	sum := readSummary(t, filepath.Join(s.dir, "out", "summary.json"))
	require.Empty(t, sum.Failures)
	require.Equal(t, "followBall/red", *sum.Trace[0].Path)
	require.NoFileExists(t, s.socket)
}

func TestTheDemoSaysAtOnceWhatWillNeverStart(t *testing.T) {
	s := newSandbox(t)
	p := s.run("demo", "--out", "out", "--duration", "1s", "--launch", launchFile("sim.launch.yaml"),
		"machine:=waltz", "world:=empty", "camera:=paper", "studio:=false", "socket:="+s.socket)
	require.Equal(t, 1, p.cmd.ProcessState.ExitCode())
	require.Regexp(t, `nothing was started: executor: .*"waltz".*expected dance`, p.errs.String())
	require.Equal(t, 1, strings.Count(p.errs.String(), "\n"), p.errs.String())
	require.Empty(t, s.left(), "processes that outlive the demo")
}

// readSummary reads a summary and checks that no figure is missing.
func readSummary(t *testing.T, file string) summary {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var sum summary
	require.NoError(t, json.Unmarshal(text, &sum))
	for name, field := range map[string]any{
		"real_time_factor":           sum.RealTimeFactor,
		"following.frames":           sum.Following.Frames,
		"following.seen_ratio":       sum.Following.SeenRatio,
		"following.median_error_deg": sum.Following.MedianErrorDeg,
		"following.p95_error_deg":    sum.Following.P95ErrorDeg,
		"dance.positions_reached":    sum.Dance.PositionsReached,
		"cycle.robot_state_hz":       sum.Cycle.RobotStateHz,
		"cycle.latency_p50_ms":       sum.Cycle.LatencyP50Ms,
		"cycle.latency_p99_ms":       sum.Cycle.LatencyP99Ms,
		"cycle.missed":               sum.Cycle.Missed,
		"cycle.realtime":             sum.Cycle.Realtime,
	} {
		require.False(t, reflect.ValueOf(field).IsNil(), name)
	}
	for i, step := range sum.Trace {
		for name, field := range map[string]any{"t_sec": step.TSec, "path": step.Path, "from": step.From, "to": step.To} {
			require.False(t, reflect.ValueOf(field).IsNil(), "trace[%d].%s", i, name)
		}
	}
	for name, v := range sum.Verdicts {
		require.NotNil(t, v.Value, "verdicts[%s].value", name)
		require.NotNil(t, v.Target, "verdicts[%s].target", name)
		require.NotNil(t, v.Met, "verdicts[%s].met", name)
	}
	return sum
}

// countColors returns the number of different colours in a picture.
func countColors(t *testing.T, file string) int {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	img, err := png.Decode(f)
	require.NoError(t, err)
	require.GreaterOrEqual(t, img.Bounds().Dx(), 320)
	colors := map[color.Color]bool{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			colors[img.At(x, y)] = true
		}
	}
	return len(colors)
}
