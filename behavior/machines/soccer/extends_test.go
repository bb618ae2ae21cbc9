package soccer

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
)

// A striker of one's own is five lines.
const neverDribbles = `machine: never_dribbles
extends: body
states:
  play/attack/approach: {transitions: [{if: behind_ball, to: line_up, name: shoots, priority: 2}]}
`

func TestAStrikerOfFiveLinesChecksLoadsAndPlays(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "never_dribbles.yaml"), []byte(neverDribbles), 0o600))
	model, err := LoadMachine("never_dribbles.yaml", dir)
	require.NoError(t, err)
	require.Empty(t, model.Warnings())
	ours, err := LoadMachine("body", "")
	require.NoError(t, err)
	require.Equal(t, ours.ActivePaths(), model.ActivePaths())
	require.NotEqual(t, ours.Hash(), model.Hash())

	after := func(model *hfsm.Model) string {
		m, err := hfsm.New(model, nil)
		require.NoError(t, err)
		for name, v := range map[string]hfsm.Value{
			"mode": hfsm.StringValue("playing"), "role": hfsm.StringValue("striker"), "game_ball_known": hfsm.BoolValue(true), "may_play": hfsm.BoolValue(true),
			"behind_ball": hfsm.BoolValue(true), "choice": hfsm.StringValue("dribble"), "threat": hfsm.FloatValue(99),
		} {
			in, ok := model.Input(name)
			require.True(t, ok, name)
			require.NoError(t, m.SetValue(int(in), v))
		}
		for now := time.Duration(0); now < 300*time.Millisecond; now += 50 * time.Millisecond {
			require.NoError(t, m.Tick(now))
		}
		return m.Path()
	}
	require.Equal(t, "play/attack/dribble", after(ours))
	require.Equal(t, "play/attack/line_up", after(model))
}

func TestAMachineNamedBodyExtendsOurs(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "body.yaml"), []byte("machine: body\nextends: body\nrate_hz: 50\n"), 0o600))
	read := func(name string) (string, []byte, error) { return ReadMachine(name, dir) }
	model, err := Load("./body.yaml", map[string]string{"body": "./body.yaml"}, read)
	require.NoError(t, err)
	require.Equal(t, 20*time.Millisecond, model.Period())
	_, err = Load("./other.yaml", nil, func(string) (string, []byte, error) {
		return "other.yaml", []byte("machine: other\nextends: bodi\n"), nil
	})
	require.ErrorContains(t, err, "other.yaml:2:10: extends: other -> other: machines that extend each other")
}
