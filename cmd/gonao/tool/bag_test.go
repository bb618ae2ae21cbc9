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
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/bag"
)

// record runs gonao bag record until it has written a message.
func record(t *testing.T, g *tooltest.Graph, dir string, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	var out tooltest.Buffer
	ended := make(chan error, 1)
	go func() { ended <- g.Run(ctx, &out, append([]string{"bag", "record", "-o", dir}, args...)...) }()
	written := func() bool {
		r, err := bag.Open(dir)
		if err != nil {
			return false
		}
		defer r.Close()
		return r.Info().Messages > 0
	}
	for ctx.Err() == nil && !written() {
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

func TestABagIsRecordedShownAndPlayed(t *testing.T) {
	g := tooltest.New(t)
	g.Talk("hello")
	dir := filepath.Join(t.TempDir(), "walk")
	out, err := record(t, g, dir, "nao1/chatter", "--topics", "/never", "--compression", "zstd")
	require.NoError(t, err)
	require.Contains(t, out, "recording into "+dir+"; Ctrl-C ends it\n")
	require.Regexp(t, `(?m)^\S+/walk: \d+ messages of 1 topic, \d.* in \d.*s, 0 dropped$`, out)
	require.Contains(t, out, "warning: topic /never: nobody published on it\n")

	out, err = g.Gonao("bag", "info", dir)
	require.NoError(t, err)
	for _, line := range []string{
		"Files:             walk_0.mcap\n", "Storage id:        mcap\n", "Compression:       zstd\n", "ROS Distro:        unknown\n",
		"Topic information: Topic: /nao1/chatter | Type: std_msgs/msg/String | Count: ", " | Serialization Format: cdr\n",
	} {
		require.Contains(t, out, line)
	}

	out, err = g.Gonao("bag", "info", "-v", dir)
	require.NoError(t, err)
	require.Regexp(t, `\nTopic: /nao1/chatter\n  Type: std_msgs/msg/String\n  Type hash: RIHS01_\S+\n  Messages: \d+.*\n  Size: \d.*\n  QoS: `, out)
	out, err = g.Gonao("bag", "convert", dir, "-o", dir+"_again", "--topics", "/nao1/chatter", "--duration", "3600")
	require.NoError(t, err)
	require.Regexp(t, `_again: \d+ messages?\n$`, out)
	before, err := bag.Open(dir)
	require.NoError(t, err)
	defer before.Close()
	after, err := bag.Open(dir + "_again")
	require.NoError(t, err)
	defer after.Close()
	require.Equal(t, before.Info().Topics, after.Info().Topics, "QoS and definition, too")
	require.Equal(t, "none", after.Info().Compression)
	_, err = g.Gonao("bag", "convert", dir, "-o", dir+"_again")
	require.ErrorContains(t, err, "exists already")

	heard, err := ros.Subscribe[stdmsgs.String](g.Node, "/there")
	require.NoError(t, err)
	out, err = g.Gonao("bag", "play", dir, "--rate", "1000", "--remap", "nao1/chatter:=/there", "--wait", "1")
	require.NoError(t, err)
	require.Regexp(t, `\d+ messages played\n`, out)
	require.Equal(t, "hello", (<-heard.C()).Data)

	require.NoError(t, os.Truncate(dir+"/walk_0.mcap", 1000))
	out, err = g.Gonao("bag", "reindex", dir)
	require.NoError(t, err)
	require.Contains(t, out, "walk_0.mcap: written anew\n")
	require.Contains(t, out, "warning: walk_0.mcap: cut in the middle of a record\n")
	_, err = g.Gonao("bag", "record", "-a", "-o", dir)
	require.EqualError(t, err, "bag "+dir+": exists already; choose another name")
}

func TestABagOfROSIsShownAsROSShowsIt(t *testing.T) {
	t.Setenv("TZ", "UTC")
	out, err := tooltest.New(t).Gonao("bag", "info", "../../../ros/bag/testdata/tiny_bag")
	require.NoError(t, err)
	require.Equal(t, `
Files:             tiny_bag_0.mcap
Bag size:          9.8 KiB
Storage id:        mcap
Compression:       none
ROS Distro:        jazzy
Duration:          0.202541102s
`, out[:strings.Index(out, "Start:")])
	require.Contains(t, out, "(1795181906.285361403)\nEnd: ")
	require.Contains(t, out, `
Messages:          9
Topic information: Topic: /chatter | Type: std_msgs/msg/String | Count: 5 | Serialization Format: cdr
                   Topic: /joint_states | Type: sensor_msgs/msg/JointState | Count: 4 | Serialization Format: cdr
`)
}

func TestWrongBagCommandsAreRefused(t *testing.T) {
	g := tooltest.New(t)
	const tiny = "../../../ros/bag/testdata/tiny_bag"
	for _, c := range []struct{ line, want string }{
		{"bag record", "expected topics, --all or --regex"},
		{"bag record -a --regex (", "--regex: error parsing regexp"},
		{"bag record -a --compression gzip", `--compression "gzip": expected zstd, lz4 or none`},
		{"bag record -a -s sqlite3", `--storage "sqlite3": expected mcap`},
		{"bag record -a -b -1", "--max-bag-size -1: expected 0 or more"},
		{"bag record -a --qos-profile-overrides-path /nowhere", "--qos-profile-overrides-path: open /nowhere: no such file"},
		{"bag play", "0 arguments: expected gonao bag play BAG"},
		{"bag play /nowhere", "bag /nowhere: no such file or directory"},
		{"bag play " + tiny + " --rate 0.0", ""},
		{"bag play " + tiny + " --clock 100 --rate 100", ""},
		{"bag play --clock " + tiny + " 50 --rate 100", ""},
		{"bag play " + tiny + " more", "2 arguments: expected gonao bag play BAG"},
		{"bag play " + tiny + " --rate -1", "expected a rate above 0"},
		{"bag play " + tiny + " --remap a", `--remap "a": expected FROM:=TO`},
		{"bag play " + tiny + " --topics chater", `topic /chater: not in it (did you mean "/chatter"?)`},
		{"bag play " + tiny + " --start-offset 5", "start offset 5s: it is 202.541102ms long"},
		{"bag info /nowhere", "bag /nowhere: no such file or directory"},
		{"bag info " + tiny + "/metadata.yaml", "is not an MCAP file: it begins with \"rosbag2_\""},
		{"bag reindex " + tiny + "/metadata.yaml", "expected the directory of a bag"},
		{"bag ply", `unknown command "ply" for "gonao bag" (did you mean "play"?)`},
	} {
		t.Run(c.line, func(t *testing.T) {
			_, err := g.Gonao(strings.Fields(c.line)...)
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.want)
		})
	}
}
