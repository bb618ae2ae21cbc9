package tune

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"gonao/lab/trial"
	"gonao/motion/tunable"
)

// numbers is an engine's numbers, of which some are durations and some amplitudes.
type numbers struct {
	row    *trial.Row
	own    map[string]float64 // of the file
	values map[string]float64 // all: the file's, and the engine's own for what is changed
	fields []tunable.Field
}

// durations and amplitudes are the numbers that the factors change, by name; −1 divides instead of multiplying.
var (
	durations = map[string]float64{
		"omni.frequency": -1, "omni.start": 1, "tfs.period": 1, "tfs.start": 1, "walk.period": 1,
	}
	amplitudes = map[string]float64{
		"omni.max_speed": 1, "omni.max_side": 1, "omni.max_turn": 1,
		"tfs.max_speed": 1, "tfs.max_back": 1, "tfs.max_turn": 1,
		"walk.max_forward": 1, "walk.max_backward": 1, "walk.max_side": 1, "walk.max_turn": 1,
	}
)

func openNumbers(path, name string) (*numbers, error) {
	own, err := ReadValues(path)
	if err != nil {
		return nil, fmt.Errorf("adapt: %w", err)
	}
	if name == "" {
		return nil, fmt.Errorf("adapt %s: expected --row: what measures these numbers, as omni_forward", path)
	}
	row, err := trial.Find(name)
	if err != nil {
		return nil, fmt.Errorf("adapt: %w", err)
	}
	if row.Fields == nil || len(row.Figures) < 2 || !strings.Contains(row.Figures[0].Name, "speed") {
		return nil, fmt.Errorf("adapt: row %s is not a walk with numbers", name)
	}
	n := &numbers{row: row, own: own, values: maps.Clone(own)}
	if n.fields, err = row.Fields(""); err != nil {
		return nil, fmt.Errorf("adapt: %w", err)
	}
	for name, v := range own {
		if err := tunable.Set(n.fields, name, v); err != nil {
			return nil, fmt.Errorf("adapt %s: %w", path, err)
		}
	}
	for _, f := range n.fields {
		if durations[f.Name] != 0 || amplitudes[f.Name] != 0 {
			n.values[f.Name] = *f.Value
		}
	}
	return n, nil
}

// with returns the numbers changed, cut to the engine's ranges.
func (n *numbers) with(f Factors) map[string]float64 {
	out := maps.Clone(n.values)
	for _, field := range n.fields {
		v, ok := out[field.Name]
		if !ok {
			continue
		}
		v *= math.Pow(f.Duration, durations[field.Name]) * math.Pow(f.Amplitude, amplitudes[field.Name])
		out[field.Name] = min(max(v, field.Min), field.Max)
	}
	return out
}

func (n *numbers) Title() string { return n.row.Title }
func (n *numbers) Scales() bool  { return true }
func (n *numbers) Unit() string  { return n.row.Figures[0].Unit }

// Load is not known in advance: the engines limit the joints' speeds themselves.
func (n *numbers) Load(Factors) (float64, string) { return 0, "the engine keeps the limits itself" }

func (n *numbers) Try(f Factors, setup trial.Setup) (bool, float64, error) {
	setup.Values = n.with(f)
	return tryRow(n.row, setup)
}

func (n *numbers) Lines(f Factors) [][3]string {
	after := n.with(f)
	var lines [][3]string
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if durations[name] != 0 || amplitudes[name] != 0 {
			lines = append(lines, [3]string{name, fmt.Sprintf("%.4g", n.values[name]), fmt.Sprintf("%.4g", after[name])})
		}
	}
	return lines
}

func (n *numbers) Write(w io.Writer, f Factors, comment string) error {
	return writeYAML(w, n.with(f), comment)
}
