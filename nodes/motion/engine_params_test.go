package motion

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion/getup"
	"gonao/motion/walk"
	"gonao/nao"
	"gonao/ros/param"
)

func TestTheEnginesNumbersReachTheRoom(t *testing.T) {
	settings, err := param.Parse("m.yaml", []byte(`/**/motion:
  ros__parameters:
    walk: {max_forward: 0.2}
    kick: {forward_back: 0.1}
    get_up: {attempts: 3, lean_gain: 0.2}
`))
	require.NoError(t, err)
	cfg := DefaultConfig()
	require.NoError(t, param.FromSettings("/motion", settings).Decode(&cfg))
	room := cfg.Motion
	require.InDelta(t, 0.2, room.Walk.MaxForward, 0)
	require.InDelta(t, 0.1, room.Kick.Forward.Back, 0)
	require.Equal(t, 3, room.GetUp.Attempts)
	require.InDelta(t, 0.2, room.GetUp.LeanGain, 0)
	require.Equal(t, getup.DefaultConfig().Front, room.GetUp.Front)
	require.InDelta(t, walk.DefaultConfig().MaxForward, DefaultConfig().Motion.Walk.MaxForward, 0, "the defaults are left alone")
	for line, want := range map[string]string{
		"walk: {max_forwrd: 0.2}":   `(did you mean "walk.max_forward"?)`,
		"kick: {shift_sec: 9.0}":    `m.yaml:3: parameter "kick.shift_sec": 9.0: expected 0.1 to 5 s`,
		"get_up: {attempts: 0}":     `parameter "get_up.attempts": 0: expected 1 to 100`,
		"get_up: {front: my_front}": `no such parameter`,
	} {
		settings, err := param.Parse("m.yaml", []byte(fmt.Sprintf("/**/motion:\n  ros__parameters:\n    %s\n", line)))
		require.NoError(t, err)
		cfg := DefaultConfig()
		require.ErrorContains(t, param.FromSettings("/motion", settings).Decode(&cfg), want)
	}
}

func TestTheWalksNumbersCanBeSetWhileItStands(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		b.standUp(t)
		knee := b.command.Position[nao.LKneePitch]
		require.Empty(t, b.set("walk.stand_height", 0.3))
		b.smoothly(t, 200)
		require.Greater(t, b.command.Position[nao.LKneePitch], knee+0.1, "it stands lower")
		require.Contains(t, b.set("walk.stand_height", 0.4), "out of range")
		require.NotEmpty(t, b.set("walk.stand_hight", 0.3))
		require.Empty(t, b.set("kick.shift_sec", 1.0))
		require.Empty(t, b.set("get_up.attempts", int64(2)))
		b.smoothly(t, 10)
	})
}
