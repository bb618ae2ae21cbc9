package studio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gonao/behavior/machines/soccer"
	"gonao/hfsm/chart"
	"gonao/internal/proc"
	"gonao/ros"
	"gonao/soccer/team"
	doc "gonao/studio"
	"gonao/studio/foxglove"
	"gonao/studio/site"
)

// matches plays a match for all browsers. The simulator is another program: the studio starts it as a child, which
// inherits a listening socket, and forwards the browsers' sockets to it. The child ends when its input ends, so it also
// ends with a killed studio.
type matches struct {
	clock   *ros.Clock
	program string // "": beside this one, or in PATH
	files   *doc.Files
	channel *foxglove.Channel

	turn sync.Mutex // held while a match is started or stopped
	mu   sync.Mutex
	now  Match
	play *played // may be nil
}

// played is a program that plays a match.
type played struct {
	input   io.Closer // the program ends with it
	browser *site.Beside
	process *os.Process
	errs    *tail
	stopped bool // by a person, or with the studio; guarded by matches.mu
	done    chan struct{}
}

// newMatches offers matches on a server.
func newMatches(server *foxglove.Server, clock *ros.Clock, program, directory string) (*matches, error) {
	directory, err := machinesDir(directory)
	if err != nil {
		return nil, err
	}
	files, err := doc.OpenFiles(directory, []string{".yaml", ".yml", ".lua"}, doc.MachineLimit)
	if err != nil {
		return nil, err
	}
	m := &matches{clock: clock, program: program, files: files, now: Match{State: NoMatch, Teams: soccer.Teams()}}
	m.now.Series = m.tables()
	m.channel = foxglove.AddJSONTopic[Match](server, "studio/match", nil)
	m.publish()
	foxglove.AddJSONService(server, "studio/play", foxglove.Driver, m.serve)
	return m, nil
}

// publish publishes the match; mu must be held once others hold m.
func (m *matches) publish() { m.channel.Publish(m.clock.Now(), foxglove.EncodeJSON(m.now)) }

// run waits until ctx ends, and ends the match.
func (m *matches) run(ctx context.Context) {
	<-ctx.Done()
	m.turn.Lock() // never unlocked: no other match is started
	m.stop()
	m.files.Close() //nolint:errcheck // it was only read
}

// serve starts or stops a match.
func (m *matches) serve(_ context.Context, s *foxglove.Session, q MatchRequest) (Said, error) {
	if !m.turn.TryLock() {
		return Said{}, errors.New("a match is being started or stopped: try again")
	}
	defer m.turn.Unlock()
	switch q.Op {
	case StartMatch, startSeries:
		args, err := m.arguments(&q)
		if err != nil {
			return Said{}, err
		}
		m.stop()
		return Said{"the match begins"}, m.start(args, q, author(s))
	case StopMatch:
		m.stop()
		return Said{"the match has ended"}, nil
	}
	return Said{}, fmt.Errorf("op %q: expected start, series or stop", q.Op)
}

// arguments returns the command line of a match, whose files are in the studio's directory.
func (m *matches) arguments(q *MatchRequest) ([]string, error) {
	if q.World != "kinematic" && q.World != "physics" {
		return nil, fmt.Errorf("world %q: expected kinematic or physics", q.World)
	}
	if q.Op == startSeries {
		return m.series(q)
	}
	if !(q.Speed >= 0.5 && q.Speed <= 20) {
		return nil, fmt.Errorf("speed %g: expected 0.5 to 20", q.Speed)
	}
	args := []string{"--studio", "--world", q.World, "--seed", strconv.FormatUint(uint64(q.Seed), 10), "--speed", strconv.FormatFloat(q.Speed, 'g', -1, 64)}
	for _, side := range []struct{ flag, team string }{{"--red", q.Red}, {"--blue", q.Blue}} {
		name, err := m.team(side.team)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", strings.TrimPrefix(side.flag, "--"), err)
		}
		args = append(args, side.flag, name)
	}
	return args, nil
}

// team returns a team in the program's form. Neither its file nor those that it names may be outside the directory.
func (m *matches) team(name string) (string, error) {
	if slices.Contains(soccer.Teams(), name) {
		return name, nil
	}
	text, err := m.files.Read(name)
	if err != nil {
		return "", err
	}
	if machine, _ := chart.ReadYAML(name, []byte(text)); machine != nil && machine.Name != "" {
		return "./" + name, nil // of a single machine
	}
	plan, err := team.ParsePlan(name, []byte(text))
	if err != nil {
		return "", err
	}
	for _, file := range plan.Machines {
		if strings.ContainsAny(file, "./") {
			if _, err := m.files.Read(path.Join(path.Dir(name), file)); err != nil {
				return "", fmt.Errorf("team %s: %w", name, err)
			}
		}
	}
	return "./" + name, nil
}

