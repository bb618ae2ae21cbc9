package launcher

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// node installs a node of gonao: it writes a line to the file started, unless it is only to
// check its parameters. A parameter world other than spl is wrong.
func (w *workshop) node() (started string) {
	w.write("install/share/ament_index/resource_index/packages/gonao", "")
	w.program("install/lib/gonao/simulator", `#!/bin/sh
case "$*" in *world:=spl*) ;; *) echo 'simulator: world "mars": no such world' >&2; exit 78;; esac
[ "$1" = --check ] || echo started >> `+filepath.Join(w.dir, "started")+`
`)
	return filepath.Join(w.dir, "started")
}

const launchOfWorld = `
launch:
- arg: {name: world, default: spl}
- node: {pkg: gonao, exec: simulator, ros_args: "-p world:=$(var world)"}
`

func TestAWrongArgumentIsRefusedBeforeAnythingStarts(t *testing.T) {
	w := newWorkshop(t)
	started := w.node()
	plan := w.mustLoad(launchOfWorld, "world:=mars")
	require.EqualError(t, Run(t.Context(), plan, Options{}), `nothing was started: simulator: world "mars": no such world`)
	require.NoFileExists(t, started)

	require.NoError(t, Run(t.Context(), w.mustLoad(launchOfWorld, "world:=spl"), Options{}))
	text, err := os.ReadFile(started)
	require.NoError(t, err)
	require.Equal(t, "started\n", string(text), "the check itself starts nothing")
}

func TestANodeWithAWrongConfigurationIsNotStartedAgain(t *testing.T) {
	w := newWorkshop(t)
	w.program("wrong", "#!/bin/sh\necho ready\necho 'vision: colors[0]: no such colour' >&2\nexit 78\n")
	l := w.start(`
launch:
- executable: {cmd: $(dirname)/wrong, respawn: "true", respawn_delay: 0.01}
`, Options{})
	require.EqualError(t, l.wait(), "process wrong-1 died: exit code 78: vision: colors[0]: no such colour")
	require.Contains(t, l.out.of("wrong-1"), "is not started again: its configuration is wrong")
	require.Equal(t, Started, l.next().Kind)
	require.True(t, l.next().GivenUp)
	require.Empty(t, l.events)
}

func TestANodeThatDiesAtOnceIsStartedFiveTimes(t *testing.T) {
	w := newWorkshop(t)
	w.program("die", "#!/bin/sh\necho 'no robot' >&2\nexit 1\n")
	l := w.start(`
launch:
- executable: {cmd: $(dirname)/die, respawn: "true", respawn_delay: 0.01}
`, Options{})
	require.EqualError(t, l.wait(), "process die-1 died: exit code 1: no robot")
	require.Contains(t, l.out.of("die-1"), "is not started again: it died 5 times before it had worked, or within 5s of its start")
	for i := range maxFailures {
		e := l.next()
		require.Equal(t, i, e.Restarts)
		require.Equal(t, i == maxFailures-1, l.next().GivenUp)
	}
	require.Empty(t, l.events)
}
