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

// Login holds how to reach a robot.
type Login struct {
	Target  string   // user@host, or a name from ~/.ssh/config
	Options []string // further options of ssh -o, such as Port=2222
}

// Robot is a connection to a robot. The first ssh logs in, and all later ones use its connection, so that a
// password is asked for only once.
type Robot struct {
	login   Login
	program string
	dir     string // directory of the shared connection's socket
	master  *exec.Cmd
	hold    io.Closer // the connection ends when hold is closed
	errs    output
}

// output is the output of a program. It is safe for concurrent use.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write appends p.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

// String returns the output so far.
func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// ready is the word that the robot prints after the login.
const ready = "gonao-ready"

// Dial logs in. ssh asks on the terminal for passwords and for unknown hosts. If the robot cannot be reached or
// refuses the login, the error wraps errUnreachable and contains advice.
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

// connect starts the shared ssh connection, and blocks until it has logged in.
func (r *Robot) connect(ctx context.Context) error {
	args := []string{"-M", "-S", r.socket(), "-T"}
	usual := []string{"ConnectTimeout=10", "ServerAliveInterval=5", "ServerAliveCountMax=4", "Compression=yes", "ControlPersist=no", "RemoteCommand=none"}
	for _, option := range slices.Concat(r.login.Options, usual) { // ssh uses the first of two options with one name
		args = append(args, "-o", option)
	}
	r.master = exec.CommandContext(ctx, r.program, append(args, "--", r.login.Target, "echo "+ready+"; cat >/dev/null")...)
	r.master.Env = append(os.Environ(), "LC_ALL=C") // the messages are compared as text
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
		if strings.TrimSpace(lines.Text()) == ready { // a greeting may come before it
			return nil
		}
	}
	err = r.master.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil {
		err = errors.New("the robot closed the connection")
	}
	return sshError(r.login.Target, r.errs.String(), err)
}

func (r *Robot) socket() string { return filepath.Join(r.dir, "s") }

// Close closes the connection.
func (r *Robot) Close() error {
	r.hold.Close()
	r.master.Wait() //nolint:errcheck // how it ended does not matter
	return os.RemoveAll(r.dir)
}

// HasKey reports whether a login with a key, without a password, succeeds. It uses a connection of its own.
func (r *Robot) HasKey(ctx context.Context) bool {
	args := []string{"-T", "-o", "BatchMode=yes", "-o", "ControlPath=none", "-o", "ConnectTimeout=10"}
	for _, option := range r.login.Options {
		args = append(args, "-o", option)
	}
	cmd := exec.CommandContext(ctx, r.program, append(args, "--", r.login.Target, "true")...)
	return cmd.Run() == nil
}

// scriptError is the error of a script on the robot.
type scriptError struct {
	code   int
	stderr string // its error output
}

func (e *scriptError) Error() string {
	if e.stderr == "" {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.stderr
}

// run runs a script on the robot. settings are pairs of a name and a value for the script's environment.
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
	stderr := strings.TrimSpace(errs.String())
	if code := ended.ExitCode(); code >= 0 && code != 255 {
		return &scriptError{code, stderr}
	}
	return sshError(r.login.Target, stderr+"\n"+r.errs.String(), err)
}
