package tune

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/wording"
	"gonao/internal/yamlfault"
	"gonao/sim"
)

// File is a tune file, see the package comment.
type File struct {
	Path        string
	Title       string
	Measure     string
	Profile     sim.Profile
	Seeds       int
	Population  int
	Generations int
	Sigma       float64
	Seed        uint64
	Method      string
	Motion      string  // path, as seen from here
	Seconds     float64 // of a trial; 0: as the measure does
	Fixed       map[string]float64
	Parameters  []Parameter
}

// Parameter is a number that is varied.
type Parameter struct {
	Name     string
	Min, Max float64
	Start    float64 // NaN: the engine's own value
	line     int
}

// Bounds that keep a slip of the finger from filling the night.
const (
	maxSeeds       = 1000
	maxPopulation  = 1000
	maxGenerations = 10000
	maxParameters  = 200
)

// Read reads a tune file.
func Read(path string) (*File, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read tune file: %w", err)
	}
	return Parse(path, data)
}

// Parse parses a tune file's text. Errors name the file, the line and what was expected.
func Parse(path string, data []byte) (*File, error) {
	p := parser{path: path}
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s:1: expected a tune file with measure and parameters", path)
		}
		fault := yamlfault.Of(data, err)
		return nil, fmt.Errorf("%s:%d: %s", path, fault.Line, fault.Text)
	}
	if len(root.Content) == 0 || root.Content[0].Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s:1: expected a tune file with measure and parameters", path)
	}
	f := &File{Path: path, Profile: sim.Real, Seeds: 6, Generations: 30, Sigma: 0.2, Seed: 1, Method: methodCMA}
	p.file(root.Content[0], f)
	if p.err != nil {
		return nil, p.err
	}
	if f.Measure == "" {
		return nil, fmt.Errorf("%s:1: no measure: expected the name of a row, see motion_lab rows", path)
	}
	if len(f.Parameters) == 0 {
		return nil, fmt.Errorf("%s:1: no parameters: expected at least one, as walk.step_sec: {min: 0.2, max: 0.3}", path)
	}
	if f.Population == 0 {
		f.Population = 4 + int(3*math.Log(float64(len(f.Parameters))))
	}
	return f, nil
}

// parser keeps the first error.
type parser struct {
	path string
	err  error
}

func (p *parser) fail(n *yaml.Node, format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("%s:%d: %s", p.path, n.Line, fmt.Sprintf(format, args...))
	}
}

var keys = []string{
	"title", "measure", "profile", "seeds", "population", "generations", "sigma", "seed",
	"method", "motion", "seconds", "fixed", "parameters",
}

// pairs goes through a mapping, and refuses a key that is there twice.
func (p *parser) pairs(n *yaml.Node, what string, f func(key, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		p.fail(n, "%s: expected keys and values", what)
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content) && p.err == nil; i += 2 {
		key := n.Content[i]
		if seen[key.Value] {
			p.fail(key, "%s is there twice", key.Value)
			return
		}
		seen[key.Value] = true
		f(key, n.Content[i+1])
	}
}

func (p *parser) file(n *yaml.Node, f *File) {
	p.pairs(n, "tune file", func(key, v *yaml.Node) {
		switch key.Value {
		case "title":
			f.Title = p.text(key, v)
		case "measure":
			f.Measure = p.text(key, v)
		case "profile":
			f.Profile = sim.Profile(p.text(key, v))
			if err := f.Profile.Validate(); err != nil {
				p.fail(v, "%v", err)
			}
		case "seeds":
			f.Seeds = int(p.whole(key, v, 1, maxSeeds))
		case "population":
			f.Population = int(p.whole(key, v, 4, maxPopulation))
		case "generations":
			f.Generations = int(p.whole(key, v, 1, maxGenerations))
		case "sigma":
			f.Sigma = p.number(key, v, 0.001, 1)
		case "seed":
			f.Seed = uint64(p.whole(key, v, 0, 1<<53))
		case "method":
			f.Method = p.text(key, v)
			if !slices.Contains(methods, f.Method) {
				p.fail(v, "%v", unknownMethod(f.Method))
			}
		case "motion":
			if f.Motion = p.text(key, v); !filepath.IsAbs(f.Motion) {
				f.Motion = filepath.Join(filepath.Dir(p.path), f.Motion)
			}
		case "seconds":
			f.Seconds = p.number(key, v, 0.1, 3600)
		case "fixed":
			f.Fixed = map[string]float64{}
			p.pairs(v, "fixed", func(key, v *yaml.Node) {
				f.Fixed[key.Value] = p.number(key, v, -math.MaxFloat64, math.MaxFloat64)
			})
		case "parameters":
			p.pairs(v, "parameters", func(key, v *yaml.Node) { f.Parameters = append(f.Parameters, p.parameter(key, v)) })
			if len(f.Parameters) > maxParameters {
				p.fail(v, "%d parameters: expected at most %d", len(f.Parameters), maxParameters)
			}
		default:
			p.fail(key, "%q: no such key%s; there are %s", key.Value, wording.DidYouMean(key.Value, keys), strings.Join(keys, ", "))
		}
	})
}

// parameter reads {min: 0.2, max: 0.3, start: 0.25}.
func (p *parser) parameter(name, n *yaml.Node) Parameter {
	out := Parameter{Name: name.Value, Min: math.NaN(), Max: math.NaN(), Start: math.NaN(), line: name.Line}
	p.pairs(n, name.Value, func(key, v *yaml.Node) {
		value := p.number(key, v, -math.MaxFloat64, math.MaxFloat64)
		switch key.Value {
		case "min":
			out.Min = value
		case "max":
			out.Max = value
		case "start":
			out.Start = value
		default:
			p.fail(key, "%s: %q: expected min, max and start", name.Value, key.Value)
		}
	})
	switch {
	case p.err != nil:
	case math.IsNaN(out.Min) || math.IsNaN(out.Max):
		p.fail(name, "%s: expected min and max", name.Value)
	case !(out.Min < out.Max):
		p.fail(name, "%s: the range %g to %g is empty: expected min below max", name.Value, out.Min, out.Max)
	case out.Start < out.Min || out.Start > out.Max:
		p.fail(name, "%s: start %g: expected %g to %g", name.Value, out.Start, out.Min, out.Max)
	}
	return out
}

func (p *parser) text(key, n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode || n.Value == "" {
		p.fail(n, "%s: expected a text", key.Value)
	}
	return n.Value
}

func (p *parser) number(key, n *yaml.Node, low, high float64) float64 {
	var v float64
	if n.Kind != yaml.ScalarNode || n.Decode(&v) != nil || !(v >= low && v <= high) {
		if low == -math.MaxFloat64 {
			p.fail(n, "%s %q: expected a number", key.Value, n.Value)
		} else {
			p.fail(n, "%s %q: expected a number from %g to %g", key.Value, n.Value, low, high)
		}
		return low
	}
	return v
}

func (p *parser) whole(key, n *yaml.Node, low, high float64) float64 {
	v := p.number(key, n, low, high)
	if v != math.Trunc(v) {
		p.fail(n, "%s %q: expected a whole number", key.Value, n.Value)
	}
	return v
}

// index finds a parameter by name.
func (f *File) index(name string) int {
	return slices.IndexFunc(f.Parameters, func(p Parameter) bool { return p.Name == name })
}
