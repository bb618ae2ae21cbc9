package place

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// Store is a file of runs that have ended, one JSON object a line. It belongs to one goroutine. Close it.
type Store struct {
	file *os.File
	done map[key]Sample
}

// key is what a run is known by.
type key struct {
	row  string
	seed uint64
	d    time.Duration
}

// line is a run as the file has it.
type line struct {
	Row     string  `json:"row"`
	Seed    uint64  `json:"seed"`
	Seconds float64 `json:"seconds"`
	Values  Sample  `json:"values"`
}

// OpenStore opens or creates a file. A last line that was not written to its end is run again.
func OpenStore(path string) (*Store, error) {
	s := &Store{done: make(map[key]Sample)}
	whole, err := s.load(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if s.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return nil, err
	}
	if err := errors.Join(s.file.Truncate(whole), seekEnd(s.file)); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), s.file.Close())
	}
	return s, nil
}

func seekEnd(f *os.File) error {
	_, err := f.Seek(0, 2)
	return err
}

// load reads the runs of a file, and returns how many bytes of it are whole lines.
func (s *Store) load(path string) (whole int64, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for n := 1; ; n++ {
		text, err := r.ReadBytes('\n')
		if err != nil {
			return whole, nil // the end, or a line that was cut off
		}
		var l line
		if err := json.Unmarshal(text, &l); err != nil || l.Row == "" {
			return 0, fmt.Errorf("line %d: %w", n, errors.Join(errors.New("no run: expected an object with row, seed, seconds and values"), err))
		}
		whole += int64(len(text))
		s.done[key{l.Row, l.Seed, seconds(l.Seconds)}] = l.Values
	}
}

func seconds(s float64) time.Duration {
	return time.Duration(s * float64(time.Second)).Round(time.Millisecond)
}

// Get returns a run that has ended.
func (s *Store) Get(row string, seed uint64, d time.Duration) (Sample, bool) {
	v, ok := s.done[key{row, seed, seconds(d.Seconds())}]
	return v, ok
}

// Put adds a run.
func (s *Store) Put(row string, seed uint64, d time.Duration, v Sample) error {
	text, err := json.Marshal(line{row, seed, d.Seconds(), v})
	if err != nil {
		return err
	}
	s.done[key{row, seed, seconds(d.Seconds())}] = v
	_, err = s.file.Write(append(text, '\n'))
	return err
}

// Close closes the file.
func (s *Store) Close() error { return s.file.Close() }
