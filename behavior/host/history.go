package host

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"gonao/behavior/history"
	"gonao/hfsm"
	"gonao/hfsm/debug"
	"gonao/hfsm/scenario"
)

// History stores the history of a machine in a ring of files. The ticking goroutine only writes to a queue;
// [History.Drain] writes the files. Records that do not fit into the queue are lost and counted, and the next file then
// begins with the whole state.
//
// Lock order: writing, [Machine.mu], mu.
type History struct {
	look func(func(machine *hfsm.Machine, runs, revision uint32)) // calls a function with the running machine, between two ticks

	writing sync.Mutex // held while files are written
	ring    *history.Ring
	stopped error  // why nothing is written now
	lost    uint64 // of all streams
	into    [256]hfsm.Record

	mu     sync.Mutex
	queues []*queue // the last one is that of the running machine
}

// queue is the stream of one run.
type queue struct {
	stream   *hfsm.Stream
	model    *hfsm.Model
	standing *hfsm.Snapshot // state when the stream began; nil before the first tick
	run      uint32
	revision uint32
	ended    bool
	begun    bool   // the ring has a file of it
	broken   bool   // a write to that file failed: another one begins with the present state
	lost     uint64 // losses after which the ring has begun another file
}

// historyQueue is how many records wait for [History.Drain]: those of some seconds.
const historyQueue = 1 << 13

// ErrNoHistory is the error of a machine without history.
var ErrNoHistory = errors.New("no history is kept: expected the parameter history_dir of the node")

// KeepHistory begins to keep the machine's history. [History.Drain] must be called several times a second,
// and [Machine.EndHistory] at the end.
func (m *Machine) KeepHistory(o history.Options) (*History, error) {
	ring, err := history.Open(o)
	if err != nil {
		return nil, err
	}
	h := &History{ring: ring, look: func(look func(*hfsm.Machine, uint32, uint32)) {
		m.Look(func(machine *hfsm.Machine, runs uint32) { look(machine, runs, m.revision) })
	}}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.history = h
	if m.running() {
		h.attach(m.brain.Machine(), m.runs, m.revision)
	}
	return h, nil
}

// History returns the machine's history, nil if there is none.
func (m *Machine) History() *History {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.history
}

// attach begins the stream of the running machine; it is called between two ticks.
func (h *History) attach(machine *hfsm.Machine, runs, revision uint32) {
	if h == nil {
		return
	}
	q := &queue{stream: machine.Control().Sampled(historyQueue), model: machine.Model(), run: runs, revision: revision}
	if s := machine.Snapshot(); s.Started {
		q.standing = s
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.queues = append(h.queues, q)
}

// detach ends the stream of a machine that is freed; it is called between two ticks.
func (h *History) detach(machine *hfsm.Machine) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.queues) == 0 {
		return
	}
	q := h.queues[len(h.queues)-1]
	machine.EndStream(q.stream)
	q.ended = true
}

// Drain writes the queued records. Any goroutine except the ticking one may call it. After an error, such as a full disk,
// the machine continues and the written files stay readable; Drain returns the error once, and each call tries to begin
// another file with the present state. The call that succeeds returns a [Resumed]: records in between are lost.
func (h *History) Drain() error {
	h.writing.Lock()
	defer h.writing.Unlock()
	before, lost := h.stopped, h.lost
	h.stopped = h.drain()
	switch {
	case h.stopped != nil:
		_ = h.ring.End() // the disk may be full
		h.mu.Lock()
		for _, q := range h.queues {
			q.broken = q.begun // otherwise all of its records still wait
		}
		h.mu.Unlock()
		if before == nil {
			return fmt.Errorf("the history is not written now: %w", h.stopped)
		}
	case before != nil:
		return &Resumed{What: "the history", Lost: h.lost - lost, Cause: before}
	}
	return nil
}

// Resumed is the error of a recording that continues after it could not be written: the caller logs it.
type Resumed struct {
	What  string // a history, or the file of the new part
	Lost  uint64 // records
	Cause error  // why it could not be written
}

// Error says what is written again and what was lost.
func (r *Resumed) Error() string {
	return fmt.Sprintf("%s is written now, and %d records before it are lost: %v", r.What, r.Lost, r.Cause)
}

func (h *History) drain() error {
	for {
		q, ended := h.oldest()
		if q == nil {
			return nil
		}
		switch {
		case !q.broken:
			if err := h.write(q); err != nil {
				return err
			}
		case ended: // nothing can begin where it stood
			for n := len(h.into); n == len(h.into); {
				n = q.stream.Read(h.into[:])
				h.lost += uint64(n)
			}
		default:
			return h.resume(q)
		}
		if !ended {
			return h.renew(q)
		}
		h.mu.Lock()
		h.queues = h.queues[1:]
		h.mu.Unlock()
	}
}

// oldest returns the queue to be written first, nil for none, and whether it is complete.
func (h *History) oldest() (q *queue, ended bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.queues) == 0 {
		return nil, false
	}
	return h.queues[0], h.queues[0].ended
}

