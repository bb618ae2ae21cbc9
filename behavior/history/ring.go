// Package history stores the history of a machine: its records and samples in a ring of files, from which any moment is
// replayed exactly, and an index of them for a timeline.
//
// The ring is a directory of trace files (package hfsm/trace), each of which begins with the whole state of the machine
// or with its first record. The oldest is deleted when their total size exceeds the limit. After the process was killed,
// the written data can be read, also by gonao hfsm replay.
//
// A run begins when a machine is started, not when it replaces another version of itself; a restart of the clock begins
// the next epoch in it. A part is one epoch of one run: times are unique in it, since its first entry.
package history

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/trace"
)

// Options holds the place and the size of a ring.
type Options struct {
	Dir   string // created if it does not exist
	Bytes int64  // limit of all files together
}

// The size of a file of the ring: so small that half of it is replayed in some milliseconds.
const (
	leastFile = 64 << 10
	mostFile  = 256 << 10
)

// Ring is the history of one machine. Begin, Write, Flush and Close are for one goroutine, the other methods
// may be called from any.
type Ring struct {
	lock      *os.File
	dir       string
	limit     int64
	fileLimit int64

	mu       sync.Mutex
	segments []*segment // the oldest first
	size     int64      // size of all files, including those of an earlier process
	old      []oldFile  // of an earlier process, the oldest first
	number   int        // number of the next file
	index    index
	models   map[string]*hfsm.Model // by hash

	out     *os.File // of the last segment; nil: none is open
	counted *counter
	writer  *trace.Writer
}

// oldFile is a file of an earlier process.
type oldFile struct {
	path string
	size int64
}

// segment is one file.
type segment struct {
	path  string
	model *hfsm.Model // at its beginning
	run   uint32
	size  int64 // number of readable bytes
	first moment
}

// moment is a time in an epoch of a run.
type moment struct {
	run   uint32
	epoch uint32
	at    float64 // s
}

// before reports whether a is not after b.
func (a moment) before(b moment) bool {
	if a.run != b.run {
		return a.run < b.run
	}
	if a.epoch != b.epoch {
		return a.epoch < b.epoch
	}
	return a.at <= b.at
}

// counter counts written bytes.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// Open makes the directory of a ring. The files of an earlier process stay until their room is needed.
func Open(o Options) (*Ring, error) {
	if o.Bytes < 2*leastFile {
		return nil, fmt.Errorf("history: %d bytes: expected at least %d", o.Bytes, 2*leastFile)
	}
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	lock, err := acquire(o.Dir)
	if err != nil {
		return nil, err
	}
	r := &Ring{lock: lock, dir: o.Dir, limit: o.Bytes, fileLimit: min(max(o.Bytes/64, leastFile), mostFile), models: map[string]*hfsm.Model{}}
	files, err := filepath.Glob(filepath.Join(o.Dir, "*"+suffix))
	if err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	slices.Sort(files)
	for _, path := range files {
		var n int
		if _, err := fmt.Sscanf(filepath.Base(path), "%d"+suffix, &n); err != nil {
			continue // not a file of the ring
		}
		if info, err := os.Stat(path); err == nil {
			r.old = append(r.old, oldFile{path, info.Size()})
			r.size += info.Size()
		}
		r.number = max(r.number, n+1)
	}
	return r, nil
}

const suffix = ".trace"

// Begin begins a file: where a machine stands, or nil before its first tick. Records that the state holds
// already are left out by Write.
func (r *Ring) Begin(model *hfsm.Model, run, revision uint32, standing *hfsm.Snapshot) error {
	if err := r.End(); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.makeRoom(); err != nil {
		return err
	}
	path := filepath.Join(r.dir, fmt.Sprintf("%08d%s", r.number, suffix))
	out, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("history: %w", err)
	}
	counted := &counter{w: out}
	writer, err := trace.NewWriter(counted, model, standing)
	if err == nil {
		err = writer.Flush()
	}
	if err != nil { // the disk is full: no part of a beginning is left
		return errors.Join(fmt.Errorf("history: %w", err), out.Close(), remove(path))
	}
	r.number++
	r.out, r.counted, r.writer = out, counted, writer
	s := &segment{path: path, model: model, run: run}
	s.first = moment{run: run}
	if standing != nil {
		s.first.epoch, s.first.at = standing.Epoch, time.Duration(standing.Now).Seconds()
	}
	r.segments = append(r.segments, s)
	r.models[model.Hash()] = model
	r.index.begin(model, run, revision, standing)
	return r.flush(s)
}

