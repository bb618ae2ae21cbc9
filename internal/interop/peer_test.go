package interop

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/ros"
	"gonao/ros/rmw"
)

// patience is how long a test waits for an expected event. It is long, because a busy computer may start a peer late.
const patience = time.Minute

// compiled are the peers.
var compiled struct {
	dir          string
	once         sync.Once
	types        *peerTypes
	cout, fout   string
	cErr, fError error
}

// build compiles both peers, once for each version of their sources and of the Debian packages that they need.
// internal/scripts/deps.sh --test installs these packages.
func build(t testing.TB) {
	t.Helper()
	b := &compiled
	b.once.Do(func() {
		b.types = newPeerTypes(t)
		sources, err := filepath.Abs("testdata/peers")
		require.NoError(t, err)
		versions, _ := exec.Command("dpkg-query", "-W", "gcc", "g++", "cyclonedds-dev", "libfastrtps-dev").Output() // a missing package makes a later step fail
		all := sha256.New()
		fmt.Fprintf(all, "%s\n%s\n%s\n%s\n%s\n%s\n", versions, makeC, makeFast, b.types.idl.String(), b.types.inc.String(), b.types.hpp.String())
		files, err := os.ReadDir(sources)
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(filepath.Join(sources, file.Name()))
			require.NoError(t, err)
			fmt.Fprintf(all, "%s %d\n%s", file.Name(), len(text), text)
		}
		b.dir, err = filepath.Abs(filepath.Join("..", "..", "build", "test-peers", hex.EncodeToString(all.Sum(nil)[:8])))
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(b.dir, 0o755))
		run := func(program, script string) (string, error) {
			if _, err := os.Stat(filepath.Join(b.dir, program)); err == nil {
				return "", nil
			}
			dir := t.TempDir() // another process may be building it, too
			for name, text := range map[string]string{
				"types.idl": b.types.idl.String(), "types.inc": b.types.inc.String(), "types.hpp": b.types.hpp.String(),
			} {
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
			}
			cmd := exec.Command("sh", "-ec", script)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "SOURCES="+sources)
			out, err := cmd.CombinedOutput()
			if err == nil {
				err = keep(filepath.Join(dir, program), filepath.Join(b.dir, program))
			}
			return string(out), err
		}
		b.cout, b.cErr = run("c", makeC)
		b.fout, b.fError = run("fast", makeFast)
	})
}

// keep copies a program so that it appears complete at once.
func keep(from, to string) error {
	program, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	part := fmt.Sprint(to, ".", os.Getpid())
	if err := os.WriteFile(part, program, 0o755); err != nil {
		return err
	}
	return os.Rename(part, to)
}

// makeC and makeFast compile the peers.
const (
	makeC = `cp "$SOURCES"/service.idl . && idlc -l c service.idl && idlc -l c types.idl && ` +
		`cc -O1 -I. -o c "$SOURCES"/peer.c types.c service.c $(pkg-config --cflags --libs CycloneDDS) -lpthread`
	makeFast = `c++ -I. -o fast "$SOURCES"/fast.cpp -lfastrtps -lfastcdr`
)

func TestMain(m *testing.M) {
	if role := os.Getenv("GONAO_INTEROP_ROLE"); role != "" {
		os.Exit(play(role))
	}
	code := m.Run()
	writeTable()
	os.Exit(code)
}

// A dds is a kind of peer.
type dds string

// Peers that are built from Debian packages.
const (
	inC    dds = "C, Cyclone DDS"
	inFast dds = "C++, Fast DDS"
)

// peers runs a test with each kind of peer.
func peers(t *testing.T, feature string, test func(t *testing.T, p *peer)) {
	withROS2(t, feature, append([]dds{inC, inFast}, theRMWs()...), test)
}

// useOwnDomain sets a DDS domain for the test on this host's loopback interface. It has no tag, because Fast DDS does
// not support tags.
func useOwnDomain(t testing.TB) {
	t.Helper()
	t.Setenv("ROS_DOMAIN_ID", fmt.Sprint(102+os.Getpid()%98)) // other tests use lower domains
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	t.Setenv("CYCLONEDDS_URI", "")
}

// configure adds to Cyclone's configuration, for our side and for the peers.
func configure(t testing.TB, xml string) {
	t.Helper()
	t.Setenv("CYCLONEDDS_URI", "<CycloneDDS><Domain>"+xml+"</Domain></CycloneDDS>")
}

// localOnly restricts the C peer to this host, as ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST restricts our side.
const localOnly = `<CycloneDDS><Domain><General><AllowMulticast>false</AllowMulticast></General><Discovery><ParticipantIndex>auto` +
	`</ParticipantIndex><MaxAutoParticipantIndex>32</MaxAutoParticipantIndex><Peers><Peer Address="127.0.0.1"/></Peers></Discovery>` +
	`</Domain></CycloneDDS>`

