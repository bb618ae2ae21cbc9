package getup_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion/getup"
	"gonao/nao"
)

func TestAGetUpIsTunedBetweenTwo(t *testing.T) {
	e, err := getup.New(getup.DefaultConfig(), library(t))
	require.NoError(t, err)
	cfg := getup.DefaultConfig()
	cfg.Attempts, cfg.Front, cfg.Back = 2, "", ""
	lies := func(time.Duration, int) [2]float64 { return [2]float64{0, 1.5} }

	state := nao.State{Position: nao.StandPosture(), Angles: lies(0, 0)}
	command := nao.Command{Position: state.Position}
	require.NoError(t, e.Begin(&state, &command))
	var out nao.Command
	require.Equal(t, getup.Running, e.Step(&state, &out))
	require.ErrorIs(t, e.Tune(cfg), getup.ErrBusy)
	e.Cancel()

	wrong := cfg
	wrong.GyroGain = 2
	require.ErrorContains(t, e.Tune(wrong), "gyro_gain: 2.0: expected 0 to 1")
	require.NoError(t, e.Tune(cfg))
	require.Equal(t, getup.Failed, lift(t, e, lies))
	require.Equal(t, 2, e.Attempts())
}

func TestTheFourthAttemptIsSlowerAsAWhole(t *testing.T) {
	e, err := getup.New(getup.DefaultConfig(), library(t))
	require.NoError(t, err)
	var failed []time.Duration // when each attempt had failed
	lift(t, e, func(now time.Duration, attempts int) [2]float64 {
		if attempts > len(failed)+1 {
			failed = append(failed, now)
		}
		return [2]float64{0, 1.5}
	})
	require.Len(t, failed, 5)
	second, third, fourth := failed[1]-failed[0], failed[2]-failed[1], failed[3]-failed[2]
	require.Equal(t, third, second, "both linger in a slot that these motions do not have")
	require.Greater(t, fourth, second)
}
