package batch

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gonao/internal/proc"
	"gonao/internal/seeds"
	"gonao/soccer/match/bundle"
)

// role is what a process of the kill tests is: they execute their own test binary.
type role struct {
	Worker        bool
	Store, Listen string
	URL           string
	Seeds         int
}

const roleVariable = "GONAO_BATCH_ROLE"

func TestMain(m *testing.M) {
	text := os.Getenv(roleVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	var r role
	err := json.Unmarshal([]byte(text), &r)
	if err == nil {
		err = r.play()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// play is the main function of a worker's or a coordinator's process.
func (r *role) play() error {
	ctx, stop := proc.WithInterrupt()
	defer stop()
	identity, err := Identify()
	if err != nil {
		return err
	}
	if r.Worker {
		w := Worker{Identity: identity, Notice: func(text string) { fmt.Println(text) }}
		return w.Work(ctx, r.URL, "")
	}
	c, err := Open(ctx, r.Store, r.Listen, "", "")
	if err != nil {
		return err
	}
	defer c.Close()
	run := &Run{Players: 1, Half: time.Second, Seeds: seeds.Range(1, r.Seeds), Identity: identity, Each: func(p *Progress) { fmt.Println("done", p.Done()) }}
	if run.A, err = bundle.OfTeam("ours"); err != nil {
		return err
	}
	if run.B, err = bundle.OfTeam("luar"); err != nil {
		return err
	}
	if run.World, err = bundle.OfWorld("spl2025", "nao", "nao"); err != nil {
		return err
	}
	fmt.Println("serves")
	p, err := c.Play(ctx, run)
	if err != nil {
		return err
	}
	fmt.Println("all", p.Done(), "differ", len(p.Differ))
	return nil
}

// process is a running role with the lines that it prints.
type process struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

func start(t *testing.T, r role) *process {
	t.Helper()
	text, err := json.Marshal(r)
	require.NoError(t, err)
	program, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), roleVariable+"="+string(text))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	p := &process{cmd: cmd, lines: bufio.NewScanner(out)}
	return p
}

// worker starts a worker whose lines nobody reads.
func worker(t *testing.T, url string) *process {
	t.Helper()
	p := start(t, role{Worker: true, URL: url})
	go func() {
		for p.lines.Scan() {
		}
	}()
	return p
}

// kill kills a process without a warning.
func (p *process) kill() {
	_ = p.cmd.Process.Signal(unix.SIGKILL)
	_ = p.cmd.Wait()
}

// port returns a port that nobody listens at, below those that the system uses for outgoing connections: a worker that tries
// to reach a killed coordinator would get one of these, and connect to itself.
func port(t *testing.T) int {
	t.Helper()
	for p := 20000 + os.Getpid()%10000; p < 32000; p++ {
		l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(p))
		if err == nil {
			l.Close()
			return p
		}
	}
	t.Fatal("no free port")
	return 0
}

// killRun plays a run with two workers and kills workers and the coordinator in turns, at equal distances.
func killRun(t *testing.T, seeds, kills int) {
	t.Helper()
	store, address := t.TempDir(), "127.0.0.1:"+strconv.Itoa(port(t))
	serve := role{Store: store, Listen: address, Seeds: seeds}
	coordinator := start(t, serve)
	a, err := loadAccess(store)
	require.NoError(t, err)
	line := "nats://worker:" + a.secrets[workerAccount] + "@" + address
	var workers []*process
	killed, jobs := 0, 2*seeds
	last := ""
	for {
		if !coordinator.lines.Scan() {
			require.NoError(t, coordinator.cmd.Wait())
			break
		}
		last = coordinator.lines.Text()
		if last == "serves" && len(workers) == 0 {
			workers = append(workers, worker(t, line), worker(t, line))
		}
		text, ok := strings.CutPrefix(last, "done ")
		if !ok {
			continue
		}
		done, err := strconv.Atoi(text)
		require.NoError(t, err)
		if killed == kills || done <= (killed+1)*jobs/(kills+2) {
			continue
		}
		killed++
		if killed%2 == 1 {
			w := killed / 2 % len(workers)
			workers[w].kill()
			workers[w] = worker(t, line)
		} else {
			coordinator.kill()
			coordinator = start(t, serve)
		}
	}
	require.Equal(t, fmt.Sprintf("all %d differ 0", jobs), last)
	require.Equal(t, kills, killed)
	for _, w := range workers {
		w.kill()
	}
	requireAllOnce(t, store, jobs)
}

// requireAllOnce checks that a store has one result of every job, and no other.
func requireAllOnce(t *testing.T, store string, jobs int) {
	t.Helper()
	c := openStore(t, store, "")
	status, err := c.q.results.Status(t.Context())
	require.NoError(t, err)
	keys, err := c.q.results.Keys(t.Context())
	require.NoError(t, err)
	require.Equal(t, uint64(len(keys)), status.Values(), "one value a key")
	first := map[string]int{}
	for _, k := range keys {
		r, ok, err := c.q.record(t.Context(), k)
		require.NoError(t, err)
		require.True(t, ok)
		require.Empty(t, r.Error, k)
		if !r.Job.Again {
			first[fmt.Sprint(r.Job.Seed, r.Job.Swap)]++
		}
	}
	require.Len(t, first, jobs)
	for job, n := range first {
		require.Equal(t, 1, n, job)
	}
	table, err := c.Elo(t.Context())
	require.NoError(t, err)
	require.Equal(t, jobs, table[0].Games)
}

// Workers and the coordinator are killed; all results come, none twice.
func TestKilledProcessesLoseAndDoubleNothing(t *testing.T) {
	if os.Getenv("NIGHTLY") != "" {
		killRun(t, 500, 20)
		return
	}
	if testing.Short() {
		killRun(t, 10, 3)
		return
	}
	killRun(t, 20, 4)
}

// A disk that is full ends the coordinator with a message; the same run continues when there is room.
func TestAFullDiskLosesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=24m"); err != nil {
		t.Skipf("a small disk of its own needs root: mount: %v", err)
	}
	defer func() { _ = unix.Unmount(dir, unix.MNT_DETACH) }()
	filler := filepath.Join(dir, "filler")
	c, err := Open(t.Context(), filepath.Join(dir, "store"), "", "", "")
	require.NoError(t, err)
	r := short(t, 12)
	r.Half, r.Workers = time.Second, 1
	r.Each = func(p *Progress) {
		if p.Done() != 5 {
			return
		}
		f, err := os.Create(filler)
		require.NoError(t, err)
		_, err = io.Copy(f, zeros{})
		require.ErrorIs(t, err, unix.ENOSPC)
		require.NoError(t, f.Close())
	}
	p, err := c.Play(t.Context(), r)
	var full *FullError
	require.ErrorAs(t, err, &full)
	require.ErrorContains(t, err, "of 24 results are stored in "+dir)
	require.GreaterOrEqual(t, p.Done(), 5)
	c.Close()
	_, err = Open(t.Context(), filepath.Join(dir, "store"), "", "", "")
	require.ErrorAs(t, err, &full, "it does not start on a full disk")
	require.NoError(t, os.Remove(filler))
	c, err = Open(t.Context(), filepath.Join(dir, "store"), "", "", "")
	require.NoError(t, err)
	r.Each = nil
	again, err := c.Play(t.Context(), r)
	require.NoError(t, err)
	require.GreaterOrEqual(t, again.Stored, p.Done(), "what was counted is stored")
	require.Equal(t, 24, again.Done())
	c.Close()
	requireAllOnce(t, filepath.Join(dir, "store"), 24)
}

// zeros is an endless source of zeros.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