// Write writes records of the machine of the last Begin and notes them in the index.
func (r *Ring) Write(records []hfsm.Record) error {
	if r.writer == nil {
		return nil
	}
	for i := range records {
		if err := r.writer.Write(&records[i]); err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range records {
		if next, ok := records[i].Data.(*hfsm.Model); ok && records[i].Kind == hfsm.RecordReload {
			r.models[next.Hash()] = next
		}
		r.index.note(&records[i])
	}
	return nil
}

// Flush makes all written data readable.
func (r *Ring) Flush() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.writer == nil {
		return nil
	}
	return r.flush(r.segments[len(r.segments)-1])
}

// flush must be called with mu held.
func (r *Ring) flush(s *segment) error {
	err := r.writer.Flush()
	r.size += r.counted.n - s.size
	s.size = r.counted.n
	return err
}

// Full reports whether the file is as large as one may be: it is time for Begin.
func (r *Ring) Full() bool { return r.counted != nil && r.counted.n >= r.fileLimit }

// Close ends the file that is written and frees the directory for another process.
func (r *Ring) Close() error { return errors.Join(r.End(), r.lock.Close()) }

// acquire locks a directory against other processes, until the file is closed or the process ends.
func acquire(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, ".lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("history: %s: another process stores its history there: expected another directory", dir), f.Close())
	}
	return f, nil
}

// End writes the last file to its end. Begin begins another.
func (r *Ring) End() error {
	if r.out == nil {
		return nil
	}
	err := errors.Join(r.Flush(), r.out.Close())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out, r.writer, r.counted = nil, nil, nil
	return err
}

// makeRoom deletes the oldest files until another one fits; mu is held.
func (r *Ring) makeRoom() error {
	for r.size+r.fileLimit > r.limit && len(r.old) > 0 {
		if err := remove(r.old[0].path); err != nil {
			return err
		}
		r.size -= r.old[0].size
		r.old = r.old[1:]
	}
	dropped := false
	for r.size+r.fileLimit > r.limit && len(r.segments) > 0 {
		if err := remove(r.segments[0].path); err != nil {
			return err
		}
		r.size -= r.segments[0].size
		r.segments = slices.Delete(r.segments, 0, 1)
		dropped = true
	}
	if dropped {
		r.forget()
	}
	return nil
}

// forget drops the index entries of deleted files, and models that no file needs; mu must be held.
func (r *Ring) forget() {
	if len(r.segments) == 0 {
		return
	}
	r.index.forget(r.segments[0].first)
	needed := r.index.hashes()
	for _, s := range r.segments {
		needed[s.model.Hash()] = true
	}
	for hash := range r.models {
		if !needed[hash] {
			delete(r.models, hash)
		}
	}
}

// remove deletes a file; it may be gone already.
func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("history: %w", err)
	}
	return nil
}

// Size returns the bytes of all files.
func (r *Ring) Size() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.size
}

// Files returns the paths of the files of this process, the oldest first.
func (r *Ring) Files() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for _, s := range r.segments {
		out = append(out, s.path)
	}
	return out
}

// model returns a model by its hash.
func (r *Ring) model(hash string) (*hfsm.Model, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m := r.models[hash]; m != nil {
		return m, nil
	}
	return nil, fmt.Errorf("history: no machine with the hash %s is remembered", strings.TrimSpace(hash))
}
