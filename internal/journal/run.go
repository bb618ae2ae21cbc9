package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"gonao/internal/wording"
)

// Missing is the error of an experiment in which some runs have no result. It is not a context.Canceled, so that an interrupted experiment
// is not taken for a complete one.
type Missing struct {
	Interrupted bool
	Keys        []Key         // of the runs without a result
	Errs        map[int]error // of runs that failed, by the index of the key
	of          int
	path        string
}

// Error names the missing runs with the reason, and the file that holds the others.
func (m *Missing) Error() string {
	var b strings.Builder
	if m.Interrupted {
		b.WriteString("interrupted: ")
	}
	fmt.Fprintf(&b, "%d of %s missing: %s", len(m.Keys), wording.Count(m.of, "run"), names(m.Keys))
	if m.path != "" {
		fmt.Fprintf(&b, "; the same command goes on with what is in %s", m.path)
	}
	if err := m.Unwrap(); err != nil {
		fmt.Fprintf(&b, "; %v", err)
	}
	return b.String()
}

// Unwrap returns the error of the first run that failed, nil if none did.
func (m *Missing) Unwrap() error {
	first := -1
	for i := range m.Errs {
		if first < 0 || i < first {
			first = i
		}
	}
	return m.Errs[first]
}

// names returns the names of keys as a list that joins the seeds of each name: "forward, real, seeds 2, 4 to 20".
func names(keys []Key) string {
	const most = 8
	var order []string
	seeds := make(map[string][]uint64)
	for _, k := range keys {
		if seeds[k.Name] == nil {
			order = append(order, k.Name)
		}
		seeds[k.Name] = append(seeds[k.Name], k.Seed)
	}
	var parts []string
	for _, name := range order[:min(most, len(order))] {
		word := "seed"
		if len(seeds[name]) > 1 {
			word = "seeds"
		}
		parts = append(parts, fmt.Sprintf("%s, %s %s", name, word, ranges(seeds[name])))
	}
	if more := len(order) - most; more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(parts, "; ")
}

// ranges returns numbers as "1, 3 to 5".
func ranges(all []uint64) string {
	slices.Sort(all)
	var parts []string
	for i := 0; i < len(all); {
		end := i
		for end+1 < len(all) && all[end+1] <= all[end]+1 {
			end++
		}
		text := fmt.Sprint(all[i])
		if end > i {
			text += fmt.Sprintf(" to %d", all[end])
		}
		parts = append(parts, text)
		i = end + 1
	}
	return strings.Join(parts, ", ")
}

// Options are the options of [Run].
type Options struct {
	Workers int       // runs at a time; 0: one a processor
	Log     io.Writer // gets a line for each run that finishes here; may be nil
}

// RunIn is [Run] with the journal of a file, which it opens and closes. With an empty path results are kept in memory.
func RunIn[T any](ctx context.Context, path string, keys []Key, o Options, run func(ctx context.Context, i int) (T, error), done func(i int, result T)) ([]T, error) {
	j, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer j.Close()
	return Run(ctx, j, keys, o, run, done)
}

// Run returns the results of some runs in the order of their keys, which must differ. Results that the journal has are taken from there; the others
// are made by run, which gets the index of a key and is called on several goroutines, and are put into the journal at once. done, if not
// nil, is called with every result, one at a time: first with those of the journal, in order, then with each as it arrives.
//
// A run that fails does not end the others. If any result is missing in the end, or ctx ends before, the error is a [*Missing].
// When ctx ends, Run returns at once, without waiting for runs that do not end with it; their results are lost. Its caller is about to end the process.
func Run[T any](ctx context.Context, j *Journal, keys []Key, o Options, run func(ctx context.Context, i int) (T, error), done func(i int, result T)) ([]T, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if done == nil {
		done = func(int, T) {}
	}
	results, finished := make([]T, len(keys)), make([]bool, len(keys))
	var todo []int
	for i, k := range keys {
		var err error
		if finished[i], err = j.Get(k, &results[i]); err != nil {
			return nil, err
		}
		if finished[i] {
			done(i, results[i])
		} else {
			todo = append(todo, i)
		}
	}
	log := func(format string, args ...any) {
		if o.Log != nil {
			fmt.Fprintf(o.Log, format, args...)
		}
	}
	have := len(keys) - len(todo)
	if have > 0 && j.path != "" {
		log("%d of %s taken from %s\n", have, wording.Count(len(keys), "run"), j.path)
	}

	type answer struct {
		i      int
		result T
		err    error
	}
	jobs, answers := make(chan int), make(chan answer)
	defer close(jobs)
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range min(workers, len(todo)) {
		go func() {
			for i := range jobs {
				result, err := run(ctx, i)
				select {
				case answers <- answer{i, result, err}:
				case <-ctx.Done():
				}
			}
		}()
	}
	began, ended, total := time.Now(), 0, len(todo)
	missing := &Missing{Errs: make(map[int]error), of: len(keys), path: j.path}
	for ended < total && ctx.Err() == nil {
		var free chan int // nil if no job is left
		next := 0
		if len(todo) > 0 {
			free, next = jobs, todo[0]
		}
		select {
		case <-ctx.Done():
		case free <- next:
			todo = todo[1:]
		case a := <-answers:
			if a.err != nil && errors.Is(a.err, ctx.Err()) {
				continue // it ended with ctx
			}
			ended++
			k := keys[a.i]
			if a.err != nil {
				missing.Errs[a.i] = fmt.Errorf("%s, seed %d: %w", k.Name, k.Seed, a.err)
				log("%s, seed %d: %v\n", k.Name, k.Seed, a.err)
				continue
			}
			if err := j.Put(k, a.result); err != nil {
				return nil, err
			}
			results[a.i], finished[a.i] = a.result, true
			have++
			left := time.Since(began) / time.Duration(ended) * time.Duration(total-ended)
			log("%d of %d: %s, seed %d; %v left\n", have, len(keys), k.Name, k.Seed, left.Round(time.Second))
			done(a.i, a.result)
		}
	}
	for i, k := range keys {
		if !finished[i] {
			missing.Keys = append(missing.Keys, k)
		}
	}
	if len(missing.Keys) == 0 {
		return results, nil
	}
	missing.Interrupted = ended < total
	return results, missing
}
