package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"gonao/soccer/match"
	"gonao/soccer/match/rating"
)

// twice is the number of matches per match that is played twice.
const twice = 50

// silent is the time after its last message for which a worker counts as alive.
const silent = 20 * time.Second

// Progress is the state of a run. Its methods are used by the goroutine that plays the run.
type Progress struct {
	Stored  int // results that an earlier coordinator has stored
	Checked int // matches that were played twice with the same digest
	// Differ lists the matches that were played twice with two digests.
	Differ []string

	run     string
	spec    Spec
	seeds   []uint64
	first   map[uint64]int // index of a seed's first job
	until   rating.Sequential
	records []*Record // by job: two per seed
	second  []*Record // of the same jobs, if they were played twice
	wanted  []bool    // a second play is queued
	done    int

	mu      sync.Mutex // guards workers
	workers map[string]time.Time
}

func newProgress(spec Spec, r *Run) *Progress {
	n := 2 * len(r.Seeds)
	first := map[uint64]int{}
	for i, seed := range r.Seeds {
		first[seed] = 2 * i
	}
	return &Progress{
		run: spec.run(), spec: spec, seeds: r.Seeds, first: first, until: r.Until, records: make([]*Record, n), second: make([]*Record, n),
		wanted: make([]bool, n), workers: map[string]time.Time{},
	}
}

// job returns the job with an index.
func (p *Progress) job(i int) Job {
	return Job{Run: p.run, Spec: p.spec, Seed: p.seeds[i/2], Swap: i%2 == 1}
}

// index returns the index of a job, and whether the run has it: an earlier one may have had other seeds.
func (p *Progress) index(j *Job) (int, bool) {
	i, ok := p.first[j.Seed]
	if j.Swap {
		i++
	}
	return i, ok
}

// missing returns the jobs without a record, in their order.
func (p *Progress) missing() []Job {
	var all []Job
	for i, r := range p.records {
		if r == nil {
			all = append(all, p.job(i))
		}
	}
	return append(all, p.again()...)
}

// again returns the due second plays: of matches whose first play is stored. The first match of a run is one of them, so
// that short runs have one.
func (p *Progress) again() []Job {
	var all []Job
	for i := 0; i < len(p.records); i += twice {
		if p.records[i] == nil || p.second[i] != nil || p.wanted[i] {
			continue
		}
		p.wanted[i] = true
		j := p.job(i)
		j.Again = true
		if len(p.Workers()) > 1 {
			j.Not = p.records[i].Worker
		}
		all = append(all, j)
	}
	return all
}

// add adds a record, unless there is one already.
func (p *Progress) add(text []byte) error {
	if len(text) == 0 {
		return nil // a deleted one
	}
	r := &Record{}
	if err := json.Unmarshal(text, r); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	i, ok := p.index(&r.Job)
	if !ok {
		return nil
	}
	if r.Error != "" && !r.Job.Again {
		return fmt.Errorf("seed %d of %s against %s, played by %s: %w", r.Job.Seed, p.spec.NameA, p.spec.NameB, r.Worker, errors.New(r.Error))
	}
	if r.Job.Again {
		if p.second[i] == nil {
			p.second[i] = r
		}
	} else if p.records[i] == nil {
		p.records[i] = r
		p.done++
	}
	if a, b := p.records[i], p.second[i]; a != nil && b != nil && b.Error == "" {
		p.compare(a, b)
	}
	return nil
}

// compare compares the two plays of a match.
func (p *Progress) compare(a, b *Record) {
	if a.Result.Digest == b.Result.Digest {
		p.Checked++
		return
	}
	p.Differ = append(p.Differ, fmt.Sprintf("seed %d: digest %s on %s, %s on %s", a.Job.Seed, a.Result.Digest, a.Worker, b.Result.Digest, b.Worker))
}

// complete reports whether nothing is left to play.
func (p *Progress) complete() bool {
	if _, decided := p.Decided(); decided {
		return true
	}
	if p.done < len(p.records) {
		return false
	}
	for i := 0; i < len(p.second); i += twice {
		if p.second[i] == nil {
			return false
		}
	}
	return true
}

// Done returns the number of matches with a result, Jobs that of all.
func (p *Progress) Done() int { return p.done }

// Jobs returns the number of matches of the run.
func (p *Progress) Jobs() int { return len(p.records) }

// inOrder returns how many pairs have both results without a gap from the first seed on. A sequential test reads these alone:
// matches that end early by the mercy rule come in first, and would be counted before their turn.
func (p *Progress) inOrder() int {
	n := 0
	for 2*n+1 < len(p.records) && p.records[2*n] != nil && p.records[2*n+1] != nil {
		n++
	}
	return n
}

// Decided returns after how many pairs the sequential test has decided, and whether it has.
func (p *Progress) Decided() (int, bool) {
	if p.until.Sigmas == 0 {
		return 0, false
	}
	s := p.series(2 * p.inOrder())
	return p.until.Decides(s.Differences())
}

// series returns the first n matches.
func (p *Progress) series(n int) *match.Series {
	s := &match.Series{A: p.spec.NameA, B: p.spec.NameB, Results: make([]*match.Result, n)}
	for i := range n {
		if p.records[i] != nil {
			s.Results[i] = &p.records[i].Result
		}
	}
	return s
}

// Series returns the results so far: all of them, or, when a sequential test has decided, those that it has used.
func (p *Progress) Series() *match.Series {
	if n, ok := p.Decided(); ok {
		return p.series(2 * n)
	}
	return p.series(len(p.records))
}

// Worst returns the n matches that were worst for A.
func (p *Progress) Worst(n int) []*Record {
	var all []*Record
	for _, r := range p.records {
		if r != nil {
			all = append(all, r)
		}
	}
	return worst(all, func(r *Record) int {
		d := r.Result.Score[0] - r.Result.Score[1]
		if r.Job.Swap && p.spec.A != p.spec.B {
			d = -d
		}
		return d
	}, n)
}

// here notes a sign of life of a worker.
func (p *Progress) here(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.workers[name] = now()
}

// Workers returns the names of the workers that are alive.
func (p *Progress) Workers() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var names []string
	for name, at := range p.workers {
		if now().Sub(at) > silent {
			delete(p.workers, name)
			continue
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
