package motion

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/nao"
	"gonao/ros"
)

const nodUp = `<motion name="nod"><slot duration="0.3"><joint name="HeadPitch" angle_deg="-10"/></slot></motion>`

// call calls one of the node's services.
func call[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](t *testing.T, b *bench, name string, request Q) A {
	client, err := ros.NewClient[Q, A, PQ, PA](b.n, name)
	require.NoError(t, err)
	answer, err := client.Call(t.Context(), request)
	require.NoError(t, err)
	return answer
}

func TestAMotionIsSentAndPlayed(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		b.standUp(t)
		a := call[msgs.LoadMotionRequest, msgs.LoadMotionResponse](t, b, "load_motion", msgs.LoadMotionRequest{File: "nod.xml", Text: nodUp})
		require.Equal(t, msgs.LoadMotionResponse{Success: true, Name: "nod"}, a)
		_, status := b.result(t, b.send(t, "nod"))
		require.Equal(t, ros.StatusSucceeded, status)
		require.InDelta(t, -0.1745, b.command.Position[nao.HeadPitch], 1e-3)

		a = call[msgs.LoadMotionRequest, msgs.LoadMotionResponse](t, b, "load_motion",
			msgs.LoadMotionRequest{File: "nod.xml", Text: strings.Replace(nodUp, "HeadPitch", "HeadPatch", 1)})
		require.False(t, a.Success)
		require.Contains(t, a.Message, `nod.xml:1: joint "HeadPatch": no such joint`)
		a = call[msgs.LoadMotionRequest, msgs.LoadMotionResponse](t, b, "load_motion",
			msgs.LoadMotionRequest{File: "look.pos", Text: "! 10" + strings.Repeat(" -", 24) + " 5\n"})
		require.True(t, a.Success)
		require.Equal(t, "look", a.Name)
		require.Contains(t, a.Message, "look.pos:1: 5 ms is less than a cycle")
	})
}

func TestADirectoryIsReadAnewWhileTheRobotMoves(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "nod.xml")
	require.NoError(t, os.WriteFile(file, []byte(nodUp), 0o600))
	cfg := testConfig()
	cfg.MotionDir = dir
	onBus(t, cfg, func(t *testing.T, b *bench) {
		b.standUp(t)
		g := b.send(t, "nod")
		b.run(t, 5)
		require.NoError(t, os.WriteFile(file, []byte(strings.Replace(nodUp, "-10", "10", 1)), 0o600))
		a := call[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](t, b, "reload_motions", stdsrvs.TriggerRequest{})
		require.Equal(t, stdsrvs.TriggerResponse{Success: true}, a)
		_, status := b.result(t, g)
		require.Equal(t, ros.StatusSucceeded, status)
		require.InDelta(t, -0.1745, b.command.Position[nao.HeadPitch], 1e-3, "what was played went on")
		_, status = b.result(t, b.send(t, "nod"))
		require.Equal(t, ros.StatusSucceeded, status)
		require.InDelta(t, 0.1745, b.command.Position[nao.HeadPitch], 1e-3)

		require.NoError(t, os.WriteFile(file, []byte("<motion"), 0o600))
		a = call[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](t, b, "reload_motions", stdsrvs.TriggerRequest{})
		require.False(t, a.Success)
		require.Contains(t, a.Message, "nod.xml:1: unexpected EOF")
		_, status = b.result(t, b.send(t, "nod"))
		require.Equal(t, ros.StatusSucceeded, status, "the old one is still there")
	})
}

func TestAnArmIsMadeLimpAndStiffAgain(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		limp := func(seconds float64, names ...string) msgs.SetLimpResponse {
			return call[msgs.SetLimpRequest, msgs.SetLimpResponse](t, b, "set_limp", msgs.SetLimpRequest{Names: names, Seconds: seconds})
		}
		require.Contains(t, limp(1, "left_arm").Message, "does not stand yet")
		b.standUp(t)
		require.Equal(t, msgs.SetLimpResponse{Success: true}, limp(0, "left_arm", "HeadYaw", "head"))
		b.run(t, 30)
		require.Zero(t, b.command.Stiffness[nao.LElbowRoll])
		require.Zero(t, b.command.Stiffness[nao.HeadPitch])
		require.Greater(t, b.command.Stiffness[nao.RElbowRoll], float32(0.3))
		require.True(t, limp(1).Success)
		b.run(t, 30)
		require.InDelta(t, 1, b.command.Stiffness[nao.LElbowRoll], 0)
		require.Contains(t, limp(1, "left_leg").Message, `names[0]: joint "left_leg": no such joint`)
		require.Contains(t, limp(11, "head").Message, "seconds 11: expected 0 (which is 3) to 10")
	})
}
