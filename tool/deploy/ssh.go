package deploy

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Login says how a robot is reached.
type Login struct {
	Target  string   // user@host, or a name of ~/.ssh/config
	Options []string // further ones of ssh -o, such as Port=2222
}

// Robot is a connection to a robot: one ssh that has logged in, through which the
// others go, so that a password is asked for once.
type Robot struct {
	login   Login
	program string
	dir     string // of the socket that the connections share
	master  *exec.Cmd
	hold    io.Closer // open as long as the connection
	errs    said
}

// said keeps what a program writes while others look at it.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write takes more of it.
func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

// String gives it so far.
func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// ready is what the robot says when we are in.
const ready = "gonao-ready"

// Dial logs in. ssh asks on the terminal for passwords and for hosts that it does not
// know. A host that is not reached, or does not let us in, is an error that says what to
// do.
func Dial(ctx context.Context, login Login) (*Robot, error) {
	if login.Target == "" || strings.HasPrefix(login.Target, "-") || strings.ContainsAny(login.Target, " \t\n") {
		return nil, fmt.Errorf("robot %q: expected user@host, such as nao@nao.local", login.Target)
	}
	program, err := exec.LookPath("ssh")
	if err != nil {
		return nil, errors.New("ssh: no such program: install openssh-client")
	}
	dir, err := os.MkdirTemp("", "gonao-ssh-")
	if err != nil {
		return nil, err
	}
	r := &Robot{login: login, program: program, dir: dir}
	if err := r.connect(ctx); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return r, nil
}

// connect starts the ssh that the others go through, and waits until it is in.
func (r *Robot) connect(ctx context.Context) error {
	args := []string{"-M", "-S", r.socket(), "-T"}
	usual := []string{"ConnectTimeout=10", "ServerAliveInterval=5", "ServerAliveCountMax=4", "Compression=yes", "ControlPersist=no", "RemoteCommand=none"}
	for _, option := range slices.Concat(r.login.Options, usual) { // the first counts
		args = append(args, "-o", option)
	}
	r.master = exec.CommandContext(ctx, r.program, append(args, "--", r.login.Target, "echo "+ready+"; cat >/dev/null")...)
	r.master.Env = append(os.Environ(), "LC_ALL=C") // its messages are read
	r.master.Stderr = &r.errs
	r.master.Cancel = func() error { return r.master.Process.Signal(os.Interrupt) }
	r.master.WaitDelay = 2 * time.Second
	hold, err := r.master.StdinPipe()
	if err != nil {
		return err
	}
	r.hold = hold
	greeting, err := r.master.StdoutPipe()
	if err != nil {
		return err
	}
	if err := r.master.Start(); err != nil {
		return fmt.Errorf("ssh: %w", err)
	}
	lines := bufio.NewScanner(greeting)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == ready { // a login may greet us before
			return nil
		}
	}
	err = r.master.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil {
		err = errors.New("it closed the connection")
	}
	return sshError(r.login.Target, r.errs.String(), err)
}

func (r *Robot) socket() string { return filepath.Join(r.dir, "s") }

// Close ends the connection.
func (r *Robot) Close() error {
	r.hold.Close()
	r.master.Wait() //nolint:errcheck // it has nothing more to say
	return os.RemoveAll(r.dir)
}

// A scriptError is what a script on the robot ended with.
type scriptError struct {
	code int
	said string // on stderr
}

func (e *scriptError) Error() string {
	if e.said == "" {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.said
}

// run runs a script on the robot. Settings are NAME, value, …
func (r *Robot) run(ctx context.Context, script string, in io.Reader, out io.Writer, settings ...string) error {
	var text strings.Builder
	for i := 0; i+1 < len(settings); i += 2 {
		fmt.Fprintf(&text, "%s=%s\n", settings[i], quote(settings[i+1]))
	}
	text.WriteString(libraryScript)
	text.WriteString(script)
	cmd := exec.CommandContext(ctx, r.program, "-S", r.socket(), "-T", "--", r.login.Target, "sh -c "+quote(text.String()))
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 2 * time.Second
	cmd.Stdin, cmd.Stdout = in, out
	var errs bytes.Buffer
	cmd.Stderr = &errs
	err := cmd.Run()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var ended *exec.ExitError
	if !errors.As(err, &ended) {
		return err
	}
	said := strings.TrimSpace(errs.String())
	if code := ended.ExitCode(); code >= 0 && code != 255 {
		return &scriptError{code, said}
	}
	return sshError(r.login.Target, said+"\n"+r.errs.String(), err)
}
