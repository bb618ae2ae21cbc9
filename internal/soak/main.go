// Command soak runs the whole simulated robot for hours, with a studio that somebody looks into, a recorder, and nodes that are killed
// one after the other, and measures whether memory, threads, sockets and descriptors of each program stay where they were. `make soak`
// runs it; it prints a table and ends with 1 when something grew by more than 5 %, or a node did not come back.
//
//	soak -hours 8 -bin build/bin -out build/soak
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	hours := flag.Float64("hours", 8, "how long, of wall time")
	bin := flag.String("bin", "build/bin", "directory of the programs")
	out := flag.String("out", "build/soak", "directory of logs, samples and table")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	ok, err := run(ctx, time.Duration(*hours*float64(time.Hour)), *bin, *out)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "soak: %v\n", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// victims are the nodes that are killed in turn.
var victims = []string{"vision", "state_publisher", "executor", "motion", "studio"}

// run runs the stack for a time; what was measured until an error or Ctrl-C is written.
func run(ctx context.Context, length time.Duration, bin, out string) (bool, error) {
	if length < time.Minute {
		return false, fmt.Errorf("-hours: expected a minute or more, got %v", length)
	}
	if err := os.RemoveAll(out); err != nil {
		return false, err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return false, err
	}
	dir, err := filepath.Abs(out)
	if err != nil {
		return false, err
	}
	s, err := startStack(bin, dir)
	if err != nil {
		return false, err
	}
	defer s.stop()
	began := time.Now()
	table := newTable()
	every := max(length/200, 2*time.Second)
	toKill := max(length/40, 15*time.Second)
	nextKill, killed := began.Add(length/4), 0
	lost := map[string]string{} // nodes that did not come back
	for now := range ticks(ctx, every) {
		at := now.Sub(began)
		if at >= length {
			break
		}
		seen, err := s.sample(table, at)
		if err != nil {
			return false, err
		}
		for name, why := range lost {
			if seen[name] > 0 {
				delete(lost, name)
				fmt.Printf("%8s  %s is back (%s)\n", at.Round(time.Second), name, why)
			}
		}
		if now.After(nextKill) && at < length*3/4 {
			name := victims[killed%len(victims)]
			killed++
			nextKill = now.Add(toKill)
			if pid := seen[name]; pid > 0 {
				fmt.Printf("%8s  killed %s\n", at.Round(time.Second), name)
				if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
					return false, err
				}
				lost[name] = "killed at " + at.Round(time.Second).String()
			}
		}
		if err := s.look(ctx); err != nil {
			fmt.Printf("%8s  nobody looks into the studio: %v\n", at.Round(time.Second), err)
		}
		if s.ended() {
			return false, fmt.Errorf("the launcher ended after %v; its log is %s", at.Round(time.Second), filepath.Join(dir, "launch.log"))
		}
	}
	rows := table.rows(length)
	text := render(rows, killed, s.received())
	fmt.Print(text)
	for name, why := range lost {
		fmt.Printf("%s did not come back: %s\n", name, why)
	}
	if err := os.WriteFile(filepath.Join(dir, "table.md"), []byte(text), 0o644); err != nil {
		return false, err
	}
	return len(lost) == 0 && flat(rows), nil
}

// ticks returns the times of a ticker until ctx ends.
func ticks(ctx context.Context, every time.Duration) func(func(time.Time) bool) {
	return func(yield func(time.Time) bool) {
		t := time.NewTicker(every)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case now := <-t.C:
				if !yield(now) {
					return
				}
			}
		}
	}
}
