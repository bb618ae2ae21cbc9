// Package rates holds how often and how exactly a camera finds visible objects, as tables in files: nao, from
// measurements of vision, and ideal. The simulator's percepts have these errors, and players assume them for their own
// cameras.
package rates

import (
	"embed"
	"fmt"

	"gonao/internal/yamlread"
)

//go:embed tables/*.yaml
var files embed.FS

var tables = yamlread.Named{Files: files, Dir: "tables", What: "table"}

// Names returns the names of the tables that come with gonao.
func Names() []string { return tables.Names() }

// Measured is the name of the table with the errors that vision was measured with: the one of matches.
const Measured = "measured"

// A Table holds rates and errors. It must not be changed while it is used.
type Table struct {
	Name     string `yaml:"name"`
	Camera   Camera `yaml:"camera"`
	Features Rate   `yaml:"features"` // corners, marks, posts and landmarks
	Lines    Rate   `yaml:"lines"`
	Ball     Rate   `yaml:"ball"`
	Robots   Rate   `yaml:"robots"`
}

// Camera holds the range and the errors of a camera.
type Camera struct {
	Opening     float64 `yaml:"opening" min:"0.1" max:"3"`     // rad
	Near        float64 `yaml:"near" min:"0" max:"2"`          // m
	Height      float64 `yaml:"height" min:"0.1" max:"2"`      // m
	Tilt        float64 `yaml:"tilt" min:"0" max:"0.2"`        // rad
	TiltTime    float64 `yaml:"tilt_time" min:"0.01" max:"60"` // s
	Calibration float64 `yaml:"calibration" min:"0" max:"0.2"` // rad
	Pixel       float64 `yaml:"pixel" min:"0" max:"0.05"`      // rad
}

// Rate holds how often visible objects are found. Steps, if given, replace Near and Far.
type Rate struct {
	Near  float64 `yaml:"near" min:"0" max:"1"`      // share at 0.5 m
	Far   float64 `yaml:"far" min:"0" max:"1"`       // share at the range
	Range float64 `yaml:"range" min:"0.6" max:"100"` // m
	Wrong float64 `yaml:"wrong" min:"0" max:"1"`     // share with another kind or team
	False float64 `yaml:"false" min:"0" max:"1"`     // finds of nothing, per image
	Steps []Step  `yaml:"steps,omitempty"`           // in the order of their distances
}

// Step holds the measurements at a distance. Values between two steps are interpolated.
type Step struct {
	At       float64 `yaml:"at" min:"0" max:"100"`    // m
	Share    float64 `yaml:"share" min:"0" max:"1"`   // share of the visible objects that are found
	Distance float64 `yaml:"distance"`                // m, deviation along the line of sight, without the tilt's
	Bearing  float64 `yaml:"bearing" min:"0" max:"1"` // rad, deviation
}

// StepAt returns the step of a distance. It reports false for a rate without steps.
func (r *Rate) StepAt(d float64) (Step, bool) {
	n := len(r.Steps)
	if n == 0 {
		return Step{}, false
	}
	if d <= r.Steps[0].At {
		return r.Steps[0], true
	}
	for i := 1; i < n; i++ {
		if a, b := &r.Steps[i-1], &r.Steps[i]; d < b.At {
			part := (d - a.At) / (b.At - a.At)
			mix := func(a, b float64) float64 { return a + part*(b-a) }
			return Step{d, mix(a.Share, b.Share), mix(a.Distance, b.Distance), mix(a.Bearing, b.Bearing)}, true
		}
	}
	return r.Steps[n-1], true
}

// ShareAt returns the share at a distance; 0 beyond the range.
func (r *Rate) ShareAt(d float64) float64 {
	if d > r.Range {
		return 0
	}
	if s, ok := r.StepAt(d); ok {
		return s.Share
	}
	return r.Near + (r.Far-r.Near)*max(0, min(1, (d-0.5)/(r.Range-0.5)))
}

// Read returns the text of a table: nao, measured or ideal by name, or a file when the name has a dot or a slash.
func Read(name string) ([]byte, error) { return tables.Read(name) }

// Load reads a table as [Read] names it, and checks it.
func Load(name string) (*Table, error) {
	text, err := Read(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, text)
}

// Parse reads a table from its text and checks it; name is its name in errors.
func Parse(name string, text []byte) (*Table, error) {
	t := &Table{}
	if err := yamlread.Decode(name, text, t); err != nil {
		return nil, fmt.Errorf("rates: %w", err)
	}
	return t, nil
}

// Validate names the step that is wrong.
func (r *Rate) Validate() error {
	before := 0.0
	for i, s := range r.Steps {
		switch {
		case !(s.At > before):
			return fmt.Errorf("steps[%d].at %g: expected more than %g", i, s.At, before)
		case !(s.Distance >= 0 && s.Distance <= 5):
			return fmt.Errorf("steps[%d].distance %g: expected 0 to 5", i, s.Distance)
		}
		before = s.At
	}
	return nil
}
