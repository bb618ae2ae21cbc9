// Package experiment runs what an experiment file names: factors times seeds, one row a run, and the statistics over them.
//
// A file (YAML) holds the kind of run, its settings, the factors with their levels, and what is measured:
//
//	title: walk speed against the friction of the ground
//	run: walk                                # see Kinds
//	seeds: 1-30                              # a run for each combination of levels and each seed
//	settings: {x: 0.3, seconds: 20}          # the same in all runs
//	factors:
//	  friction: [0.2, 0.4, 0.8]              # a setting with its levels
//	  body: {new: {profile: ideal}, old: {profile: worn}}  # levels with names, that set several settings or one
//	measures: {speed_cm: 100 * speed}        # expressions of what the run measures; left out: all that it measures
//	compare: friction                        # each level with the first one, seed by seed; left out: the first factor
//	plots: [{x: friction, y: speed_cm}]      # left out: the first measure against the first factor
//
// A value that begins with ./ or ../ is a path from the directory of the file. The result of each run is kept in a journal (package
// journal) as soon as the run has finished, so that the same command continues where it was ended or killed.
package experiment

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonao/internal/seeds"
	"gonao/internal/wording"
	"gonao/internal/yamlread"
)

// File is an experiment file; the package comment describes it.
type File struct {
	Path     string    `yaml:"-"`
	Title    string    `yaml:"title"`
	Run      string    `yaml:"run" need:"a kind of run, see gonao experiment kinds"`
	SeedText string    `yaml:"seeds"`
	Settings Settings  `yaml:"settings"`
	Factors  []Factor  `yaml:"factors"`
	Measures []Formula `yaml:"measures"`
	Compare  string    `yaml:"compare"`
	Plots    []Plot    `yaml:"plots"`

	Seeds seeds.List `yaml:"-"`
}

// Setting is a setting of a run with its value as text.
type Setting struct{ Name, Value string }

// Settings are settings in the order of the file.
type Settings []Setting

// Factor is what differs between runs.
type Factor struct {
	Name   string `yaml:"@key"`
	Levels []Level
}

// Level is one value of a factor: its name in the results, and what it sets.
type Level struct {
	Name string
	Set  Settings

	key    string // of the level in the file
	single bool   // the value of one setting, not keys with values
}

// Formula is a measure of the results: an expression of the measures of the run.
type Formula struct {
	Name string `yaml:"@key"`
	Text string
}

// Plot is a picture of the results: a measure against a factor. A line is drawn for each combination of the other factors' levels.
type Plot struct {
	X string `yaml:"x" need:"the name of a factor"`
	Y string `yaml:"y" need:"the name of a measure"`
}

// Bounds, so that a typing error does not fill the disk.
const (
	mostFactors = 12
	mostRuns    = 1_000_000
)

// Open reads a file and makes the trials of all its cells, so that what is wrong is reported before the first run: all of it, each
// with the file, the line, the key and what was expected.
func Open(path string) (*Experiment, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read experiment: %w", err)
	}
	return parse(path, data)
}

// parse is Open for the text of a file.
func parse(path string, data []byte) (*Experiment, error) {
	f, r := &File{Path: path, SeedText: "1-10"}, yamlread.New(path, data)
	if err := r.Read(f); err != nil && f.Run == "" {
		return nil, err
	}
	if f.Title == "" {
		f.Title = f.Base()
	}
	e, wrong := New(f)
	_ = r.Place(wrong)
	return e, r.Err()
}

