package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// asExec is the first argument when this program is the one that go test runs test binaries with.
const asExec = "exec"

// Environment variables: the directory of the records, and whether to measure with the race detector and each test.
const (
	recordDir   = "TESTRUN_DIR"
	recordRace  = "TESTRUN_RACE"
	recordTests = "TESTRUN_TESTS"
)

// A record is the cost of one run of a test binary.
type record struct {
	Package string
	Race    bool
	CPU     time.Duration
	Wall    time.Duration
	Tests   map[string]time.Duration // by test, if requested
}

// execute runs a test binary and writes its cost. It returns the binary's exit code.
func execute(args []string) int {
	code, err := executeTest(args)
	if err != nil {
		fmt.Fprintf(os.Stderr, "testrun: %v\n", err)
		return 1
	}
	return code
}

func executeTest(args []string) (int, error) {
	runtime.LockOSThread() // the kernel sends Pdeathsig when the parent's thread ends
	here, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	test := exec.Command(args[0], args[1:]...)
	test.Stdin, test.Stdout, test.Stderr = os.Stdin, os.Stdout, os.Stderr
	test.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	rec := record{Package: filepath.Base(here), Race: os.Getenv(recordRace) != ""}
	if root, err := moduleRoot(here); err == nil {
		rel, _ := filepath.Rel(root, here)
		rec.Package = filepath.ToSlash(rel)
	}
	var meter *testMeter
	if os.Getenv(recordTests) != "" {
		test.Stdout = nil
		out, err := test.StdoutPipe()
		if err != nil {
			return 0, err
		}
		meter = &testMeter{out: out, tests: map[string]time.Duration{}}
	}
	start := time.Now()
	if err := test.Start(); err != nil {
		return 0, err
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGQUIT, syscall.SIGTERM, os.Interrupt)
	go func() {
		for s := range signals {
			_ = test.Process.Signal(s) // the process may have ended
		}
	}()
	if meter != nil {
		if err := meter.follow(test.Process.Pid, os.Stdout); err != nil {
			return 0, err
		}
		rec.Tests = meter.tests
	}
	err = test.Wait()
	rec.Wall = time.Since(start)
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return 0, err
	}
	usage, _ := test.ProcessState.SysUsage().(*syscall.Rusage)
	rec.CPU = cpu(usage)
	if dir := os.Getenv(recordDir); dir != "" {
		text, err := json.Marshal(rec)
		if err != nil {
			return 0, err
		}
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(os.Getpid())+".json"), text, 0o644); err != nil {
			return 0, err
		}
	}
	if status, ok := test.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		fmt.Fprintf(os.Stderr, "testrun: the test binary was ended by %v\n", status.Signal())
		return 1, nil
	}
	return test.ProcessState.ExitCode(), nil
}

// moduleRoot returns the directory of go.mod.
func moduleRoot(dir string) (string, error) {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", os.ErrNotExist
		}
		dir = above
	}
}

// A testMeter divides the processor time of a test binary among its tests, based on what the binary prints with
// -test.v. Time that parallel tests share counts for the test that printed last.
type testMeter struct {
	out   io.Reader
	tests map[string]time.Duration
	last  time.Duration // processor time at the last line that named a test
	now   string        // the test that runs at present
}

var testLine = regexp.MustCompile(`^\x16?(?:=== (?:RUN|CONT|NAME)\s+|--- (?:PASS|FAIL|SKIP): )([^\s/]+)`)

// follow copies the output of the process until it ends.
func (m *testMeter) follow(pid int, to io.Writer) error {
	lines := bufio.NewReader(m.out)
	for {
		line, err := lines.ReadString('\n')
		if found := testLine.FindStringSubmatch(line); found != nil && found[1] != m.now {
			m.split(pid)
			m.now = found[1]
		} else if strings.HasPrefix(line, "--- ") {
			m.split(pid)
		}
		if _, werr := io.WriteString(to, line); werr != nil {
			return werr
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// split adds the time used since the last line to the test that ran.
func (m *testMeter) split(pid int) {
	used, err := processTime(pid)
	if err != nil {
		return // the process has ended
	}
	if m.now != "" {
		m.tests[m.now] += used - m.last
	}
	m.last = used
}

// processTime returns the processor time of a running process, and of the processes that it waited for, with a
// resolution of 10 ms.
func processTime(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// The second field is the program's name in parentheses, which may contain spaces; utime is the 14th field.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	const utime, perSecond = 14 - 3, 100
	var ticks int64
	for _, field := range fields[utime : utime+4] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * time.Second / perSecond, nil
}
