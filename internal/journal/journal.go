// Package journal stores the results of many independent runs in a file, each as soon as the run has finished, so that an experiment
// continues where it was interrupted or killed.
//
// The file has one JSON object a line: the [Key] of a run and its result. [Run] starts the runs whose keys the file does not have,
// and returns the results of all in the order of their keys, whichever finished first and in which process: a table that is computed
// from them is the same as without an interruption. A last line without its end was cut off by a kill; it is dropped and its run
// starts again. A run that fails is not kept.
//
// The key of a run contains everything that its result depends on. That includes the program: results of another build stay in the file, but are
// not used. So a file needs no name of its own for each commit, and a change of the code never shows old results.
package journal

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"syscall"
)

// Key identifies a run by everything that its result depends on.
type Key struct {
	Name     string `json:"name"` // what was run, such as "forward, real"
	Seed     uint64 `json:"seed"`
	Settings string `json:"settings,omitempty"` // all other things that the result depends on, in any form; see [File]
	Program  string `json:"program"`            // the program that ran it; filled in by the journal
}

// Keys returns the keys of runs that differ only in the seed.
func Keys(name, settings string, seeds []uint64) []Key {
	keys := make([]Key, len(seeds))
	for i, seed := range seeds {
		keys[i] = Key{Name: name, Seed: seed, Settings: settings}
	}
	return keys
}

// row is a line of the file.
type row struct {
	Key
	Result json.RawMessage `json:"result"`
}

// Journal is an open file of results. Its methods must not be called concurrently. Close it.
type Journal struct {
	path    string
	file    *os.File // nil: kept in memory
	program string
	done    map[Key]json.RawMessage
}

// Open opens or creates a file, which one process at a time may use. With an empty path results are kept in memory.
func Open(path string) (*Journal, error) {
	j := &Journal{path: path, done: make(map[Key]json.RawMessage)}
	var err error
	if j.program, err = program(); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	if path == "" {
		return j, nil
	}
	if j.file, err = os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	if err := j.load(); err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, err), j.file.Close())
	}
	return j, nil
}

// load locks the file, reads it and sets the end of its last whole line as the place where the next one is written.
func (j *Journal) load() error {
	if err := syscall.Flock(int(j.file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return fmt.Errorf("another process uses it: %w", err)
	}
	whole := int64(0)
	in := bufio.NewReader(j.file)
	for n := 1; ; n++ {
		text, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break // the rest was cut off
		} else if err != nil {
			return err
		}
		var r row
		if err := json.Unmarshal(text, &r); err != nil || r.Program == "" || len(r.Result) == 0 {
			return fmt.Errorf("line %d: %w", n, errors.Join(errors.New("not a run: expected an object with name, seed, program and result"), err))
		}
		whole += int64(len(text))
		j.done[r.Key] = r.Result
	}
	if err := j.file.Truncate(whole); err != nil {
		return err
	}
	_, err := j.file.Seek(whole, io.SeekStart)
	return err
}

// Get sets *result to the result of a run, and reports whether the journal has it.
func (j *Journal) Get(k Key, result any) (bool, error) {
	k.Program = j.program
	text, ok := j.done[k]
	if !ok {
		return false, nil
	}
	if err := json.Unmarshal(text, result); err != nil {
		return false, fmt.Errorf("journal %s: %s, seed %d: %w", j.path, k.Name, k.Seed, err)
	}
	return true, nil
}

// Put adds the result of a run: a value that encoding/json writes and reads back. See [Number] for NaN.
func (j *Journal) Put(k Key, result any) error {
	k.Program = j.program
	text, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("journal: %s, seed %d: %w", k.Name, k.Seed, err)
	}
	j.done[k] = text
	if j.file == nil {
		return nil
	}
	line, err := json.Marshal(row{k, text})
	if err != nil {
		return fmt.Errorf("journal: %s, seed %d: %w", k.Name, k.Seed, err)
	}
	_, err = j.file.Write(append(line, '\n'))
	if err == nil {
		err = j.file.Sync() // a power cut loses no more than a kill
	}
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// Close closes the file. Put has reported each write that failed.
func (j *Journal) Close() {
	if j.file != nil {
		_ = j.file.Close()
	}
}

// program returns the first digits of the SHA-256 of the running program. A commit is not enough, because the sources may differ from it.
var program = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	return sum(path)
})

// sum returns the first digits of the SHA-256 of a file.
func sum(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// File returns a word for the settings of a key: a digest of a file's content, whatever its path. A value that is not a file, such as the
// name of something built in, is returned as it is.
func File(path string) string {
	digest, err := sum(path)
	if err != nil {
		return path
	}
	return "sha256:" + digest
}

// Number is a float64 that may be NaN or infinite. JSON has neither, so they are written as null and "+Inf", "-Inf".
type Number float64

// MarshalJSON writes a number.
func (n Number) MarshalJSON() ([]byte, error) {
	switch v := float64(n); {
	case math.IsNaN(v):
		return []byte("null"), nil
	case math.IsInf(v, 0):
		return fmt.Appendf(nil, `"%+f"`, v), nil
	default:
		return json.Marshal(v)
	}
}

// UnmarshalJSON reads a number.
func (n *Number) UnmarshalJSON(text []byte) error {
	switch string(bytes.TrimSpace(text)) {
	case "null":
		*n = Number(math.NaN())
	case `"+Inf"`:
		*n = Number(math.Inf(1))
	case `"-Inf"`:
		*n = Number(math.Inf(-1))
	default:
		return json.Unmarshal(text, (*float64)(n))
	}
	return nil
}