// start starts a program that plays a match.
func (m *matches) start(args []string, q MatchRequest, by string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, cmd, err := m.begin(args)
	if err != nil {
		return err
	}
	m.play = p
	m.now = Match{
		State: MatchPlaying, Number: m.now.Number + 1, Red: q.Red, Blue: q.Blue, Seed: q.Seed, World: q.World, By: by, Teams: m.now.Teams, Series: m.now.Series,
	}
	if q.Op == startSeries {
		m.now.State, m.now.Progress = seriesPlaying, "the first match is played"
	}
	m.publish()
	go func() {
		err := cmd.Wait()
		m.ended(p, err)
		close(p.done)
	}()
	return nil
}

// begin starts the program with a socket at which browsers arrive.
func (m *matches) begin(args []string) (_ *played, _ *exec.Cmd, err error) {
	program := m.program
	if program == "" {
		if program, err = proc.Sibling("match", "match"); err != nil {
			return nil, nil, err
		}
	}
	dir, err := os.MkdirTemp("", "gonao-studio-") // only for this user
	if err != nil {
		return nil, nil, fmt.Errorf("start a match: %w", err)
	}
	socket, at, err := listen(filepath.Join(dir, "match"))
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("start a match: %w", err), os.RemoveAll(dir))
	}
	defer socket.Close() // the child has its own
	p := &played{browser: site.NewBeside(at), done: make(chan struct{})}
	p.errs = &tail{wrote: func(text string) { m.progress(p, text) }}
	cmd := exec.Command(program, args...) //nolint:gosec,noctx // it ends with its input; the arguments have been checked
	cmd.Dir, cmd.ExtraFiles, cmd.Stderr = m.files.Directory(), []*os.File{socket}, p.errs
	if p.input, err = cmd.StdinPipe(); err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("start a match: %w", err), os.RemoveAll(dir))
	}
	p.process = cmd.Process
	go func() {
		<-p.done
		os.RemoveAll(dir) //nolint:errcheck // a directory with a socket
	}()
	return p, cmd, nil
}

// listen returns a socket that listens, and its path.
func listen(at string) (*os.File, string, error) {
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: at, Net: "unix"})
	if err != nil {
		return nil, "", err
	}
	l.SetUnlinkOnClose(false)
	defer l.Close() //nolint:errcheck // the file stays open
	file, err := l.File()
	return file, at, err
}

// progress publishes the last line of a program that plays a series.
func (m *matches) progress(p *played, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.play == p && m.now.State == seriesPlaying {
		m.now.Progress = lastLine(text)
		m.publish()
	}
}

// ended notes that the program of a match has ended.
func (m *matches) ended(p *played, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.play != p {
		return
	}
	m.play = nil
	series := m.now.State == seriesPlaying
	m.now.State = MatchEnded
	if series {
		m.now.State, m.now.Progress, m.now.Series = NoMatch, "", m.tables()
	}
	if !p.stopped && (err != nil || !series) {
		m.now.Problem = strings.TrimPrefix(strings.TrimSpace(p.errs.String()), "match: ")
		if m.now.Problem == "" && err != nil {
			m.now.Problem = "the program match ended with " + err.Error()
		}
	}
	m.publish()
}

// stopWait is the time limit for the end of the program.
const stopWait = 5 * time.Second

// stop ends the match, if one is played.
func (m *matches) stop() {
	m.mu.Lock()
	p := m.play
	if p == nil {
		m.mu.Unlock()
		return
	}
	p.stopped = true
	m.mu.Unlock()
	p.input.Close() // it may have ended
	select {
	case <-p.done:
		return
	case <-ros.NewSystemClock().After(stopWait):
	}
	p.process.Kill() //nolint:errcheck // it may have ended
	<-p.done
}

// pass passes a browser's socket through to the match.
func (m *matches) pass(w http.ResponseWriter, r *http.Request, name string, role foxglove.Role) {
	m.mu.Lock()
	p := m.play
	m.mu.Unlock()
	if p == nil {
		http.Error(w, "no match is played", http.StatusServiceUnavailable)
		return
	}
	p.browser.Serve(w, r, name, role)
}

// tail keeps the end of a program's output.
type tail struct {
	wrote func(text string) // called with the end of the output after each write

	mu   sync.Mutex
	text bytes.Buffer
}

// longestTail is how much is kept, bytes.
const longestTail = 4 << 10

// Write appends text, and drops the oldest.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	t.text.Write(p)
	if n := t.text.Len() - longestTail; n > 0 {
		t.text.Next(n)
	}
	text := t.text.String()
	t.mu.Unlock()
	t.wrote(text)
	return len(p), nil
}

// String returns the end of the text.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}