// Base returns the name of the file without its directory and extension.
func (f *File) Base() string {
	name := filepath.Base(f.Path)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// dir returns the directory of the file as an absolute path, so that runs do not depend on where the program was started.
func (f *File) dir() string {
	dir := filepath.Dir(f.Path)
	if absolute, err := filepath.Abs(dir); err == nil { // otherwise the working directory has been removed
		return absolute
	}
	return dir
}

// check returns what is wrong with seeds, factors and names.
func (f *File) check() (all []error) {
	fail := func(format string, args ...any) { all = append(all, fmt.Errorf(format, args...)) }
	var err error
	if f.Seeds == nil {
		if f.Seeds, err = seeds.Parse(f.SeedText); err != nil {
			fail("seeds: %w", err)
		}
	}
	runs := max(len(f.Seeds), 1)
	var names []string
	for _, factor := range f.Factors {
		if names = append(names, factor.Name); factor.Name == "seed" {
			fail("factors.seed: seeds are not a factor; expected the key seeds")
		}
		runs = min(runs*max(len(factor.Levels), 1), mostRuns+1)
	}
	if len(f.Factors) > mostFactors || runs > mostRuns {
		fail("factors: %d factors, %d runs or more: expected at most %d and %d", len(f.Factors), runs, mostFactors, mostRuns)
	}
	known := func(key, name string) {
		if name != "" && !slices.Contains(names, name) {
			fail("%s: %q: no such factor%s; expected one of %s", key, name, wording.DidYouMean(name, names), strings.Join(names, ", "))
		}
	}
	known("compare", f.Compare)
	for i, p := range f.Plots {
		known(fmt.Sprintf("plots[%d].x", i), p.X)
	}
	return all
}

// key returns the key of the file that sets a setting of a cell. Without a name it returns that of the kind of run.
func (f *File) key(c *Cell, name string) string {
	if name == "" {
		return "run"
	}
	for i, level := range slices.Backward(c.Levels) {
		if l := &f.Factors[i].Levels[level]; slices.ContainsFunc(l.Set, func(s Setting) bool { return s.Name == name }) {
			if l.single {
				return l.key
			}
			return l.key + "." + name
		}
	}
	return "settings." + name
}

// ReadYAML reads settings: names with single values.
func (s *Settings) ReadYAML(n yamlread.Node) {
	for _, f := range n.Fields("settings such as {profile: real}") {
		if text, ok := f.Value.Text(); ok {
			*s = append(*s, Setting{f.Name, text})
		} else {
			f.Value.Wrong("a single value: a number, a word, or true or false")
		}
	}
}

// ReadYAML reads the levels of a factor: values of the setting of its name, or names of levels with the settings of each.
func (f *Factor) ReadYAML(n yamlread.Node) {
	name := f.Name
	if n.IsMapping() {
		for _, level := range n.Fields("") {
			l := Level{Name: level.Name, key: level.Value.Key}
			if text, ok := level.Value.Text(); ok {
				l.Set, l.single = Settings{{name, text}}, true
			} else if !level.Value.IsNull() {
				level.Value.Into(&l.Set)
			}
			f.Levels = append(f.Levels, l)
		}
	} else {
		for _, item := range n.Items("a list of values, or levels by name") {
			text, ok := item.Text()
			if !ok {
				item.Wrong("a single value: a number, a word, or true or false")
			}
			f.Levels = append(f.Levels, Level{text, Settings{{name, text}}, item.Key, true})
		}
	}
	seen := map[string]bool{}
	for _, l := range f.Levels {
		if seen[l.Name] {
			n.Faultf("the level %q is there twice", l.Name)
		}
		seen[l.Name] = true
	}
	if len(f.Levels) == 0 {
		n.Wrong("at least one level")
	}
}

// ReadYAML reads an expression. The name is that of its key.
func (f *Formula) ReadYAML(n yamlread.Node) {
	text, ok := n.Text()
	if !ok {
		n.Wrong("an expression of measures, such as 100 * speed")
	}
	f.Text = text
}

// Cell is one combination of the levels of all factors.
type Cell struct {
	Levels   []int // by factor
	Settings Settings
}

// Cells returns all combinations; the levels of the last factor change first.
func (f *File) Cells() []Cell {
	cells := []Cell{{Settings: f.Settings}}
	for _, factor := range f.Factors {
		var next []Cell
		for _, c := range cells {
			for i, level := range factor.Levels {
				next = append(next, Cell{append(slices.Clone(c.Levels), i), append(slices.Clone(c.Settings), level.Set...)})
			}
		}
		cells = next
	}
	return cells
}

// Label returns the levels of a cell as text: "friction 0.3, gait walk". It leaves out the factor with the index but; -1 leaves out none.
func (f *File) Label(c *Cell, but int) string {
	var parts []string
	for i, level := range c.Levels {
		if i != but {
			parts = append(parts, f.Factors[i].Name+" "+f.Factors[i].Levels[level].Name)
		}
	}
	return strings.Join(parts, ", ")
}

// factor returns the index of the factor with a name, or -1.
func (f *File) factor(name string) int {
	return slices.IndexFunc(f.Factors, func(x Factor) bool { return x.Name == name })
}
