package tool

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros"
	"gonao/ros/bag"
	"gonao/ros/cdr"
)

// writeBag writes a bag in which the robot stands at (1, 2) and believes to be 10 cm farther ahead.
func writeBag(t *testing.T, estimates int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "walk")
	w, err := bag.Create(dir, bag.Options{})
	require.NoError(t, err)
	require.NoError(t, w.AddTopic(bag.Topic{Name: "/nao1/ground_truth", Type: "gonao_msgs/msg/GroundTruth"}))
	require.NoError(t, w.AddTopic(bag.Topic{Name: "/nao1/pose_estimate", Type: "gonao_msgs/msg/PoseEstimate"}))
	for i := range 100 {
		at := time.Duration(i) * 12 * time.Millisecond
		g := msgs.GroundTruth{Names: []string{"torso"}, Poses: []geometrymsgs.Pose{{}}}
		g.Header.Stamp = ros.EpochStamp(at)
		g.Poses[0].Position.X, g.Poses[0].Position.Y, g.Poses[0].Orientation.W = 1, 2, 1
		require.NoError(t, w.Write("/nao1/ground_truth", ros.FromEpoch(at), ros.FromEpoch(at), cdr.Marshal(&g)))
		if i%8 == 0 && i/8 < estimates {
			e := msgs.PoseEstimate{X: 1.1, Y: 2, Localized: i > 16, Hypotheses: []msgs.PoseHypothesis{{X: 1.1, Y: 2}, {X: -1.1, Y: -2}}}
			e.Header.Stamp = ros.EpochStamp(at)
			require.NoError(t, w.Write("/nao1/pose_estimate", ros.FromEpoch(at), ros.FromEpoch(at), cdr.Marshal(&e)))
		}
	}
	require.NoError(t, w.Close())
	return dir
}

func gonao(args ...string) (string, error) {
	var out bytes.Buffer
	cmd := newLocalization(graph.Access{Terminal: cli.Terminal{Out: &out, Errs: &out}})
	cmd.SetArgs(args)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err := cmd.Execute()
	return out.String(), err
}

func TestAFilmShowsBeliefAndTruth(t *testing.T) {
	dir, svg := writeBag(t, 50), filepath.Join(t.TempDir(), "walk.svg")
	out, err := gonao("film", dir, "-o", svg)
	require.NoError(t, err)
	require.Equal(t, "13 estimates, 10 of them localized\nposition off by 10.0 cm in the median, 10.0 cm at 90 %; heading by 0.0 and 0.0 degrees\n", out)
	text, err := os.ReadFile(svg)
	require.NoError(t, err)
	require.Contains(t, string(text), "100.0,-200.0", "the truth; y points up")
	require.Contains(t, string(text), "110.0,-200.0", "the belief")
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
	}
	table := filepath.Join(t.TempDir(), "walk.csv")
	_, err = gonao("film", dir, "-o", svg, "--csv", table)
	require.NoError(t, err)
	rows, err := os.ReadFile(table)
	require.NoError(t, err)
	require.Contains(t, string(rows), "time,truth_x,truth_y")
	require.Contains(t, string(rows), "1.0000,2.0000,0.0000,1.1000,2.0000,0.0000,0.1000,0.0000,true,0.0000,0,2,-1.1000,-2.0000,0.0000,,,,,,\n")
	out, err = gonao("film", dir, "-o", svg, "--attack", "negative")
	require.NoError(t, err)
	require.Contains(t, out, "position off by 451.8", "the belief is on the other side")
}

func TestABagWithoutBeliefsIsRefused(t *testing.T) {
	dir := writeBag(t, 0)
	_, err := gonao("film", dir)
	require.ErrorContains(t, err, "expected both in /nao1")
	_, err = gonao("film", dir, "--attack", "up")
	require.ErrorContains(t, err, "expected positive or negative")
	_, err = gonao("film", filepath.Join(dir, "none"))
	require.Error(t, err)
}
