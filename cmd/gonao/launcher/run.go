package launcher

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"gonao/internal/proc"
)

// Options selects what Run does with output and events.
type Options struct {
	Output  io.Writer   // the screen; nil shows nothing
	Color   bool        // print the prefix of each process in a colour of its own
	LogDir  string      // all output of a process goes to LogDir/<name>.log; if empty, no output is kept
	Force   bool        // start nodes even if they run already on this computer
	OnEvent func(Event) // called at every start and end, one call at a time; it must not block

	quickDeath time.Duration // shorter value for tests; 0 means the constant quickDeath
}

// EventKind is the kind of an event.
type EventKind int

// The kinds of events.
const (
	Started   EventKind = iota // started for the first time
	Respawned                  // started again
	Exited                     // ended by itself, or because it was stopped
)

// String returns the name of the kind.
func (k EventKind) String() string { return [...]string{"started", "respawned", "exited"}[k] }

// Event is the start or the end of a process.
type Event struct {
	Kind     EventKind
	Process  *Process // owned by the plan
	PID      int
	Restarts int    // number of restarts so far
	Status   string // for Exited: "exit code 1", "signal: killed"; empty for a clean end
	Stopping bool   // for Exited: the launch was stopping the process
	GivenUp  bool   // for Exited: the process is not started again, although the plan requires it
}

// Run starts the processes of the plan and supervises them until all have ended or ctx ends. It refuses to start if
// one of the plan's nodes runs already on this computer.
//
// When ctx ends, each process gets SIGINT, 5 s later SIGTERM and 5 s later SIGKILL. When Run returns, nothing that
// it started runs any more. If the launcher itself is killed, its processes get SIGTERM, so that a driver lets its
// robot down, and SIGKILL after 6 s.
//
// The error names the processes that could not be started (then everything is stopped), and those that failed by
// themselves and were not to be restarted. A stop through ctx is not an error.
func Run(ctx context.Context, plan *Plan, opts Options) error {
	if !opts.Force {
		held, err := take(plan)
		if err != nil {
			return err
		}
		defer held.release()
	}
	r, err := newRunner(plan, opts)
	if err != nil {
		return err
	}
	defer r.close()
	ctx, r.stop = context.WithCancelCause(ctx)
	defer r.stop(nil)
	if plan.given {
		if err := r.check(ctx, plan); err != nil {
			return err
		}
	}

	elapsed := time.Duration(0)
	for _, step := range plan.Steps {
		sleep(ctx, step.After-elapsed)
		if ctx.Err() != nil {
			break
		}
		elapsed = step.After
		switch {
		case step.Process != nil:
			r.running.Go(func() { r.supervise(ctx, step.Process) })
		case step.Shutdown != "":
			r.screen.note("launch", "shutting down: "+step.Shutdown)
			r.stop(nil)
		default:
			r.screen.note("launch", step.Log)
		}
	}
	r.running.Wait()
	return errors.Join(r.failed...)
}

// sleep blocks for d, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// runner is a running plan.
type runner struct {
	opts    Options
	screen  *screen
	starter *starter
	orphans *orphans
	dir     string                // directory of temporary parameter files, or empty
	args    map[*Process][]string // command lines with the paths of those files
	stop    context.CancelCauseFunc
	running sync.WaitGroup

	mu     sync.Mutex // guards failed, and orders the events
	failed []error
}

// newRunner writes the parameter files and opens the log files.
func newRunner(plan *Plan, opts Options) (*runner, error) {
	opts.quickDeath = cmp.Or(opts.quickDeath, quickDeath)
	r := &runner{opts: opts, args: map[*Process][]string{}}
	var err error
	if r.screen, err = newScreen(plan, opts); err != nil {
		return nil, err
	}
	for _, p := range plan.Processes() {
		if opts.Force {
			p.Env = append(p.Env, proc.ForceFlag+"=1")
		}
		if err := r.writeParams(p); err != nil {
			r.screen.close()
			return nil, errors.Join(err, r.removeParams())
		}
	}
	if r.orphans, err = watchOrphans(); err != nil {
		r.screen.close()
		return nil, errors.Join(err, r.removeParams())
	}
	r.starter = newStarter()
	return r, nil
}

