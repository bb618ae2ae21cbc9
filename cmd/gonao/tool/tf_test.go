package tool_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/cmd/gonao/tooltest"
	"gonao/ros/tf"
)

func TestFramesAreShown(t *testing.T) {
	g := tooltest.New(t)
	moving, err := tf.NewBroadcaster(g.Node)
	require.NoError(t, err)
	fixed, err := tf.NewStaticBroadcaster(g.Node)
	require.NoError(t, err)
	require.NoError(t, fixed.Send(tf.Stamped{Parent: "base", Child: "camera", Transform: tf.Translation(r3.Vec{Z: 0.5})}))
	g.Again(func() {
		_ = moving.Send(tf.Stamped{Parent: "odom", Child: "base", Time: time.Unix(7, 0), Transform: tf.RollPitchYaw(0, 0, 1)})
	})

	out, err := g.Gonao("tf", "echo", "odom", "camera", "--once")
	require.NoError(t, err, out)
	require.Contains(t, out, "- Translation: [0.000, 0.000, 0.500]\n")
	require.Contains(t, out, "- Rotation: in RPY (radian) [0.000, 0.000, 1.000]\n")

	out, err = g.Gonao("tf", "tree", "--wait", "0.1")
	require.NoError(t, err)
	require.Regexp(t, `^odom\n  base  \(\d+\.\d Hz\)\n    camera  \(static\)\n$`, out)
	out, err = g.Gonao("tf", "list", "--wait", "0.1")
	require.NoError(t, err)
	require.Contains(t, out, "camera\tbase\tstatic\n")

	out, err = g.Gonao("tf", "echo", "odom", "camra", "--once")
	require.ErrorContains(t, err, `did you mean "camera"?`, out)
	_, err = g.Gonao("tf", "list", "--robot", "nao2", "--wait", "0.1")
	require.ErrorContains(t, err, "no frames on /nao2/tf and /nao2/tf_static")
}

func TestAStaticFrameIsPublished(t *testing.T) {
	g := tooltest.New(t)
	var frames tf.Buffer
	require.NoError(t, frames.Listen(g.Node))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	var out tooltest.Buffer
	go func() {
		ended <- g.Run(ctx, &out, "tf", "static", "--frame-id", "world", "--child-frame-id", "odom", "--x", "-1.5", "--yaw", "3.14159")
	}()
	pose, err := frames.Wait(t.Context(), "world", "odom", time.Time{})
	require.NoError(t, err)
	require.InDelta(t, -1.5, pose.P.X, 1e-9)
	require.InDelta(t, -1, pose.Apply(r3.Vec{X: 1}).X+1.5, 1e-5)
	stop()
	require.NoError(t, <-ended, out.String())

	for want, args := range map[string]string{
		"expected --frame-id and --child-frame-id": "--frame-id world",
		"frames are not topics":                    "--frame-id /world --child-frame-id odom",
		"the length is 2: expected 1":              "--frame-id a --child-frame-id b --qx 0 --qy 0 --qz 0 --qw 2",
	} {
		_, err := g.Gonao(append([]string{"tf", "static"}, strings.Fields(args)...)...)
		require.ErrorContains(t, err, want)
	}
}
