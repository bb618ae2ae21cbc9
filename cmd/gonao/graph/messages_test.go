package graph_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/cdr"
)

func TestEchoShowsMessages(t *testing.T) {
	g := tooltest.New(t)
	g.Talk("it's")
	out, err := g.Gonao("topic", "echo", "/nao1/chatter", "-n", "2")
	require.NoError(t, err)
	require.Equal(t, "data: it's\n---\ndata: it's\n---\n", out)
	out, err = g.Gonao("topic", "echo", "nao1/chatter", "std_msgs/String", "--once", "--field", "data")
	require.NoError(t, err)
	require.Equal(t, "it's\n---\n", out)
}

func TestHzMeasures(t *testing.T) {
	g := tooltest.New(t)
	g.Talk("hello")
	require.Regexp(t, `average rate: \d+\.\d{3}\n\tmin: \d`, g.Rate("/nao1/chatter"))
}

func TestPubIsHeard(t *testing.T) {
	g := tooltest.New(t)
	heard, err := ros.Subscribe[stdmsgs.String](g.Node, "/chatter")
	require.NoError(t, err)
	out, err := g.Gonao("topic", "pub", "--once", "/chatter", "std_msgs/msg/String", "data: it's", "--keep-alive", "0")
	require.NoError(t, err)
	require.Equal(t, "publisher: beginning loop\npublishing #1: std_msgs.msg.String(data=\"it's\")\n\n", out)
	require.Equal(t, "it's", (<-heard.C()).Data)
	g.Typed = "data: typed"
	out, err = g.Gonao("topic", "pub", "-t", "3", "--rate", "1000", "/chatter", "std_msgs/String", "--stdin", "-p", "3", "--keep-alive", "0")
	require.NoError(t, err)
	require.Equal(t, "publisher: beginning loop\npublishing #3: std_msgs.msg.String(data='typed')\n\n", out)
	for range 3 {
		require.Equal(t, "typed", (<-heard.C()).Data)
	}
}

func TestNowIsTheTimeOfEachSending(t *testing.T) {
	g := tooltest.New(t)
	heard, err := ros.Subscribe[builtininterfaces.Time](g.Node, "/clock")
	require.NoError(t, err)
	_, err = g.Gonao("topic", "pub", "-t", "2", "--rate", "1000", "/clock", "builtin_interfaces/msg/Time", "now")
	require.NoError(t, err)
	first := ros.StampTime(<-heard.C())
	require.True(t, ros.StampTime(<-heard.C()).After(first))
}

func TestEchoShowsWhatIsAskedFor(t *testing.T) {
	g := tooltest.New(t)
	data := cdr.Marshal(&geometrymsgs.PoseWithCovariance{Covariance: [36]float64{1: 0.5}})
	g.Repeat("pose", "geometry_msgs/msg/PoseWithCovariance", "", data)
	g.Repeat("blobs", "gonao_msgs/msg/ColorBlobArray", "", cdr.Marshal(&msgs.ColorBlobArray{
		Header: stdmsgs.Header{FrameId: "camera"}, Blobs: []msgs.ColorBlob{{}, {}},
	}))
	g.Repeat("text", "std_msgs/msg/String", "", cdr.Marshal(&stdmsgs.String{Data: "a'\n"}))
	for _, c := range []struct{ line, want string }{
		{"/nao1/pose --field pose.orientation", "x: 0.0\ny: 0.0\nz: 0.0\nw: 0.0\n---\n"},
		{"/nao1/blobs --flow-style --field header", "stamp:\n  sec: 0\n  nanosec: 0\nframe_id: camera\n---\n"},
		{"/nao1/pose --flow-style --field covariance -l 2", "[0.0, 0.5, '...']\n---\n"},
		{"/nao1/pose --field covariance -l 2", "- 0.0\n- 0.5\n- '...'\n---\n"},
		{"/nao1/pose --field covariance --csv -l 2", "0.0,0.5,...\n"},
		{"/nao1/pose --field pose.position --csv", "0.0,0.0,0.0\n"},
		{"/nao1/blobs --field header.frame_id --filter len(m.blobs)==2", "camera\n---\n"},
		{"/nao1/text --raw", `b'\x00\x01\x00\x00\x04\x00\x00\x00a\'\n\x00'` + "\n---\n"},
		{"/nao1/text --no-str", "data: '<string length: <3>>'\n---\n"},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel()
			out, err := g.Gonao(append([]string{"topic", "echo", "--once"}, strings.Fields(c.line)...)...)
			require.NoError(t, err)
			require.Equal(t, c.want, out)
		})
	}
}

func TestPubGivesUpAfterItsTimeout(t *testing.T) {
	g := tooltest.New(t)
	out, err := g.Gonao("topic", "pub", "--once", "--timeout", "0.3", "/nobody", "std_msgs/msg/String", "data: x")
	require.ErrorContains(t, err, "topic /nobody: 0 of 1 subscribers after 300ms")
	require.Contains(t, out, "Waiting for at least 1 matching subscription(s)")
}