// writeParams writes the parameter files of a process and completes its command line.
func (r *runner) writeParams(p *Process) error {
	args := slices.Clone(p.Args)
	for i, file := range p.Files {
		if r.dir == "" {
			dir, err := os.MkdirTemp("", "gonao_launch_params_")
			if err != nil {
				return fmt.Errorf("write parameter files: %w", err)
			}
			r.dir = dir
		}
		path := filepath.Join(r.dir, p.Name+"_"+strconv.Itoa(i)+".yaml")
		if err := os.WriteFile(path, []byte(file.Content), 0o600); err != nil {
			return fmt.Errorf("write parameter files: %w", err)
		}
		args[file.Arg] = path
	}
	r.args[p] = args
	return nil
}

// removeParams removes the temporary files.
func (r *runner) removeParams() error {
	if r.dir == "" {
		return nil
	}
	return os.RemoveAll(r.dir)
}

// close closes what newRunner opened. A temporary file that cannot be removed is not an
// error.
func (r *runner) close() {
	r.starter.close()
	r.orphans.close()
	_ = r.removeParams()
	r.screen.close()
}

// fail keeps err, which Run returns.
func (r *runner) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = append(r.failed, err)
}

// report calls OnEvent.
func (r *runner) report(e Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.opts.OnEvent != nil {
		r.opts.OnEvent(e)
	}
}

// retryAfter is the delay before the launcher again tries to restart a program that could not be started, for
// example because it is being built.
const retryAfter = time.Second

// A process has failed if it ends by itself before it has worked, however long its start takes, or within
// quickDeath of its start. A node of gonao reports that it works with its first message or answer. After
// maxFailures failures in a row, a process is not started again.
const (
	quickDeath  = 5 * time.Second
	maxFailures = 5
)

// supervise starts a process, waits for its end and restarts it as the plan requires.
func (r *runner) supervise(ctx context.Context, p *Process) {
	failures := 0
	for restarts := 0; ctx.Err() == nil; restarts++ {
		kind := Started
		if restarts > 0 {
			kind = Respawned
		}
		c, err := r.start(p, kind)
		if err != nil {
			r.screen.note(p.Name, "error: "+err.Error())
			if restarts == 0 {
				r.fail(err)
				r.stop(err)
				return
			}
			sleep(ctx, max(p.RespawnDelay, retryAfter))
			continue
		}
		r.report(Event{Kind: kind, Process: p, PID: c.pid, Restarts: restarts})

		started := time.Now()
		stopping := c.wait(ctx, r.screen)
		if failures++; c.status == "" || c.killed || time.Since(started) > r.opts.quickDeath && !c.failedAtOnce() {
			failures = 0
		}
		again := p.Respawn && !stopping && (p.RespawnMax < 0 || restarts < p.RespawnMax)
		givenUp := again && (c.configWrong() || failures == maxFailures)
		again = again && !givenUp
		r.ended(c, Event{Kind: Exited, Process: p, PID: c.pid, Restarts: restarts, Status: c.status, Stopping: stopping, GivenUp: givenUp}, again)
		if givenUp {
			r.screen.note(p.Name, "is not started again: "+c.whyNot(failures))
		}
		if p.ShutdownOnExit {
			r.stop(nil)
		}
		if !again {
			return
		}
		sleep(ctx, p.RespawnDelay)
	}
}

// ended reports the end of a process.
func (r *runner) ended(c *child, e Event, again bool) {
	p := e.Process
	if c.status == "" {
		r.screen.note(p.Name, fmt.Sprintf("finished cleanly, pid %d", c.pid))
	} else {
		r.screen.note(p.Name, fmt.Sprintf("died, pid %d, %s", c.pid, c.status))
		if !e.Stopping && !again {
			r.fail(fmt.Errorf("process %s died: %s", p.Name, c.lastWords()))
		}
	}
	r.report(e)
}
