package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"time"

	"gonao/internal/built"
)

// testBin is the directory of the programs that tests start.
const testBin = "build/test-bin"

// A runner runs groups of packages and collects the faults.
type runner struct {
	options
	dir      string // directory of the records
	programs string // built.Bin, or empty if no test starts programs
	faults   []error
	total    time.Duration // processor time of everything that go test did
	wall     time.Duration
}

func (r *runner) fault(err error) {
	if err != nil {
		r.faults = append(r.faults, err)
	}
}

// buildPrograms builds our programs if one of the packages starts them, and returns their directory.
func buildPrograms(ctx context.Context, packages []pkg) (string, error) {
	if !slices.ContainsFunc(packages, func(p pkg) bool { return p.programs }) {
		return "", nil
	}
	dir, err := filepath.Abs(filepath.FromSlash(testBin))
	if err != nil {
		return "", err
	}
	fmt.Println("testrun: building the programs that tests start")
	return dir, built.Build(ctx, ".", dir)
}

var (
	failedPackage = regexp.MustCompile(`(?m)^FAIL\s+(gonao\S*)\s+[0-9.]+s$`)
	notBuilt      = regexp.MustCompile(`(?m)^FAIL\s+(gonao\S*) \[[a-z ]+ failed\]$`)
)

// group runs the packages that need the race detector, or the others, and repeats those that failed.
func (r *runner) group(ctx context.Context, packages []pkg, race bool) error {
	var paths []string
	for _, p := range packages {
		if p.race == race {
			paths = append(paths, p.path)
		}
	}
	if len(paths) == 0 {
		return nil
	}
	out, err := r.test(ctx, race, paths)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	failed := matches(failedPackage, out)
	broken := matches(notBuilt, out)
	if len(broken) > 0 {
		r.fault(fmt.Errorf("not built: %q", broken))
	}
	if len(failed)+len(broken) == 0 {
		return fmt.Errorf("go test: %w", err)
	}
	for _, path := range failed {
		fmt.Println("once more, alone:", path)
		if _, err := r.test(ctx, race, []string{path}, "-count=1"); err != nil {
			r.fault(fmt.Errorf("failed: %s", path))
		} else {
			defer fmt.Println("unsteady (failed once, then passed alone):", path)
		}
	}
	return nil
}

func matches(expr *regexp.Regexp, out []byte) (found []string) {
	for _, m := range expr.FindAllSubmatch(out, -1) {
		found = append(found, string(m[1]))
	}
	return found
}

// test runs go test and returns what it printed.
func (r *runner) test(ctx context.Context, race bool, paths []string, flags ...string) ([]byte, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"test", "-vet=off", "-ldflags=-s -w", "-timeout=" + r.timeout, fmt.Sprint("-p=", r.parallel), "-exec=" + self + " " + asExec}
	if !r.long {
		args = append(args, "-short")
	}
	if race {
		args = append(args, "-race")
	}
	if r.times {
		args = append(args, "-v", "-count=1")
	}
	cmd := exec.CommandContext(ctx, "go", slices.Concat(args, flags, paths)...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // go test ends the tests
	cmd.WaitDelay = 20 * time.Second
	cmd.Env = append(os.Environ(), recordDir+"="+r.dir, built.Bin+"="+r.programs,
		"MESA_SHADER_CACHE_DISABLE=false", // Opening a renderer then costs half as much; tests open hundreds.
		"LP_NUM_THREADS=0",                // Mesa then draws in the calling thread, as the packages already use all processors.
		"GOGC=400")                        // The heaps of tests are small, so they are collected only a quarter as often.
	if race {
		cmd.Env = append(cmd.Env, recordRace+"=1", "GORACE=atexit_sleep_ms=100 "+os.Getenv("GORACE")) // Without this, each binary with the race detector would sleep for a second before it ends.
	}
	if r.times {
		cmd.Env = append(cmd.Env, recordTests+"=1")
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.MultiWriter(os.Stdout, &out), os.Stderr
	if r.times { // The report prints what a person wants to know.
		cmd.Stdout = &out
	}
	start := time.Now()
	err = cmd.Run()
	r.wall += time.Since(start)
	if cmd.ProcessState != nil {
		usage, _ := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		r.total += cpu(usage)
	}
	if err != nil && r.times {
		_, _ = os.Stdout.Write(out.Bytes())
	}
	return out.Bytes(), err
}

// cpu returns the user and system time of a process that has ended, and of the processes that it waited for.
func cpu(usage *syscall.Rusage) time.Duration {
	if usage == nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
