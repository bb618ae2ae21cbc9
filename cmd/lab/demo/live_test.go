package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/lab/score"
	"gonao/msgs"
	rosgraph "gonao/msgs/rosgraph_msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/ros"
	"gonao/ros/rmw"
)

// scripted is a recorder of an invented run: a machine follows a ball for three seconds and then dances. Its clock runs
// at ten times real time.
type scripted struct {
	record *score.Record
	silent bool   // the recorder receives no events
	end    func() // called after three seconds of its clock; may be nil
}

func (s *scripted) Stats() (msgs.CycleStats, msgs.SimulatorStats) {
	if s.silent {
		return msgs.CycleStats{}, msgs.SimulatorStats{}
	}
	return msgs.CycleStats{Cycles: 500, Rate: 83.3, LatencyP99: 0.4, Realtime: true}, msgs.SimulatorStats{RealTimeFactor: 1}
}

func (s *scripted) Machine() string { return "dance" }

func (s *scripted) Run(ctx context.Context, n *ros.Node) error {
	if s.silent {
		<-ctx.Done()
		return nil
	}
	clock, err := ros.Advertise[rosgraph.Clock](n, "/clock", ros.BestEffort(), ros.Depth(1))
	if err != nil {
		return err
	}
	overlay, err := ros.Advertise[sensormsgs.Image](n, "camera/top/overlay", ros.SensorData())
	if err != nil {
		return err
	}
	picture := sensormsgs.Image{Width: 4, Height: 2, Step: 12, Encoding: "rgb8", Data: make([]uint8, 24)}
	picture.Data[0] = 200
	s.record.Transition(time.Second, score.Transition{Path: "followBall/red", To: "followBall/red"})
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for at := time.Second; ; at += 50 * time.Millisecond {
		if err := clock.Publish(rosgraph.Clock{Clock: ros.EpochStamp(at)}); err != nil {
			return err
		}
		if at == 4*time.Second && s.end != nil {
			s.end()
		}
		if at == 4*time.Second {
			s.record.Transition(at, score.Transition{TSec: 3, Path: "dance/left", From: "followBall/red", To: "dance/left"})
		}
		s.record.PositionReached()
		_ = overlay.Publish(picture)
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// run runs the demo with a recorder and a launch file of one process.
func run(t *testing.T, rec *scripted, command string, args ...string) (dir string, err error) {
	t.Helper()
	t.Setenv("ROS_DOMAIN_ID", strconv.Itoa(101+os.Getpid()%100))
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	t.Setenv("CYCLONEDDS_URI", fmt.Sprintf("<CycloneDDS><Domain><Discovery><Tag>gonao_%d</Tag></Discovery></Domain></CycloneDDS>", os.Getpid()))
	dir = t.TempDir()
	launch := filepath.Join(dir, "robot.launch.yaml")
	require.NoError(t, os.WriteFile(launch, fmt.Appendf(nil, "launch:\n- arg: {name: camera, default: nao}\n- executable: {cmd: %q, name: body, output: screen}\n", command), 0o600))
	if rec.record == nil {
		rec.record = score.NewRecord("red", "green")
	}
	cmd := New(rec, rec.record)
	cmd.SetArgs(append([]string{"--launch", launch, "--out", filepath.Join(dir, "out")}, args...))
	return filepath.Join(dir, "out"), cmd.ExecuteContext(t.Context())
}

const waits = `sh -c 'trap "exit 0" INT; while :; do sleep 0.01; done'`

func TestARunLeavesItsFiguresAndPictures(t *testing.T) {
	dir, err := run(t, &scripted{}, waits, "--duration", "8s")
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(dir, "summary.json"))
	require.NoError(t, err)
	var sum summary
	require.NoError(t, json.Unmarshal(text, &sum))
	require.Empty(t, sum.Failures)
	require.Equal(t, "dance", sum.Machine)
	require.Greater(t, sum.DurationSec, 7.9)
	require.Len(t, sum.Trace, 2)
	require.Positive(t, sum.Dance.PositionsReached)
	require.Equal(t, map[string]int{"body-1": 0}, sum.Restarts)
	require.True(t, sum.Verdicts["real_time_factor"].Met)
	require.FileExists(t, filepath.Join(dir, "image_error.png"))
	require.DirExists(t, filepath.Join(dir, "log"))
	in, err := os.Open(filepath.Join(dir, "head_camera.png"))
	require.NoError(t, err)
	defer in.Close()
	img, err := png.Decode(in)
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, 4, 2), img.Bounds())
}