// peer is a running program that executes commands.
type peer struct {
	t       testing.TB
	kind    dds
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers chan string

	mu  sync.Mutex
	got map[string]chan string // messages that its readers received
}

func startPeer(t testing.TB, kind dds) *peer {
	t.Helper()
	build(t)
	switch kind {
	case inC:
		require.NoError(t, compiled.cErr, "the peer needs gcc, pkg-config, cyclonedds-tools, cyclonedds-dev:\n%s", compiled.cout)
		return start(t, kind, exec.Command(filepath.Join(compiled.dir, "c")),
			"CYCLONEDDS_URI="+localOnly+","+os.Getenv("CYCLONEDDS_URI")).ready()
	case inFast:
		require.NoError(t, compiled.fError, "the peer needs g++ and libfastrtps-dev:\n%s", compiled.fout)
		return start(t, kind, exec.Command(filepath.Join(compiled.dir, "fast"))).ready()
	default:
		return startROS2(t, kind)
	}
}

// start runs a program that prints "ready" and then executes commands.
func start(t testing.TB, kind dds, cmd *exec.Cmd, env ...string) *peer {
	t.Helper()
	return startIn(t, kind, append(os.Environ(), env...), cmd)
}

func startIn(t testing.TB, kind dds, env []string, cmd *exec.Cmd) *peer {
	t.Helper()
	cmd.Env = env
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	p := &peer{t: t, kind: kind, cmd: cmd, in: in, answers: make(chan string, 64), got: map[string]chan string{}}
	go p.read(out)
	t.Cleanup(p.stop)
	return p
}

func (p *peer) ready() *peer {
	p.t.Helper()
	require.Equal(p.t, "ready", p.answer())
	return p
}

// read sorts the output of the peer. "got ID WHAT" comes from a reader, colored lines are complaints of Fast DDS, and
// the others are answers.
func (p *peer) read(out io.Reader) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "got "); ok {
			id, what, _ := strings.Cut(rest, " ")
			p.of(id) <- what
			continue
		}
		if !strings.HasPrefix(lines.Text(), "\x1b[") {
			p.answers <- lines.Text()
		}
	}
	close(p.answers)
}

func (p *peer) of(id string) chan string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.got[id] == nil {
		p.got[id] = make(chan string, 1<<14)
	}
	return p.got[id]
}

// received returns the next message that a reader receives.
func (p *peer) received(id string) string {
	p.t.Helper()
	return receive(p.t, p.of(id))
}

func (p *peer) answer() string {
	p.t.Helper()
	line := receive(p.t, p.answers)
	require.False(p.t, line == "" || strings.HasPrefix(line, "error"), "%s: %q", p.kind, line)
	return line
}

// ask sends a command and returns the answer.
func (p *peer) ask(format string, args ...any) string {
	p.t.Helper()
	_, err := fmt.Fprintf(p.in, format+"\n", args...)
	require.NoError(p.t, err)
	return p.answer()
}

// matched returns the number of endpoints that an endpoint of the peer is matched with. The C peer also reports their
// guids, in hex.
func (p *peer) matched(id string) (n int, guids []string) {
	p.t.Helper()
	answer := p.ask("matched %s", id)
	fields := strings.Fields(answer)
	require.True(p.t, len(fields) > 1 && fields[0] == "matched", "%s: %q", p.kind, answer)
	_, err := fmt.Sscan(fields[1], &n)
	require.NoError(p.t, err)
	return n, fields[2:]
}

func (p *peer) awaitMatched(id string, want int) {
	p.t.Helper()
	eventually(p.t, fmt.Sprintf("%s: %s matches %d", p.kind, id, want), func() bool {
		n, _ := p.matched(id)
		return n == want
	})
}

// stop ends the peer regularly, so that it leaves the network.
func (p *peer) stop() {
	_ = p.in.Close()
	timer := time.AfterFunc(patience, func() { _ = p.cmd.Process.Kill() })
	defer timer.Stop()
	_ = p.cmd.Wait()
}

// kill ends the peer with SIGKILL.
func (p *peer) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

func openNode(t testing.TB, name string) *ros.Node {
	t.Helper()
	b, err := rmw.Open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	n, err := ros.NewNode(context.Background(), b, name, ros.NodeOptions{Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n
}

func receive[T any](t testing.TB, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		require.FailNow(t, "nothing arrived", "after %v", patience)
		panic("unreachable")
	}
}

func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(2 * time.Millisecond) {
		require.True(t, time.Now().Before(end), "never: %s", what)
	}
}
