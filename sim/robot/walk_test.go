package robot

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const goThere = `machine: go_there
rate_hz: 25
initial: stand
states:
  stand: {transitions: [{after: 100ms, to: go}]}
  go:
    do: {walk_to: {x: 0.35, y: 0.1, theta: 0.6}}
    transitions: [{if: final, to: there}, {if: failed, to: lost}]
  there: {}
  lost: {}
`

func TestAMachineWalksToAPlaceInTheSameProcess(t *testing.T) {
	file := filepath.Join(t.TempDir(), "go_there.yaml")
	require.NoError(t, os.WriteFile(file, []byte(goThere), 0o600))
	cfg := small(file)
	r := run(t, cfg, 9*time.Second)
	trace := r.Record.Snapshot().Trace
	require.Equal(t, "there", trace[len(trace)-1].Path, "%v", cause(r.Robot))
	_, _, yaw := r.truth.Torso.RollPitchYaw()
	at := r.motion.Odometry()
	require.InDelta(t, 0.35, r.truth.Torso.P.X, 0.1)
	require.InDelta(t, 0.1, r.truth.Torso.P.Y, 0.1)
	require.InDelta(t, 0.6, yaw, 0.2)
	require.InDelta(t, at.X, r.truth.Torso.P.X, 0.06, "odometry knows it")
	require.InDelta(t, at.Y, r.truth.Torso.P.Y, 0.06)
	require.InDelta(t, at.Yaw, yaw, 0.1)
}

// cause returns the error of the robot's machine.
func cause(r *Robot) error {
	_, err := r.Outcome()
	return err
}
