package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// victims are the nodes that are killed, one after the other.
var victims = []string{"vision", "state_publisher", "executor", "motion", "studio"}

// options describes a run.
type options struct {
	length   time.Duration
	bin, out string
	exclude  string   // a regular expression
	args     []string // of the launch file

	killEvery time.Duration // 0: a fortieth of the run's length, at least 15 s
}

// betweenKills returns the time between two kills.
func (o options) betweenKills() time.Duration {
	if o.killEvery > 0 {
		return o.killEvery
	}
	return max(o.length/40, 15*time.Second)
}

// run runs the stack for the given time, or until ctx ends. The samples measured before an error or Ctrl-C are kept in
// the file.
func run(ctx context.Context, o options) (bool, error) {
	length := o.length
	if length < time.Minute {
		return false, fmt.Errorf("-hours: expected a minute or more, got %v", length)
	}
	if err := os.RemoveAll(o.out); err != nil {
		return false, err
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return false, err
	}
	dir, err := filepath.Abs(o.out)
	if err != nil {
		return false, err
	}
	table, err := newTable(filepath.Join(dir, "samples.csv"))
	if err != nil {
		return false, err
	}
	defer table.close()
	s, err := startStack(o, dir)
	if err != nil {
		return false, err
	}
	defer s.stop()
	k := killer{next: length / 4, until: length * 3 / 4, every: o.betweenKills(), lost: map[string]string{}}
	began := time.Now()
	for now := range ticks(ctx, max(length/200, 2*time.Second)) {
		at := now.Sub(began)
		if at >= length {
			break
		}
		seen, err := s.sample(table, at)
		if err != nil {
			return false, err
		}
		if err := k.step(at, seen); err != nil {
			return false, err
		}
		if err := s.look(ctx); err != nil {
			fmt.Printf("%8s  the viewer is not connected to the studio: %v\n", at.Round(time.Second), err)
		}
		if s.ended() {
			return false, fmt.Errorf("the launcher ended after %v; its log is %s", at.Round(time.Second), filepath.Join(dir, "launch.log"))
		}
	}
	rows := table.rows()
	text := render(rows, table.length()) + fmt.Sprintf("\n%d nodes were killed; a viewer of the studio received %d messages\n", k.killed, s.received())
	for name, why := range k.lost {
		text += fmt.Sprintf("%s did not come back: %s\n", name, why)
	}
	fmt.Print(text)
	if err := os.WriteFile(filepath.Join(dir, "table.md"), []byte(text), 0o644); err != nil {
		return false, err
	}
	return len(k.lost) == 0 && flat(rows), nil
}

// killer kills the victims one after the other.
type killer struct {
	next, until, every time.Duration
	turn, killed       int
	lost               map[string]string // nodes that are not back yet, with the reason
}

// step kills the next running victim when a kill is due. The argument seen holds the processes of the programs.
func (k *killer) step(at time.Duration, seen map[string]int) error {
	for name, why := range k.lost {
		if seen[name] > 0 {
			delete(k.lost, name)
			fmt.Printf("%8s  %s is back (%s)\n", at.Round(time.Second), name, why)
		}
	}
	if at < k.next || at >= k.until {
		return nil
	}
	k.next = at + k.every
	for range victims { // a node that the launch file's arguments leave out is skipped
		name := victims[k.turn%len(victims)]
		k.turn++
		pid := seen[name]
		if pid == 0 {
			continue
		}
		fmt.Printf("%8s  killed %s\n", at.Round(time.Second), name)
		k.killed++
		k.lost[name] = "killed at " + at.Round(time.Second).String()
		delete(seen, name)
		return syscall.Kill(pid, syscall.SIGKILL)
	}
	return nil
}

// ticks yields the times of a ticker until ctx ends.
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
