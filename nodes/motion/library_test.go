package motion

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	diagnosticmsgs "gonao/msgs/diagnostic_msgs"
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

func TestAWrongMotionFileIsNamedAndTheOthersPlay(t *testing.T) {
	dir := t.TempDir()
	write := func(file, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600))
	}
	write("nod.xml", nodUp)
	write("wave.xml", "<motion name='wave'>\n<slot duration='1'><joint name='Nose' angle_deg='1'/></slot></motion>")
	wrong := filepath.Join(dir, "wave.xml") + `:2: joint "Nose": no such joint`
	cfg := testConfig()
	cfg.MotionDir = dir
	require.NoError(t, cfg.CheckFiles())
	onBus(t, cfg, func(t *testing.T, b *bench) {
		reports, err := ros.Subscribe[diagnosticmsgs.DiagnosticArray](b.n, "/diagnostics", ros.Depth(1))
		require.NoError(t, err)
		report := func() diagnosticmsgs.DiagnosticStatus {
			for len(reports.C()) > 0 {
				<-reports.C()
			}
			time.Sleep(time.Second)
			synctest.Wait()
			return (<-reports.C()).Status[0]
		}
		b.standUp(t)
		require.Equal(t, 1, b.said(strings.ReplaceAll(wrong, `"`, `\"`)), b.log.String())
		s := report()
		require.Equal(t, "/nao1/motion: motions", s.Name)
		require.Equal(t, diagnosticmsgs.DiagnosticStatusError, s.Level)
		require.Equal(t, "wave", s.Values[0].Key)
		require.Contains(t, s.Values[0].Value, wrong)

		result, status := b.result(t, b.send(t, "wave"))
		require.Equal(t, ros.StatusAborted, status)
		require.Equal(t, msgs.PlayMotionResultUnknownMotion, result.ErrorCode)
		require.Contains(t, result.ErrorMsg, `motion "wave" cannot be played: `+wrong)
		_, status = b.result(t, b.send(t, "nod"))
		require.Equal(t, ros.StatusSucceeded, status)

		write("wave.xml", strings.Replace(nodUp, "nod", "wave", 1))
		require.True(t, call[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](t, b, "reload_motions", stdsrvs.TriggerRequest{}).Success)
		_, status = b.result(t, b.send(t, "wave"))
		require.Equal(t, ros.StatusSucceeded, status)
		require.Equal(t, diagnosticmsgs.DiagnosticStatusOk, report().Level)
	})
	cfg.MotionDir = filepath.Join(dir, "nod.xml")
	require.ErrorContains(t, cfg.CheckFiles(), "expected a directory")
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
