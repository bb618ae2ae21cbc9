package tune

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonao/internal/yamlread"
	"gonao/sim"
)

// File is a tune file; the package comment describes it. The bounds keep a typing error from running all night.
type File struct {
	Path        string             `yaml:"-"`
	Title       string             `yaml:"title"`
	Measure     string             `yaml:"measure" need:"the name of a row, see gonao motion rows"`
	Profile     sim.Profile        `yaml:"profile"`
	Seeds       int                `yaml:"seeds" min:"1" max:"1000"`
	Population  int                `yaml:"population" min:"0" max:"1000"` // 0: by the number of parameters
	Generations int                `yaml:"generations" min:"1" max:"10000"`
	Sigma       float64            `yaml:"sigma" min:"0.001" max:"1"`
	Seed        uint64             `yaml:"seed" min:"0" max:"9007199254740992"`
	Method      string             `yaml:"method"`
	Motion      string             `yaml:"motion"`                     // path, in the file from its directory, here as seen from here
	Seconds     float64            `yaml:"seconds" min:"0" max:"3600"` // of a trial; 0: as the measure does
	Fixed       map[string]float64 `yaml:"fixed"`
	Parameters  []Parameter        `yaml:"parameters" need:"at least one, as walk.step_sec: {min: 0.2, max: 0.3}"`
}

// Parameter is a number that is varied.
type Parameter struct {
	Name  string  `yaml:"@key"`
	Line  int     `yaml:"@line"`
	Min   float64 `yaml:"min" need:"a number"`
	Max   float64 `yaml:"max" need:"a number"`
	Start float64 `yaml:"start"` // NaN: the engine's own value
}

const maxParameters = 200

// LeastPopulation is the least number of candidates of a generation.
const LeastPopulation = 4

// Read reads a tune file.
func Read(path string) (*File, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read tune file: %w", err)
	}
	return Parse(path, data)
}

// Parse parses a tune file's text. Errors name the file, the line, the key and what was expected.
func Parse(path string, data []byte) (*File, error) {
	f := &File{Path: path, Profile: sim.Real, Seeds: 6, Generations: 30, Sigma: 0.2, Seed: 1, Method: methodCMA}
	if err := yamlread.Decode(path, data, f); err != nil {
		return nil, err
	}
	if f.Motion != "" && !filepath.IsAbs(f.Motion) {
		f.Motion = filepath.Join(filepath.Dir(path), f.Motion)
	}
	if f.Population == 0 {
		f.Population = LeastPopulation + int(3*math.Log(float64(len(f.Parameters))))
	}
	return f, nil
}

// Validate checks what the tags of the fields cannot.
func (f *File) Validate() error {
	switch n := len(f.Parameters); {
	case !slices.Contains(Methods, f.Method):
		return fmt.Errorf("method: %q: expected %s", f.Method, strings.Join(Methods, ", "))
	case f.Population != 0 && f.Population < LeastPopulation:
		return fmt.Errorf("population: %d: expected %d or more", f.Population, LeastPopulation)
	case n == 0 || n > maxParameters:
		return fmt.Errorf("parameters: %d: expected 1 to %d", n, maxParameters)
	}
	return nil
}

// ReadYAML reads a parameter.
func (p *Parameter) ReadYAML(n yamlread.Node) {
	type plain Parameter
	*p = Parameter{Name: p.Name, Start: math.NaN()}
	if n.Into((*plain)(p)) {
		n.Place(p.check())
	}
}

// check checks the range.
func (p *Parameter) check() error {
	switch {
	case !(p.Min < p.Max):
		return fmt.Errorf("max: the range %g to %g is empty: expected min below max", p.Min, p.Max)
	case p.Start < p.Min || p.Start > p.Max:
		return fmt.Errorf("start: %g: expected %g to %g", p.Start, p.Min, p.Max)
	}
	return nil
}

// index finds a parameter by name.
func (f *File) index(name string) int {
	return slices.IndexFunc(f.Parameters, func(p Parameter) bool { return p.Name == name })
}
