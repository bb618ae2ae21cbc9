package naoqi_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/drivertest"
	"gonao/nao_driver/naoqi"
	"gonao/nao_driver/naoqi/fake"
)

func TestALMotionWalksAndStopsWhenNobodyWantsItAnyMore(t *testing.T) {
	robot := start(t, fake.Config{TimeScale: 5})
	cfg := quick(config(robot))
	cfg.StopAfter = 200 * time.Millisecond
	c := &drivertest.Commander{Cmd: drivertest.Standing()}
	d := run(t, cfg, c)
	eventually(t, "no states", func() bool { return d.Stats().Cycles > 3 }, d.log)
	cmd := drivertest.Standing()
	cmd.Position[nao.HeadYaw], cmd.Position[nao.LKneePitch] = 0.4, 2
	eventually(t, "it does not walk", func() bool {
		require.NoError(t, d.Walk(0.1, 0.02, -0.3))
		return robot.Body().Look().Walking[0] > 0
	}, d.log)
	look := robot.Body().Look()
	require.InDelta(t, 0.1, look.Walking[0], 1e-6)
	require.InDelta(t, -0.3, look.Walking[2], 1e-6)
	require.True(t, look.Awake)
	c.SetCommand(cmd) // the head is the commander's, the legs are not
	eventually(t, "the head does not move", func() bool { return math.Abs(robot.Body().Look().Position[nao.HeadYaw]-0.4) < 1e-2 }, d.log)
	require.InDelta(t, 0.7, robot.Body().Look().Position[nao.LKneePitch], 0.1)
	eventually(t, "it walks on", func() bool { return robot.Body().Look().Walking == [3]float64{} }, d.log)
	require.ErrorContains(t, d.Walk(math.NaN(), 0, 0), "finite")

	d.stop()
	d.await(t)
	require.True(t, robot.Body().Limp(), "it rests")
	require.InDelta(t, nao.CrouchPosture()[nao.LKneePitch], robot.Body().Look().Position[nao.LKneePitch], 0.1)
}

func TestPosturesAreTakenAndTheBodyIsGivenBack(t *testing.T) {
	robot := start(t, fake.Config{TimeScale: 5})
	c := &drivertest.Commander{}
	cfg := quick(config(robot))
	cfg.PostureSpeed = 1
	cfg.Safety.FirstWithin = time.Hour // a slow machine's guard must not let the robot down during that time
	d := run(t, cfg, c)
	eventually(t, "no states", func() bool { return d.Stats().Cycles > 3 }, d.log)
	list, err := d.Postures(t.Context())
	require.NoError(t, err)
	require.Contains(t, list, "Stand")
	require.Contains(t, list, naoqi.Rest)
	require.NoError(t, d.GoToPosture(t.Context(), "Crouch"))
	require.InDelta(t, nao.CrouchPosture()[nao.LKneePitch], robot.Body().Look().Position[nao.LKneePitch], 0.05)
	require.ErrorContains(t, d.GoToPosture(t.Context(), "Handstand"), `posture "Handstand"`)
	require.NoError(t, d.GoToPosture(t.Context(), naoqi.Rest))
	require.True(t, robot.Body().Limp())
	cmd := drivertest.Standing()
	c.SetCommand(cmd)
	eventually(t, "the body is not the commander's again", func() bool {
		return math.Abs(robot.Body().Look().Position[nao.LKneePitch]-cmd.Position[nao.LKneePitch]) < 1e-2
	}, d.log)
}

func TestAPostureThatIsCanceledStops(t *testing.T) {
	robot := start(t, fake.Config{})
	d := run(t, quick(config(robot)), &drivertest.Commander{})
	eventually(t, "no states", func() bool { return d.Stats().Cycles > 3 }, d.log)
	require.NoError(t, d.GoToPosture(t.Context(), "Stand"))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	robot.Set("ALRobotPosture.goToPosture", fake.Fault{Hang: true})
	go func() { done <- d.GoToPosture(ctx, "Crouch") }()
	eventually(t, "not asked", func() bool { return robot.Calls("ALRobotPosture.goToPosture") > 1 }, d.log)
	cancel()
	require.ErrorIs(t, <-done, context.Canceled)
	require.Equal(t, 1, robot.Calls("ALRobotPosture.stopMove"))
}

