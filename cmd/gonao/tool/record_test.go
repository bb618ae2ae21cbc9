package tool_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros"
	"gonao/ros/bag"
	"gonao/ros/cdr"
)

// recordUntil runs gonao experiment localization record until the bag has messages of both topics.
func recordUntil(t *testing.T, g *tooltest.Graph, dir string) (string, error) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	var out tooltest.Buffer
	ended := make(chan error, 1)
	go func() { ended <- g.Run(ctx, &out, "experiment", "localization", "record", "-o", dir) }()
	for ctx.Err() == nil && !enough(dir) {
		select {
		case err := <-ended:
			return out.String(), err
		case <-time.After(10 * time.Millisecond):
		}
	}
	stop()
	err := <-ended
	return out.String(), err
}

// enough reports whether a bag has some of each topic.
func enough(dir string) bool {
	r, err := bag.Open(dir)
	if err != nil {
		return false
	}
	defer r.Close()
	n := 0
	for _, topic := range r.Info().Topics {
		if topic.Messages >= 3 {
			n++
		}
	}
	return n >= 2
}

func TestBeliefIsRecordedBesideTruth(t *testing.T) {
	g := tooltest.New(t)
	truth := msgs.GroundTruth{Names: []string{"torso"}, Poses: []geometrymsgs.Pose{{}}}
	truth.Poses[0].Position.X, truth.Poses[0].Orientation.W = 1, 1
	belief := msgs.PoseEstimate{X: 1.05, Localized: true, Hypotheses: []msgs.PoseHypothesis{{X: 1.05}}}
	truth.Header.Stamp, belief.Header.Stamp = ros.EpochStamp(time.Second), ros.EpochStamp(time.Second)
	advertise := func(topic, typeName, hash string, data []byte) { g.Repeat(topic, typeName, hash, data) }
	advertise("ground_truth", "gonao_msgs/msg/GroundTruth", truth.TypeHash(), cdr.Marshal(&truth))
	advertise("pose_estimate", "gonao_msgs/msg/PoseEstimate", belief.TypeHash(), cdr.Marshal(&belief))
	dir := filepath.Join(t.TempDir(), "walk")
	out, err := recordUntil(t, g, dir)
	require.NoError(t, err, out)
	require.Contains(t, out, "position off by 5.0 cm in the median")
	table, err := os.ReadFile(filepath.Join(dir, "belief.csv"))
	require.NoError(t, err)
	require.Contains(t, strings.Split(string(table), "\n")[1], "1.0000,0.0000,0.0000,1.0500,0.0000,0.0000,0.0500,")
	_, err = g.Gonao("experiment", "localization", "record")
	require.ErrorContains(t, err, "--output")
}
