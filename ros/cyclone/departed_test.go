package cyclone

import (
	"bytes"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// TestTheNodesOfAKilledProcessAreDropped holds for a process that never asks for the graph, as most nodes.
func TestTheNodesOfAKilledProcessAreDropped(t *testing.T) {
	useOwnDomain(t, 61)
	b := openBackend(t)
	p := startPartner(t, "sleep").ready()
	all := func() (nodes int) {
		b.discovery.mu.Lock()
		defer b.discovery.mu.Unlock()
		for g, o := range b.discovery.others {
			nodes += len(o.nodes)
			b.discovery.others[g] = heard{o.participantEntities, time.Now().Add(-2 * forgetAfter)} // as of one that has run for long
		}
		return nodes
	}
	found := func() (is bool) {
		b.peers.mu.Lock()
		defer b.peers.mu.Unlock()
		for _, o := range b.peers.processes {
			is = is || o.pid == p.cmd.Process.Pid
		}
		return is
	}
	// Either may come first: what DDS reports of participants is gathered, and delayed on a busy computer.
	eventually(t, "the partner is found, and heard of", func() bool { return found() && all() == 1 })
	b.peers.tidy()
	require.Equal(t, 1, all(), "it is alive")
	require.NoError(t, p.cmd.Process.Kill())
	eventually(t, "it is dropped", func() bool { return all() == 0 })
}

func TestOneThatWasHeardOfAMomentAgoIsKept(t *testing.T) {
	now := time.Now()
	d := discovery{others: map[gid]heard{{1}: {when: now}, {2}: {when: now.Add(-2 * forgetAfter)}, {3}: {when: now.Add(-2 * forgetAfter)}}}
	d.forget(map[gid]origin{{3}: {}})
	require.Contains(t, d.others, gid{1})
	require.NotContains(t, d.others, gid{2}, "neither alive nor heard of")
	require.Contains(t, d.others, gid{3}, "alive")
}

// TestFreedPagesReturnToTheKernel makes holes between blocks that stay in use, as participants that end leave them.
func TestFreedPagesReturnToTheKernel(t *testing.T) {
	useOwnDomain(t, 62)
	n := openNode(t, "writer")
	const samples, size = 600, 32 << 10
	keeps := func(topic string) *ros.Publisher[stdmsgs.String] {
		p, err := ros.Advertise[stdmsgs.String](n, topic, ros.TransientLocal(), ros.Depth(samples))
		require.NoError(t, err)
		return p
	}
	stays, goes := keeps("/stays"), keeps("/goes")
	big := stdmsgs.String{Data: string(bytes.Repeat([]byte("x"), size))}
	for range samples {
		require.NoError(t, stays.Publish(big))
		require.NoError(t, goes.Publish(big))
	}
	require.NoError(t, goes.Close())
	debug.FreeOSMemory() // so that only C's memory is compared
	b := openBackend(t)
	eventually(t, "the pages are returned", func() bool {
		before := residentKB(t)
		b.peers.tidy()
		t.Logf("%d kB before, %d kB after", before, residentKB(t))
		return before-residentKB(t) > samples*size/2/1024
	})
}

// openBackend returns another user of this process's participant.
func openBackend(t *testing.T) *backend {
	t.Helper()
	opened, err := Open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, opened.Close()) })
	b, ok := opened.(*backend)
	require.True(t, ok)
	return b
}

// residentKB returns the memory of this process that is not a file's.
func residentKB(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(text), "RssAnon:")
	kb, err := strconv.Atoi(strings.Fields(rest)[0])
	require.NoError(t, err)
	return kb
}
