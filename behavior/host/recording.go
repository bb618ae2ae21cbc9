package host

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"gonao/hfsm"
	"gonao/hfsm/debug"
	"gonao/hfsm/trace"
)

// recording writes the trace of a machine to a file. If writing fails, for example because the disk is full, the file
// ends with its last whole line, and the recording continues in another one, its next part, as soon as there is space:
// see [Machine.Drain].
//
// Lock order: recording.mu before Machine.mu. Writing to the disk may take long, so
// whoever holds Machine.mu must neither write nor wait for recording.mu.
type recording struct {
	first  string // file of the first part
	stream *hfsm.Stream

	mu      sync.Mutex // held while the file is written
	part    int        // number of the part
	out     *lines     // nil: no file is open
	w       *trace.Writer
	lost    uint64 // lost records for which a snapshot has been written
	safe    uint64 // sequence of the first record that may not be in the file
	stopped error  // why nothing is written now
	ended   bool   // it has been closed

	file string // the file being written, "" for none; guarded by [Machine.mu]
}

// lines is a file that can be cut behind the last whole line that was written.
type lines struct {
	file        *os.File
	size, whole int64 // bytes that were written, and those of whole lines
}

// Write writes and notes how far the lines go.
func (l *lines) Write(p []byte) (int, error) {
	n, err := l.file.Write(p)
	if end := bytes.LastIndexByte(p[:n], '\n'); end >= 0 {
		l.whole = l.size + int64(end) + 1
	}
	l.size += int64(n)
	return n, err
}

// cut closes the file without the part of a line at its end.
func (l *lines) cut() error {
	var err error
	if l.whole < l.size {
		err = l.file.Truncate(l.whole)
	}
	return errors.Join(err, l.file.Close())
}

// streamSize is how many records wait for [Machine.Drain].
const streamSize = 1 << 14

// Record begins to write the trace to a file, which is truncated. [Machine.Drain] must
// be called every now and then. A machine that lies in no file, such as a call of
// skills, is written beside it, with the ending .yaml, so that it can be replayed.
func (m *Machine) Record(file string) error {
	model := m.Model()
	if model == nil {
		return ErrIdle // before a file is truncated
	}
	if err := m.EndRecord(); err != nil {
		return err
	}
	out, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("record trace: %w", err)
	}
	if err := writeBeside(file, model); err != nil {
		return errors.Join(err, out.Close())
	}
	r := &recording{first: file, file: file, part: 1, out: &lines{file: out}}
	if err := m.begin(r); err != nil {
		return errors.Join(err, m.EndRecord(), r.close())
	}
	return nil
}

// begin makes a recording the machine's, and writes where the machine stands.
func (m *Machine) begin(r *recording) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var model *hfsm.Model
	var standing *hfsm.Snapshot // nil before the first tick
	err := m.debugger(func(d *debug.Debugger) error {
		machine := d.Machine()
		if s := machine.Snapshot(); s.Started {
			standing = s
		}
		model = machine.Model()
		m.recordings.detach(machine) // two callers may begin at once
		r.stream = machine.Stream(streamSize)
		m.recordings.current = r
		return nil
	})
	if err == nil {
		r.w, err = trace.NewWriter(r.out, model, standing)
	}
	return err
}

// recordings are those of one machine, guarded by [Machine.mu].
type recordings struct {
	current *recording   // may be nil
	ended   []*recording // their files wait for [Machine.Drain]
}

// detach ends the recording of a machine. Its file is written to the end and closed by the
// next [Machine.Drain] or [Machine.EndRecord].
func (r *recordings) detach(machine *hfsm.Machine) {
	if r.current == nil {
		return
	}
	machine.EndStream(r.current.stream)
	r.ended, r.current = append(r.ended, r.current), nil
}

// takeEnded returns the recordings that have ended, and forgets them.
func (r *recordings) takeEnded() []*recording {
	ended := r.ended
	r.ended = nil
	return ended
}

// writeBeside writes a machine that lies in no file beside its trace.
func writeBeside(trace string, model *hfsm.Model) error {
	if _, err := os.Stat(model.File()); err == nil {
		return nil
	}
	var text bytes.Buffer
	if err := model.Chart().WriteYAML(&text); err != nil {
		return nil //nolint:nilerr // a Lua skill that comes with gonao: replay finds it by its name
	}
	if err := os.WriteFile(trace+".yaml", text.Bytes(), 0o644); err != nil {
		return fmt.Errorf("record trace: %w", err)
	}
	return nil
}

