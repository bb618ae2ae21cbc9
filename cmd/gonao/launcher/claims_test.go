package launcher

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/proc"
)

// ownNode is a launch file of a node of gonao in a namespace of the test's own.
func (w *workshop) ownNode(program, respawn string) (text, node string) {
	w.write("install/share/ament_index/resource_index/packages/gonao", "")
	w.program("install/lib/gonao/talker", program)
	node = "/t" + strings.ReplaceAll(strings.ToLower(strings.Trim(w.dir, "/")), "/", "_") + "/talker"
	namespace := strings.TrimSuffix(node, "/talker")
	return "launch:\n- node: {pkg: gonao, exec: talker, name: talker, namespace: " + namespace + ", respawn: \"" + respawn + "\"}\n", node
}

func TestASecondLaunchOfANodeIsRefusedWithTheProcessOfTheFirst(t *testing.T) {
	w := newWorkshop(t)
	text, node := w.ownNode("#!/bin/sh\nexec sleep 1000\n", "false")
	first := w.start(text, Options{})
	require.Equal(t, Started, first.next().Kind)

	second := w.start(text, Options{})
	err := second.wait()
	require.ErrorIs(t, err, ErrNotStarted)
	require.ErrorContains(t, err, "node "+node+" runs already")
	require.ErrorContains(t, err, "launcher.test")
	require.Empty(t, second.events, "nothing was started")

	forced := w.start(text, Options{Force: true})
	require.Equal(t, Started, forced.next().Kind)
	forced.stop()
	require.NoError(t, forced.wait())

	first.stop()
	require.NoError(t, first.wait())
	third := w.start(text, Options{})
	require.Equal(t, Started, third.next().Kind, "the first one has ended")
}

// A node that somebody has started by hand counts too, in its own domain alone.
func TestALaunchIsRefusedWhileANodeOfItRunsByHand(t *testing.T) {
	w := newWorkshop(t)
	text, node := w.ownNode("#!/bin/sh\nexec sleep 1000\n", "false")
	held, err := proc.TakeClaim(proc.NodeClaim("7", node))
	require.NoError(t, err)
	defer held.Release()
	plan := w.mustLoad(text)
	require.NoError(t, plan.Free(), "another domain")
	w.loader.Env = append(w.loader.Env, "ROS_DOMAIN_ID=7")
	plan = w.mustLoad(text)
	require.NoError(t, plan.Free(), "a claim of this process is not another node's")
	for _, p := range plan.Processes() {
		require.Equal(t, "7", p.domain())
	}
}

// However long a start takes: a node that dies five times before it has worked is not started again.
func TestFailuresWithoutSuccessAreCountedNotSeconds(t *testing.T) {
	w := newWorkshop(t)
	text, _ := w.ownNode("#!/bin/sh\nexit 3\n", "true")
	l := w.start(text, Options{quickDeath: 1})
	require.ErrorContains(t, l.wait(), "exit code 3")
	for i := range maxFailures {
		l.next()
		require.Equal(t, i == maxFailures-1, l.next().GivenUp)
	}
}

// A node that has worked before it died is started again, as often as that happens. The node is this test binary.
func TestANodeThatHasWorkedIsStartedAgain(t *testing.T) {
	if os.Getenv("LAUNCHER_TEST_WORKS") != "" {
		proc.ReadyReporter()()
		os.Exit(3)
	}
	w := newWorkshop(t)
	text, _ := w.ownNode("#!/bin/sh\nLAUNCHER_TEST_WORKS=1 exec "+os.Args[0]+" -test.run='^TestANodeThatHasWorkedIsStartedAgain$'\n", "true")
	l := w.start(text, Options{quickDeath: 1})
	for range maxFailures + 1 {
		l.next()
		e := l.next()
		require.Equal(t, "exit code 3", e.Status)
		require.False(t, e.GivenUp)
	}
	l.stop()
	require.NoError(t, l.wait())
}
