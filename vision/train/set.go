// Package train makes data sets for the nets of package vision/net and trains them, in Go only. Pictures are drawn
// from a seed: by this package (procedural) or by the simulator (rendered). A data set of the same hash and the same
// command yield the same weights, byte by byte, with any number of threads.
package train

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"slices"
)

// ErrSet is in the chain of every error about a data set that cannot be used.
var ErrSet = errors.New("unusable data set")

// setFormat is the first line of a file with a data set.
const setFormat = "gonao patches 1"

// maxSet bounds the size of a data set, bytes.
const maxSet = 4 << 30

// Sample is one picture with the desired output of a net.
type Sample struct {
	Input  []uint8   // as the net's input: rows of pixels of channels
	Target []float32 // as the net's outputs
}

// Set is a data set.
type Set struct {
	Width    int      `json:"width"`
	Height   int      `json:"height"`
	Channels int      `json:"channels"`
	Outputs  []string `json:"outputs"` // names; a net with pixels as its last layer has them once a pixel
	Targets  int      `json:"targets"` // numbers in Target
	Count    int      `json:"count"`   // in a file: samples
	Samples  []Sample `json:"-"`
}

// Hash returns the SHA-256 of the set's bytes as [Set.Write] writes them before compression, in hexadecimal.
func (s *Set) Hash() string {
	h := sha256.New()
	s.feed(h)
	return hex.EncodeToString(h.Sum(nil))
}

// feed writes the header and the samples to a hash.
func (s *Set) feed(h hash.Hash) {
	_ = s.encode(h) // a hash returns no error
}

// encode writes a line of JSON, then each sample's input and little-endian targets.
func (s *Set) encode(w io.Writer) error {
	head := *s
	head.Count = len(s.Samples)
	line, err := json.Marshal(head)
	if err != nil {
		return err
	}
	if _, err := w.Write(append(line, '\n')); err != nil {
		return err
	}
	var buf []byte
	for _, sample := range s.Samples {
		buf = append(buf[:0], sample.Input...)
		for _, v := range sample.Target {
			buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(v))
		}
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}

// Write writes the set to a file: a line with the format, then the compressed bytes.
func (s *Set) Write(w io.Writer) error {
	if _, err := io.WriteString(w, setFormat+"\n"); err != nil {
		return err
	}
	z, err := flate.NewWriter(w, flate.BestSpeed)
	if err != nil {
		return err
	}
	if err := s.encode(z); err != nil {
		return err
	}
	return z.Close()
}

// Read reads a set from a file's contents.
func Read(r io.Reader) (*Set, error) {
	first := make([]byte, len(setFormat)+1)
	if _, err := io.ReadFull(r, first); err != nil || string(first) != setFormat+"\n" {
		return nil, fmt.Errorf("%w: first line %q: expected %q", ErrSet, first, setFormat)
	}
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(r), maxSet))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSet, err)
	}
	line, data, _ := bytes.Cut(data, []byte("\n"))
	s := &Set{}
	if err := json.Unmarshal(line, s); err != nil {
		return nil, fmt.Errorf("%w: header: %w", ErrSet, err)
	}
	if err := s.checkHead(); err != nil {
		return nil, err
	}
	pixels := s.Width * s.Height * s.Channels
	size := pixels + 4*s.Targets
	if len(data) != size*s.Count {
		return nil, fmt.Errorf("%w: %d bytes of samples: expected %d·%d", ErrSet, len(data), s.Count, size)
	}
	for ; len(data) > 0; data = data[size:] {
		sample := Sample{Input: data[:pixels:pixels], Target: make([]float32, s.Targets)}
		for i := range sample.Target {
			sample.Target[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[pixels+4*i:]))
		}
		s.Samples = append(s.Samples, sample)
	}
	return s, s.Check()
}

// checkHead returns an error if the sizes are invalid.
func (s *Set) checkHead() error {
	const side, channels, targets = 1024, 64, 1 << 16
	if s.Width < 4 || s.Width > side || s.Height < 1 || s.Height > side || s.Channels < 1 || s.Channels > channels ||
		s.Targets < 1 || s.Targets > targets || s.Count < 0 || s.Count > maxSet || len(s.Outputs) == 0 {
		return fmt.Errorf("%w: %d samples of %d×%d pixels, %d channels, %d targets, outputs %q: expected at most %d×%d, %d, %d",
			ErrSet, s.Count, s.Width, s.Height, s.Channels, s.Targets, s.Outputs, side, side, channels, targets)
	}
	return nil
}

// Check returns an error if the set has no samples, or one of another size or with a target that is not a number.
func (s *Set) Check() error {
	if len(s.Samples) == 0 {
		return fmt.Errorf("%w: it is empty", ErrSet)
	}
	for i, sample := range s.Samples {
		if len(sample.Input) != s.Width*s.Height*s.Channels || len(sample.Target) != s.Targets {
			return fmt.Errorf("%w: sample %d has %d pixels' numbers and %d targets: expected %d and %d", ErrSet, i,
				len(sample.Input), len(sample.Target), s.Width*s.Height*s.Channels, s.Targets)
		}
		if slices.ContainsFunc(sample.Target, func(v float32) bool { return v-v != 0 }) {
			return fmt.Errorf("%w: sample %d has targets %v: expected numbers", ErrSet, i, sample.Target)
		}
	}
	return nil
}

// Split returns the set in two parts: every nth sample is held out.
func (s *Set) Split(nth int) (use, held *Set) {
	u, h := *s, *s
	u.Samples, h.Samples = nil, nil
	for i, sample := range s.Samples {
		if i%nth == nth-1 {
			h.Samples = append(h.Samples, sample)
		} else {
			u.Samples = append(u.Samples, sample)
		}
	}
	return &u, &h
}
