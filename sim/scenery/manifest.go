package scenery

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"gonao/sim/label"
)

// manifestName is the name of the file that makes a set complete.
const manifestName = "manifest.json"

// Manifest describes how a set was made.
type Manifest struct {
	Format  string            `json:"format"`
	Seeds   []uint64          `json:"seeds"`
	Images  int               `json:"images_per_world"`
	World   string            `json:"world"`
	Plain   bool              `json:"plain"`
	Classes []string          `json:"classes"` // of masks, by their number
	Objects []string          `json:"objects"` // of YOLO, by their number
	Hash    string            `json:"sha256"`  // over the names and sums of all files, in the order of their names
	Files   map[string]string `json:"files"`   // SHA-256 of each
}

// format is the required format of a manifest.
const format = "gonao data set 1"

// sums are the SHA-256 of files by their names.
type sums map[string]string

func (s sums) add(name string, content []byte) {
	sum := sha256.Sum256(content)
	s[name] = hex.EncodeToString(sum[:])
}

// all returns the SHA-256 over all of them.
func (s sums) all() string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprintf(h, "%s %s\n", s[name], name)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (w *writer) manifest() Manifest {
	m := Manifest{
		Format: format, Seeds: w.options.Seeds, Images: w.options.Images, World: w.options.Stage.World, Plain: w.options.Stage.Plain,
		Hash: w.sums.all(), Files: w.sums,
	}
	for c := range label.Class(label.NumClasses) {
		m.Classes = append(m.Classes, c.String())
	}
	for _, c := range classes() {
		m.Objects = append(m.Objects, c.String())
	}
	return m
}

// readDataset reads the manifest and the frames of a set.
func readDataset(dir string) (Manifest, []Frame, error) {
	var m Manifest
	text, err := os.ReadFile(filepath.Join(dir, manifestName))
	if err != nil {
		return m, nil, fmt.Errorf("read data set: %w: want a directory that gonao vision dataset has written to its end", err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, nil, fmt.Errorf("read data set %s: %s: %w", dir, manifestName, err)
	}
	if m.Format != format {
		return m, nil, fmt.Errorf("read data set %s: %s: format %q: want %q", dir, manifestName, m.Format, format)
	}
	frames, err := readFrames(filepath.Join(dir, "frames.jsonl"))
	if err != nil {
		return m, nil, fmt.Errorf("read data set %s: %w", dir, err)
	}
	if want := len(m.Seeds) * m.Images; len(frames) != want || want == 0 {
		return m, nil, fmt.Errorf("read data set %s: frames.jsonl has %d images: want %d", dir, len(frames), want)
	}
	return m, frames, nil
}

func readFrames(path string) ([]Frame, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var frames []Frame
	lines := json.NewDecoder(bufio.NewReader(f))
	for {
		var frame Frame
		switch err := lines.Decode(&frame); {
		case errors.Is(err, io.EOF):
			return frames, nil
		case err != nil:
			return nil, fmt.Errorf("%s: image %d: %w", path, len(frames)+1, err)
		}
		frames = append(frames, frame)
	}
}