// write writes the records of a queue.
func (h *History) write(q *queue) error {
	if !q.begun {
		if err := h.ring.Begin(q.model, q.run, q.revision, q.standing); err != nil {
			return err
		}
		q.begun = true
	}
	for {
		n := q.stream.Read(h.into[:])
		if err := h.ring.Write(h.into[:n]); err != nil {
			return err
		}
		if n < len(h.into) {
			return h.ring.Flush()
		}
	}
}

// renew begins another file when the last one is full, or after records were lost.
func (h *History) renew(q *queue) error {
	lost := q.stream.Lost()
	if lost == q.lost && !h.ring.Full() {
		return nil
	}
	h.lost += lost - q.lost
	q.lost = lost
	_, _, err := h.again(q)
	return err
}

// resume begins another file after a write error. Older records in the queue are lost.
func (h *History) resume(q *queue) error {
	gap, begun, err := h.again(q)
	lost := q.stream.Lost()
	h.lost += lost - q.lost + gap
	q.lost = lost
	switch {
	case err != nil:
		return err
	case !begun:
		return h.stopped
	}
	q.broken = false
	return h.ring.Flush()
}

// again begins another file with the present state, if the queue is that of the running machine and it has begun. before
// is the number of earlier records that were read from the queue: they belong to the file before, if there is one.
func (h *History) again(q *queue) (before uint64, begun bool, err error) {
	var now *hfsm.Snapshot
	var model *hfsm.Model
	var revision uint32
	h.look(func(machine *hfsm.Machine, runs, rev uint32) {
		if s := machine.Snapshot(); runs == q.run && s.Started {
			now, model, revision = s, machine.Model(), rev
		}
	})
	if now == nil {
		return 0, false, nil
	}
	for { // records from before the state belong to the old file
		n := q.stream.Read(h.into[:])
		at := 0
		for at < n && belongsBefore(&h.into[at], now) {
			at++
		}
		if err := h.ring.Write(h.into[:at]); err != nil {
			return before, false, err
		}
		before += uint64(at)
		if at == n && n == len(h.into) {
			continue
		}
		if err := h.ring.Begin(model, q.run, revision, now); err != nil {
			return before + uint64(n-at), false, err
		}
		return before, true, h.ring.Write(h.into[at:n])
	}
}

// belongsBefore reports whether a record happened before a state was taken.
func belongsBefore(r *hfsm.Record, s *hfsm.Snapshot) bool {
	if r.Kind.Sample() {
		return r.Epoch < s.Epoch || r.Epoch == s.Epoch && r.Tick <= s.Tick
	}
	return r.Sequence < s.Sequence
}

// EndHistory writes the queued records and ends the history.
func (m *Machine) EndHistory() error {
	m.mu.Lock()
	h := m.history
	if h != nil && m.brain != nil {
		h.detach(m.brain.Machine())
	}
	m.history = nil
	m.mu.Unlock()
	if h == nil {
		return nil
	}
	err := h.Drain()
	h.writing.Lock()
	defer h.writing.Unlock()
	return errors.Join(err, h.ring.Close())
}

// Remembered describes the contents of a history.
type Remembered struct {
	history.Shown
	Bytes   int64
	Lost    uint64 // records that found no room in the queue
	Stopped string // why nothing is written now, such as a full disk
}

// Show returns the data of a timeline.
func (h *History) Show(q history.Query) Remembered {
	out := Remembered{Shown: h.ring.Show(q), Bytes: h.ring.Size()}
	h.writing.Lock()
	defer h.writing.Unlock()
	out.Lost = h.lost
	if h.stopped != nil {
		out.Stopped = h.stopped.Error()
	}
	return out
}

// Past is the machine at a moment.
type Past struct {
	View
	Part history.Part
	Why  []debug.UntakenTransition // why the transitions of a state were not taken
}

// Question asks for an explanation of a moment: the transitions of Path, as in [Debugging.WhyNot].
type Question struct {
	Explain bool
	Path    string
}

// At returns the machine at a moment, by a replay in the calling goroutine.
func (h *History) At(m history.Moment, q Question) (p Past, err error) {
	var unknown error
	err = h.ring.At(m, func(machine *hfsm.Machine, now time.Duration, part history.Part) {
		p.View, p.Part = view(machine, now), part
		p.Revision, p.Runs, p.Passed = part.Revision, part.Run, passedOf(machine)
		if q.Explain {
			p.Why, unknown = debug.WhyNot(machine, q.Path)
		}
	})
	return p, errors.Join(err, unknown)
}

// Scenario returns the history from a moment on, up to a time of the same part (0: to its end), as a scenario file.
// machine is the path of the machine's file relative to the scenario.
func (h *History) Scenario(from history.Moment, to float64, name, machine, vocabulary string) (string, error) {
	run, err := h.ring.Read(from, to)
	if err != nil {
		return "", err
	}
	if machine == "" {
		machine = run.Model.File()
	}
	r := scenario.Recording{Name: name, Machine: machine, Vocabulary: vocabulary, Model: run.Model, Begin: run.Begin, Lines: run.Lines, To: run.To}
	return r.Write()
}
