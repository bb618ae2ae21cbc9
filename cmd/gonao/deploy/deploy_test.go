package deploy

import (
	"bytes"
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/sshdtest"
)

// contents returns stand-ins for the programs and launch files of gonao.
func contents(t *testing.T, arguments ...string) Contents {
	t.Helper()
	dir := t.TempDir()
	self, err := os.Executable()
	require.NoError(t, err)
	gonao := filepath.Join(dir, "gonao")
	require.NoError(t, os.Link(self, gonao))
	share := filepath.Join(dir, "share")
	require.NoError(t, os.MkdirAll(filepath.Join(share, "params"), 0o755))
	for _, name := range []string{"robot.launch.yaml", "params/nao_driver.yaml"} {
		require.NoError(t, os.WriteFile(filepath.Join(share, name), []byte("# "+name+"\n"), 0o644))
	}
	return Contents{
		Programs: []string{gonao}, Share: share, Launch: "robot.launch.yaml",
		Arguments: arguments, Env: []string{"ROS_DOMAIN_ID=48"},
	}
}

func collect(t *testing.T, now time.Time, arguments ...string) *Bundle {
	t.Helper()
	b, err := Collect(contents(t, arguments...), now, os.Getenv)
	require.NoError(t, err)
	return b
}

// body serves a LoLA socket, as far as a probe looks.
func body(t *testing.T, r *sshdtest.Robot) string {
	t.Helper()
	l, err := net.Listen("unix", r.Path("robocup"))
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	return r.Path("robocup")
}

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func quiet(int64, int64) {}

func probe(t *testing.T, robot *Robot, socket string) Facts {
	t.Helper()
	f, err := robot.Probe(t.Context(), socket)
	require.NoError(t, err)
	return f
}

func logs(t *testing.T, robot *Robot) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, robot.Logs(t.Context(), 100, false, &out))
	return out.String()
}

// deployed deploys, and stops what it started when the test ends.
func deployed(t *testing.T, robot *Robot, socket string, b *Bundle, start Start) {
	t.Helper()
	t.Cleanup(func() { robot.Stop(context.Background()) })
	require.NoError(t, robot.Deploy(t.Context(), probe(t, robot, socket), b, start, quiet))
}

func TestItIsCopiedStartedReplacedRolledBackAndStopped(t *testing.T) {
	r := sshdtest.New(t)
	robot, socket := dial(t, r), body(t, r)
	machine := filepath.Join(t.TempDir(), "mine.yaml")
	require.NoError(t, os.WriteFile(machine, []byte("mine"), 0o644))
	first := collect(t, noon, "machine:="+machine, "tf:=it's")

	before := probe(t, robot, socket)
	require.True(t, before.LoLA)
	require.True(t, before.Writable)
	require.False(t, before.Runs)
	require.Empty(t, before.Current)
	var most, total int64
	progress := func(done, all int64) { most, total = max(most, done), all }
	t.Cleanup(func() { robot.Stop(context.Background()) })
	require.NoError(t, robot.Deploy(t.Context(), before, first, StartNow, progress))
	require.Equal(t, first.Size(), total)
	require.Equal(t, total, most)

	now := probe(t, robot, socket)
	require.True(t, now.Runs)
	require.Equal(t, first.Name, now.Current)
	require.Equal(t, first.Launch, now.Launch)
	require.Less(t, now.Since, time.Hour)
	place := filepath.Join(r.Home, "gonao", "versions", first.Name)
	require.Eventually(t, func() bool { return strings.Contains(logs(t, robot), "nodes run") }, time.Minute, 10*time.Millisecond)
	said := logs(t, robot)
	require.Contains(t, said, "machine:="+place+"/files/machine/mine.yaml", "a file of this computer was taken along")
	require.Contains(t, said, "tf:=it's")
	require.Contains(t, said, "domain 48")
	require.Contains(t, said, "prefix "+place)
	require.Equal(t, "mine", r.Reads("gonao/current/files/machine/mine.yaml"))

	// Another version: only what differs is copied, and the first is stopped gently.
	total = 0
	second := collect(t, noon.Add(time.Second), "machine:=none")
	require.NoError(t, robot.Deploy(t.Context(), now, second, StartNow, progress))
	require.Less(t, total, int64(10_000), "programs and libraries are there already")
	now = probe(t, robot, socket)
	require.True(t, now.Runs)
	require.Equal(t, [2]string{second.Name, first.Name}, [2]string{now.Current, now.Previous})
	require.Equal(t, 1, strings.Count(logs(t, robot), "the robot is let down"))

	require.NoError(t, robot.Rollback(t.Context()))
	now = probe(t, robot, socket)
	require.True(t, now.Runs)
	require.Equal(t, [2]string{first.Name, second.Name}, [2]string{now.Current, now.Previous})

	// A third version: the one that neither ran nor was current is removed.
	third := collect(t, noon.Add(2*time.Second), "machine:=none")
	require.NoError(t, robot.Deploy(t.Context(), now, third, StartNot, quiet))
	now = probe(t, robot, socket)
	require.False(t, now.Runs)
	versions, err := os.ReadDir(filepath.Join(r.Home, "gonao", "versions"))
	require.NoError(t, err)
	require.Len(t, versions, 2)
	require.Equal(t, [2]string{third.Name, first.Name}, [2]string{now.Current, now.Previous})

	require.NoError(t, robot.Stop(t.Context()), "what does not run is stopped already")
}

