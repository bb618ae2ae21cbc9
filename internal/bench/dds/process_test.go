package dds

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// process is a running program. Its output is received line by line.
type process struct {
	cmd *exec.Cmd
	out *bufio.Scanner
}

// starter starts a role of one kind of program: ours, or the C peer.
type starter func(b testing.TB, how scheduling, role string, args ...any) *process

// scheduling is ordinary, or first in first out, which runs before everything ordinary.
type scheduling []string

var (
	ordinary scheduling
	fifo     = scheduling{"chrt", "--fifo", "10"}
)

// ours runs a role of play in a separate process.
func ours(b testing.TB, how scheduling, role string, args ...any) *process {
	b.Helper()
	return start(b, how, "GONAO_BENCH_ROLE="+role, os.Args[0], args)
}

// peers runs the C program between two topics.
func peers(b testing.TB, how scheduling, role string, args ...any) *process {
	b.Helper()
	topics := []any{role, "rt/cping", "rt/cpong"}
	return start(b, how, fmt.Sprintf(localOnly, tag()), buildPeer(b), append(topics, args...))
}

// localOnly restricts the peer to this host, as ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST restricts our side.
const localOnly = `CYCLONEDDS_URI=<CycloneDDS><Domain><General><AllowMulticast>false</AllowMulticast></General>` +
	`<Discovery><ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>32</MaxAutoParticipantIndex>` +
	`<Peers><Peer Address="127.0.0.1"/></Peers><Tag>%s</Tag></Discovery></Domain></CycloneDDS>`

func start(b testing.TB, how scheduling, env, name string, args []any) *process {
	b.Helper()
	line := append(how[:len(how):len(how)], name)
	for _, a := range args {
		line = append(line, fmt.Sprint(a))
	}
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Env = append(os.Environ(), env)
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	pipe, err := cmd.StdoutPipe()
	require.NoError(b, err)
	require.NoError(b, cmd.Start())
	b.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return &process{cmd: cmd, out: bufio.NewScanner(pipe)}
}

// line waits for the next line.
func (p *process) line(b testing.TB) string {
	b.Helper()
	timer := time.AfterFunc(2*patience, func() { _ = p.cmd.Process.Kill() })
	defer timer.Stop()
	require.True(b, p.out.Scan(), "%v has ended", p.cmd.Args)
	return p.out.Text()
}

func (p *process) ready(b testing.TB) *process {
	b.Helper()
	require.Equal(b, "ready", p.line(b))
	return p
}

// stop ends the process regularly, so that it leaves the network.
func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	timer := time.AfterFunc(patience, func() { _ = p.cmd.Process.Kill() })
	defer timer.Stop()
	_ = p.cmd.Wait()
}

// peer is the C program, built once for all benchmarks.
var peer struct {
	once sync.Once
	dir  string
	out  []byte
	err  error
}

// buildPeer compiles ros/cyclone's peer with idlc and cc.
func buildPeer(b testing.TB) string {
	b.Helper()
	peer.once.Do(func() {
		if peer.dir, peer.err = os.MkdirTemp("", "gonao-peer"); peer.err != nil { //nolint:usetesting // it outlives the benchmark that builds it
			return
		}
		source, _ := filepath.Abs("../../../ros/cyclone/testdata/peer")
		script := fmt.Sprintf("idlc -l c %s/peer.idl && cc -O2 -I. -o peer %s/peer.c peer.c "+
			"$(pkg-config --cflags --libs CycloneDDS)", source, source)
		cmd := exec.Command("sh", "-c", script)
		cmd.Dir = peer.dir
		peer.out, peer.err = cmd.CombinedOutput()
	})
	require.NoError(b, peer.err, "the peer needs gcc, pkg-config, cyclonedds-tools, cyclonedds-dev:\n%s", peer.out)
	return filepath.Join(peer.dir, "peer")
}

func removePeer() {
	if peer.dir != "" {
		_ = os.RemoveAll(peer.dir)
	}
}