func TestARobotThatWalksForADriverThatIsGoneIsStopped(t *testing.T) {
	robot := start(t, fake.Config{TimeScale: 5})
	cfg := quick(config(robot))
	d := run(t, cfg, &drivertest.Commander{})
	eventually(t, "it does not walk", func() bool {
		require.NoError(t, d.Walk(0.1, 0, 0))
		return robot.Body().Look().Walking[0] > 0
	}, d.log)
	robot.Away(true) // and walks on, as NAOqi does
	robot.Away(false)
	second := run(t, cfg, &drivertest.Commander{})
	eventually(t, "it walks on", func() bool { return robot.Body().Look().Walking == [3]float64{} }, second.log)
}

func TestLEDsShine(t *testing.T) {
	robot := start(t, fake.Config{})
	lights := nao.AllOn(nao.Color{R: 1, G: 0.5})
	lights.LeftEye[3], lights.RightEar[0], lights.Skull[2] = nao.Color{B: 2}, 0.25, float32(math.NaN())
	c := &drivertest.Commander{Wish: &lights}
	d := run(t, config(robot), c)
	eventually(t, "the skull's last is dark", func() bool { return robot.LED("Head/Led/Front/Right/1/Actuator/Value").Level == 1 }, d.log)
	require.Equal(t, int32(0x0000ff), robot.LED("FaceLedLeft6").RGB, "at 270°, brought within 0 to 1")
	require.Equal(t, int32(0xff8000), robot.LED("ChestLeds").RGB)
	require.InDelta(t, 0.25, robot.LED("Ears/Led/Right/324Deg/Actuator/Value").Level, 1e-6)
	require.Zero(t, robot.LED("Head/Led/Middle/Left/0/Actuator/Value").Level)
	calls := robot.Calls("ALLeds.fadeRGB") + robot.Calls("ALLeds.setIntensity")
	require.Equal(t, 51, calls)
	lights.Chest = nao.Color{}
	c.SetLights(&lights)
	eventually(t, "the chest shines on", func() bool { return robot.LED("ChestLeds").RGB == 0 }, d.log)
	require.Equal(t, calls+1, robot.Calls("ALLeds.fadeRGB")+robot.Calls("ALLeds.setIntensity"), "only what changed")
}

func TestItSpeaksAndFallsSilent(t *testing.T) {
	robot := start(t, fake.Config{})
	d := run(t, config(robot), &drivertest.Commander{})
	require.ErrorContains(t, naoqi.New(config(robot), drivertest.Wall{}, nil).Say(t.Context(), "x"), "no robot is connected")
	eventually(t, "no states", func() bool { return d.Stats().Cycles > 3 }, d.log)
	require.NoError(t, d.Say(t.Context(), "hello"))
	require.Equal(t, []string{"hello"}, robot.Spoken())
	require.NoError(t, d.SetVoice(t.Context(), "english", 0.5), "NAOqi's word")
	require.NoError(t, d.SetVoice(t.Context(), "en-us", 0), "a code")
	require.Equal(t, 2, robot.Calls("ALTextToSpeech.setLanguage"))
	require.Equal(t, 1, robot.Calls("ALTextToSpeech.setVolume"))
	require.ErrorIs(t, d.SetVoice(t.Context(), "fr", 0), naoqi.ErrNoLanguage)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	long := make([]byte, 2000)
	go func() { done <- d.Say(ctx, string(long)) }()
	eventually(t, "it does not begin", func() bool { return robot.Calls("ALTextToSpeech.say") > 1 }, d.log)
	cancel()
	require.ErrorIs(t, <-done, context.Canceled)
	require.Equal(t, 1, robot.Calls("ALTextToSpeech.stopAll"))
	require.Len(t, robot.Spoken(), 1)
}
