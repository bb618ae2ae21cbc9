package docs

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/sim"
	"gonao/sim/lolaserver"
	"gonao/sim/world"
)

// The Python programs of docs/own-software.md, run unchanged, make a simulated robot stand up and walk.
func TestThePythonOfOwnSoftwareStandsAndWalks(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed: apt-get install python3")
	}
	dir := t.TempDir()
	for _, b := range fenced("", documents(t)["docs/own-software.md"]) {
		if name, ok := b.tried(); ok {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(b.text), 0o600))
		}
	}
	ground, err := world.Load("empty")
	require.NoError(t, err)
	robot, err := sim.New(sim.DefaultConfig(ground))
	require.NoError(t, err)
	defer robot.Close()
	server, err := lolaserver.Listen(lolaserver.Config{
		Path: filepath.Join(dir, "robocup"), Lockstep: true, Initial: nao.Command{Position: nao.StandPosture()},
	})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx, robot, func(lolaserver.Cycle) {}) }()

	walk, err := filepath.Abs(filepath.Join(root, "motion", "paper", "cpg", "files", "cpg_walk.xml"))
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), python, "walk.py", filepath.Join(dir, "robocup"), walk, "12")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	cancel()
	require.NoError(t, <-ended)

	var truth sim.Truth
	robot.Truth(&truth)
	require.Greater(t, truth.Torso.P.Z, 0.25, "it is on its feet")
	require.Greater(t, truth.Torso.P.X, 0.5, "it has walked ahead")
}