// Drain writes the recorded lines, and closes the files of recordings that have ended. Any goroutine except the ticking
// one may call it. When a file cannot be written, Drain returns the error once, and each call tries to begin another
// part, NAME.2.trace and so on, with the present state; the call that succeeds returns a [Resumed].
func (m *Machine) Drain() error {
	err := m.closeEnded()
	m.mu.Lock()
	r := m.recordings.current
	m.mu.Unlock()
	if r == nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.ended:
		return err
	case r.stopped != nil:
		return errors.Join(err, r.resume(m))
	}
	if failed := errors.Join(r.w.Drain(r.stream), m.fillGap(r), r.w.Flush()); failed != nil {
		r.stopped = failed
		_ = r.out.cut() // the disk may be full, or gone
		r.out = nil
		r.names(m, "")
		return errors.Join(err, fmt.Errorf("record %s: %w; it goes on in another file when there is room", filepath.Base(r.partFile(r.part)), failed))
	}
	r.safe = r.w.Next()
	return err
}

// names notes the file that a recording writes now.
func (r *recording) names(m *Machine, file string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r.file = file
}

// partFile returns the name of a part: NAME.trace, NAME.2.trace and so on.
func (r *recording) partFile(part int) string {
	if part == 1 {
		return r.first
	}
	end := filepath.Ext(r.first)
	return fmt.Sprintf("%s.%d%s", strings.TrimSuffix(r.first, end), part, end)
}

// resume begins the next part where the machine stands, if that can be written; r.mu is held.
func (r *recording) resume(m *Machine) error {
	var now *hfsm.Snapshot
	var model *hfsm.Model
	m.Look(func(machine *hfsm.Machine, _ uint32) {
		if m.recordings.current == r { // otherwise another machine may run by now
			now, model = machine.Snapshot(), machine.Model()
		}
	})
	if now == nil || !now.Started {
		return nil
	}
	part := r.part + 1
	file := r.partFile(part)
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		r.part = part // the file exists already: the next call uses the next number
	}
	if err != nil {
		return nil //nolint:nilerr // the reason of the first failure has been returned
	}
	out := &lines{file: f}
	w, err := trace.NewWriter(out, model, now)
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = writeBeside(file, model)
	}
	if err != nil { // still no room: no part of a beginning is left
		_ = f.Close()
		_ = os.Remove(file)
		return nil //nolint:nilerr // the reason of the first failure has been returned
	}
	resumed := &Resumed{What: filepath.Base(file), Lost: now.Sequence - min(now.Sequence, r.safe), Cause: r.stopped}
	r.out, r.w, r.part, r.stopped, r.lost, r.safe = out, w, part, nil, r.stream.Lost(), w.Next()
	r.names(m, file)
	return resumed
}

// fillGap writes a snapshot after records were lost, from which a replay continues;
// r.mu is held.
func (m *Machine) fillGap(r *recording) error {
	lost := r.stream.Lost()
	if lost == r.lost {
		return nil
	}
	r.lost = lost
	var now *hfsm.Snapshot
	m.Look(func(machine *hfsm.Machine, _ uint32) {
		if m.recordings.current == r { // otherwise another machine may run by now
			now = machine.Snapshot()
		}
	})
	if now == nil {
		return nil
	}
	return r.w.Snapshot(now)
}

// EndRecord ends the recording and closes the file.
func (m *Machine) EndRecord() error {
	m.mu.Lock()
	if m.brain != nil {
		m.recordings.detach(m.brain.Machine())
	}
	m.mu.Unlock()
	return m.closeEnded()
}

// closeEnded writes recordings that have ended to their ends.
func (m *Machine) closeEnded() error {
	m.mu.Lock()
	ended := m.recordings.takeEnded()
	m.mu.Unlock()
	var errs []error
	for _, r := range ended {
		errs = append(errs, r.close())
	}
	return errors.Join(errs...)
}

// close writes the records that wait and closes the file.
func (r *recording) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended = true
	if r.out == nil {
		return nil
	}
	var err error
	if r.w != nil {
		err = errors.Join(r.w.Drain(r.stream), r.w.Flush())
	}
	err = errors.Join(err, r.out.cut())
	r.out = nil
	return err
}

// Recording returns the file being written, "" for none, also while writing fails.
func (m *Machine) Recording() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.recordings.current == nil {
		return ""
	}
	return m.recordings.current.file
}