// The service manager is a stand-in that starts the program of the unit.
func TestARobotWithUserServicesGetsOne(t *testing.T) {
	if testing.Short() {
		t.Skip("many connections to an sshd")
	}
	r := sshdtest.New(t)
	calls := r.Path("calls")
	r.Program("systemctl", `echo "$@" >>`+calls+`
unit=$HOME/.config/systemd/user/gonao.service
case "$*" in
*" start "*) setsid sh -c "$(sed -n "s|^ExecStart=%h|exec $HOME|p" "$unit")" >/dev/null 2>&1 & ;;
*" stop "*) [ ! -f "$HOME/gonao/pid" ] || kill -INT "$(cat "$HOME/gonao/pid")" ;;
esac`)
	robot, socket := dial(t, r), body(t, r)
	require.True(t, probe(t, robot, socket).Services)
	deployed(t, robot, socket, collect(t, noon), StartAtBoot)
	require.True(t, probe(t, robot, socket).Runs)
	require.NoError(t, robot.Stop(t.Context()))
	require.False(t, probe(t, robot, socket).Runs)
	said, err := os.ReadFile(calls)
	require.NoError(t, err)
	require.Contains(t, string(said), "--user daemon-reload\n--user start gonao.service\n--user enable gonao.service\n")
	require.Contains(t, r.Reads(".config/systemd/user/gonao.service"), "KillSignal=SIGINT")
}

func TestAnInterruptedCopyChangesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("many connections to an sshd")
	}
	r := sshdtest.New(t)
	robot, socket := dial(t, r), body(t, r)
	first := collect(t, noon)
	deployed(t, robot, socket, first, StartNow)

	r.Limit.Store(300_000) // bytes, then the connection is cut
	cut, err := Dial(t.Context(), login(r, "Compression=no"))
	require.NoError(t, err)
	t.Cleanup(func() { cut.Close() })
	facts := probe(t, robot, socket)
	facts.have = nil // all of it is sent
	err = cut.Deploy(t.Context(), facts, collect(t, noon.Add(time.Second)), StartNow, quiet)
	require.ErrorContains(t, err, "copy to")
	require.ErrorContains(t, err, "the nodes that run there were not touched")
	now := probe(t, robot, socket)
	require.True(t, now.Runs)
	require.Equal(t, first.Name, now.Current)
	require.NotContains(t, logs(t, robot), "let down")

	// The next deployment clears up and succeeds.
	again := collect(t, noon.Add(2*time.Second))
	require.NoError(t, robot.Deploy(t.Context(), now, again, StartNow, quiet))
	left, err := filepath.Glob(filepath.Join(r.Home, "gonao", "versions", ".incoming-*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestWhatDoesNotRunThereIsNotStarted(t *testing.T) {
	r := sshdtest.New(t)
	robot, socket := dial(t, r), body(t, r)
	good := collect(t, noon)
	deployed(t, robot, socket, good, StartNow)
	err := robot.Deploy(t.Context(), probe(t, robot, socket), collect(t, noon.Add(time.Second), "broken:=true"), StartNow, quiet)
	require.ErrorContains(t, err, `no argument "broken"`)
	require.ErrorContains(t, err, "does not run on this robot")
	now := probe(t, robot, socket)
	require.True(t, now.Runs)
	require.Equal(t, good.Name, now.Current)
}

func TestWhatEndsAtOnceIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("many connections to an sshd")
	}
	r := sshdtest.New(t)
	robot, socket := dial(t, r), body(t, r)
	facts := probe(t, robot, socket)
	err := robot.Deploy(t.Context(), facts, collect(t, noon, "dies:=true"), StartNow, quiet)
	if err == nil { // it ran long enough to be seen; the log shows why it ended
		require.Eventually(t, func() bool { return !probe(t, robot, socket).Runs }, time.Minute, 10*time.Millisecond)
	} else {
		require.ErrorContains(t, err, "rollback")
	}
	require.Contains(t, logs(t, robot), "a node cannot start")
}

func TestADamagedCopyIsNotUsed(t *testing.T) {
	if testing.Short() {
		t.Skip("many connections to an sshd")
	}
	r := sshdtest.New(t)
	robot, socket := dial(t, r), body(t, r)
	b := collect(t, noon)
	for i := range b.files {
		if b.files[i].path == "bin/robot" {
			b.files[i].content = bytes.Replace(b.files[i].content, []byte("exec"), []byte("EXEC"), 1)
		}
	}
	err := robot.Deploy(t.Context(), probe(t, robot, socket), b, StartNow, quiet)
	require.ErrorContains(t, err, "the copy is damaged")
	require.NoDirExists(t, filepath.Join(r.Home, "gonao", "versions", b.Name))
}
