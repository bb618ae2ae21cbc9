// Command bench runs the benchmarks and prints their figures for people, one per line, with the unit, the ratio to a
// peer measured in the same run, and the budget. `make bench` starts it.
//
// The lines of go test are also written to a file, so that benchstat can compare two runs. A benchmark fails if it does
// not work, never because it is slow.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	pattern := flag.String("bench", ".", "run the benchmarks that match `regexp`")
	benchtime := flag.String("benchtime", "1s", "run each for `duration`")
	count := flag.Int("count", 1, "run each `n` times; the table shows medians")
	out := flag.String("out", "build/bench.txt", "write the lines of go test to `file`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *out, "-bench", *pattern, "-benchtime", *benchtime, "-count", strconv.Itoa(*count)); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, out string, flags ...string) error {
	packages, err := withBenchmarks(".")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	raw, err := os.Create(out)
	if err != nil {
		return err
	}
	defer raw.Close()

	header := machine()
	fmt.Println(header)
	begin := time.Now()
	var text bytes.Buffer
	fmt.Fprint(raw, units())
	err = measure(ctx, append(flags, packages...), io.MultiWriter(raw, &text, &progress{to: os.Stderr}))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	results, parseErr := parse(&text)
	fmt.Println()
	writeTable(os.Stdout, results)
	fmt.Printf("\n%.0f s; the lines of go test are in %s (docs/benchmarks.md)\n", time.Since(begin).Seconds(), out)
	return errors.Join(err, parseErr, raw.Close())
}

// measure runs the benchmarks of one package after the other; args holds flags of go test, and the packages.
func measure(ctx context.Context, args []string, to io.Writer) error {
	args = append([]string{"test", "-run", "^$", "-timeout", "2h", "-p", "1"}, args...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.Stdout, cmd.Stderr = to, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("a benchmark did not work: go test: %w", err)
	}
	return nil
}

// withBenchmarks returns the packages below root that have benchmarks, as ./paths.
func withBenchmarks(root string) (packages []string, err error) {
	err = filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return skip(root, path, entry.Name())
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name := "./" + filepath.Dir(path)
		if bytes.Contains(source, []byte("\nfunc Benchmark")) && (len(packages) == 0 || packages[len(packages)-1] != name) {
			packages = append(packages, name)
		}
		return nil
	})
	if err == nil && len(packages) == 0 {
		err = fmt.Errorf("%s: no benchmarks here; start it at the root of the repository", root)
	}
	return packages, err
}

// skip returns filepath.SkipDir for the directories that the go command ignores.
func skip(root, path, name string) error {
	if path == root {
		return nil
	}
	switch {
	case strings.HasPrefix(name, "."), strings.HasPrefix(name, "_"),
		name == "testdata", name == "build", name == "install", name == "log", name == "node_modules":
		return filepath.SkipDir
	}
	return nil
}

// progress prints the name of the package that is being measured, as soon as go test has printed it.
type progress struct {
	to   io.Writer
	rest []byte
}

func (p *progress) Write(text []byte) (int, error) {
	p.rest = append(p.rest, text...)
	for {
		line, rest, found := bytes.Cut(p.rest, []byte("\n"))
		if !found {
			return len(text), nil
		}
		p.rest = rest
		if name, ok := strings.CutPrefix(string(line), "pkg: "); ok {
			fmt.Fprintln(p.to, "  measuring", strings.TrimPrefix(name, "gonao/"))
		} else if strings.Contains(string(line), "FAIL") || strings.Contains(string(line), "SKIP") || strings.Contains(string(line), "_test.go:") {
			fmt.Fprintln(p.to, string(line))
		}
	}
}

// machine describes the computer on which the figures were measured.
func machine() string {
	read := func(path string) string {
		text, _ := os.ReadFile(path) // the file has only a header
		return strings.TrimSpace(string(text))
	}
	model := "unknown processor"
	for line := range strings.Lines(read("/proc/cpuinfo")) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			model = strings.TrimSpace(value)
			break
		}
	}
	load, _, _ := strings.Cut(read("/proc/loadavg"), " ")
	return fmt.Sprintf("gonao on %d cores (%s), Linux %s, %s, load %s",
		runtime.NumCPU(), model, read("/proc/sys/kernel/osrelease"), runtime.Version(), load)
}