func TestCtrlCEndsADemoWithWhatWasMeasured(t *testing.T) {
	t.Setenv("ROS_DOMAIN_ID", strconv.Itoa(101+os.Getpid()%100))
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	t.Setenv("CYCLONEDDS_URI", fmt.Sprintf("<CycloneDDS><Domain><Discovery><Tag>gonao_%d</Tag></Discovery></Domain></CycloneDDS>", os.Getpid()))
	ctx, interrupt := context.WithCancel(t.Context())
	rec := &scripted{record: score.NewRecord("red", "green"), end: interrupt}
	launch := filepath.Join(t.TempDir(), "robot.launch.yaml")
	require.NoError(t, os.WriteFile(launch, fmt.Appendf(nil, "launch:\n- executable: {cmd: %q, name: body}\n", waits), 0o600))
	out := filepath.Join(t.TempDir(), "out")
	cmd := New(rec, rec.record)
	cmd.SetArgs([]string{"--launch", launch, "--out", out})
	require.NoError(t, cmd.ExecuteContext(ctx))
	text, err := os.ReadFile(filepath.Join(out, "summary.json"))
	require.NoError(t, err)
	var sum summary
	require.NoError(t, json.Unmarshal(text, &sum))
	require.True(t, sum.Interrupted)
	require.Empty(t, sum.Failures, "the processes still ran when the figures were collected")
}

func TestWhatKeepsTheDemoFromRunningIsReported(t *testing.T) {
	_, err := run(t, &scripted{silent: true}, "sh -c 'echo \"body: no socket\" >&2; exit 1'")
	require.ErrorContains(t, err, "the launch ended early; see the logs")
	_, err = run(t, &scripted{silent: true}, waits, "--duration", "-1s")
	require.EqualError(t, err, "--duration -1s: expected a positive time such as 45s, or 0")
	_, err = run(t, &scripted{silent: true}, waits, "word")
	require.ErrorContains(t, err, "expected name:=value")
	_, err = run(t, &scripted{silent: true}, waits, "--launch", "nowhere.launch.yaml")
	require.ErrorContains(t, err, "nowhere.launch.yaml")
	_, err = run(t, &scripted{silent: true}, waits, "--out", "/dev/null/out")
	require.ErrorContains(t, err, "output directory: ")
	_, err = run(t, &scripted{silent: true}, waits, "--fast")
	require.EqualError(t, err, "unknown flag: --fast; see demo --help")
}

func TestTheDemoEndsEarlyWithoutFigures(t *testing.T) {
	dir, err := run(t, &scripted{silent: true}, waits, "--help")
	require.NoError(t, err)
	require.NoDirExists(t, dir)
	ctx, interrupt := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer interrupt()
	rec := &scripted{silent: true}
	launch := filepath.Join(t.TempDir(), "robot.launch.yaml")
	require.NoError(t, os.WriteFile(launch, fmt.Appendf(nil, "launch:\n- executable: {cmd: %q}\n", waits), 0o600))
	out := filepath.Join(t.TempDir(), "out")
	cmd := New(rec, score.NewRecord())
	cmd.SetArgs([]string{"--launch", launch, "--out", out})
	require.NoError(t, cmd.ExecuteContext(ctx))
	require.NoFileExists(t, filepath.Join(out, "summary.json"))
}

func TestARobotThatIsThereAlreadyIsLeftAlone(t *testing.T) {
	t.Setenv("ROS_DOMAIN_ID", strconv.Itoa(101+os.Getpid()%100))
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	t.Setenv("CYCLONEDDS_URI", fmt.Sprintf("<CycloneDDS><Domain><Discovery><Tag>gonao_%d</Tag></Discovery></Domain></CycloneDDS>", os.Getpid()))
	other := openNode(t)
	_, err := run(t, &scripted{silent: true}, waits)
	require.ErrorContains(t, err, "node "+other+" runs already in ROS_DOMAIN_ID")
}

// openNode opens a node of the robot that the demo would start, and returns its name.
func openNode(t *testing.T) string {
	backend, err := rmw.Open()
	require.NoError(t, err)
	t.Cleanup(func() { backend.Close() })
	n, err := ros.NewNode(t.Context(), backend, "motion", ros.NodeOptions{Namespace: "nao1"})
	require.NoError(t, err)
	t.Cleanup(func() { n.Close() })
	return n.FullName()
}
