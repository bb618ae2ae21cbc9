package sim

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/suggest"
	"gonao/internal/yamlfault"
	"gonao/nao"
)

// Figures are figures of a body that replace those of its profile: what a body file has.
// docs/motion/body.md lists the keys.
type Figures struct{ set []setting }

// setting is one line of a body file.
type setting struct {
	line  int
	apply func(*Traits)
}

// Apply replaces figures of a body; the others stay.
func (f *Figures) Apply(t *Traits) {
	for _, s := range f.set {
		s.apply(t)
	}
}

// LoadFigures reads figures from a body file, or from the text of one: whatever has a colon followed by a space or a line
// break is text. Errors name the file, the line, the key and what was expected.
func LoadFigures(pathOrText string) (*Figures, error) {
	if strings.Contains(pathOrText+"\n", ": ") || strings.Contains(pathOrText, ":\n") {
		f, err := ParseFigures([]byte(pathOrText))
		if err != nil {
			return nil, fmt.Errorf("body: %w", err)
		}
		return f, nil
	}
	text, err := os.ReadFile(pathOrText)
	if err != nil {
		return nil, fmt.Errorf("load body: %w", err)
	}
	f, err := ParseFigures(text)
	if err != nil {
		return nil, fmt.Errorf("load body %s: %w", pathOrText, err)
	}
	return f, nil
}

// ParseFigures reads figures from YAML.
func ParseFigures(text []byte) (*Figures, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, yamlfault.Error(text, err)
	}
	if len(doc.Content) == 0 {
		return &Figures{}, nil
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("line %d: expected figures such as %q", root.Line, "friction: 0.7")
	}
	f, seen := &Figures{}, map[string]bool{}
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		if seen[key.Value] {
			return nil, fmt.Errorf("line %d: %s: expected once", key.Line, key.Value)
		}
		seen[key.Value] = true
		if err := f.add(key, value); err != nil {
			return nil, fmt.Errorf("line %d: %w", key.Line, err)
		}
	}
	return f, f.validate()
}

// validate applies setting after setting to a body in good order, to find the one that is absurd.
func (f *Figures) validate() error {
	t := ExactTraits(Ideal)
	for _, s := range f.set {
		s.apply(&t)
		if err := t.validate(); err != nil {
			return fmt.Errorf("line %d: %w", s.line, err)
		}
	}
	return nil
}

// switches are the figures that are true or false.
var switches = map[string]func(*Traits) *bool{
	"battery_sags":   func(t *Traits) *bool { return &t.Sag },
	"warmth_weakens": func(t *Traits) *bool { return &t.Weaken },
}

const (
	keyDelay = "delay_cycles"
	keyCoM   = "com_mm"
)

// FigureKeys returns the keys of a body file.
func FigureKeys() []string {
	keys := []string{keyDelay, keyCoM}
	for key := range switches {
		keys = append(keys, key)
	}
	for i := range figures {
		keys = append(keys, figures[i].key)
	}
	slices.Sort(keys)
	return keys
}

// add reads one key with its value.
func (f *Figures) add(key, value *yaml.Node) error {
	if at, ok := switches[key.Value]; ok {
		var on bool
		if err := value.Decode(&on); err != nil {
			return fmt.Errorf("%s: expected true or false", key.Value)
		}
		f.set = append(f.set, setting{key.Line, func(t *Traits) { *at(t) = on }})
		return nil
	}
	switch key.Value {
	case keyDelay:
		var n int
		if err := value.Decode(&n); err != nil {
			return fmt.Errorf("%s: expected a whole number of cycles", key.Value)
		}
		f.set = append(f.set, setting{key.Line, func(t *Traits) { t.Delay = n }})
		return nil
	case keyCoM:
		return f.addShifts(value)
	}
	for i := range figures {
		if figures[i].key == key.Value {
			return f.addFigure(&figures[i], value)
		}
	}
	return fmt.Errorf("%s: no such figure%s; expected one of %s", key.Value, suggest.DidYouMean(key.Value, FigureKeys()), strings.Join(FigureKeys(), ", "))
}

// addFigure reads the value or values of a figure.
func (f *Figures) addFigure(fig *figure, value *yaml.Node) error {
	if fig.of == ofBody {
		v, err := number(value)
		if err != nil {
			return fmt.Errorf("%s: %w", fig.key, err)
		}
		f.put(value.Line, fig, []int{0}, v)
		return nil
	}
	if fig.of == ofAxes {
		return f.addAxes(fig, value)
	}
	if value.Kind != yaml.MappingNode {
		return fmt.Errorf("%s: expected values by name, such as {%s: %g}", fig.key, fig.of.name(0), fig.high)
	}
	for i := 0; i+1 < len(value.Content); i += 2 {
		name, item := value.Content[i], value.Content[i+1]
		indices, err := fig.of.find(name.Value)
		if err != nil {
			return fmt.Errorf("%s: %w", fig.key, err)
		}
		v, err := number(item)
		if err != nil {
			return fmt.Errorf("%s of %s: %w", fig.key, name.Value, err)
		}
		f.put(name.Line, fig, indices, v)
	}
	return nil
}

// addAxes reads a figure that is a list with a value for each axis.
func (f *Figures) addAxes(fig *figure, value *yaml.Node) error {
	t := ExactTraits(Ideal)
	n := len(fig.in(&t))
	if value.Kind != yaml.SequenceNode || len(value.Content) != n {
		return fmt.Errorf("%s: expected a list of %d numbers", fig.key, n)
	}
	for i, item := range value.Content {
		v, err := number(item)
		if err != nil {
			return fmt.Errorf("%s: %w", fig.key, err)
		}
		f.put(item.Line, fig, []int{i}, v)
	}
	return nil
}

// put adds a value of a figure for the parts with some indices.
func (f *Figures) put(line int, fig *figure, indices []int, v float64) {
	f.set = append(f.set, setting{line, func(t *Traits) {
		values := fig.in(t)
		for _, i := range indices {
			*values[i] = v * fig.unit
		}
	}})
}

// addShifts reads the shifts of the links' centres of mass.
func (f *Figures) addShifts(value *yaml.Node) error {
	if value.Kind != yaml.MappingNode {
		return fmt.Errorf("%s: expected shifts by link, such as {Head: [2, 0, 0]}", keyCoM)
	}
	for i := 0; i+1 < len(value.Content); i += 2 {
		name, item := value.Content[i], value.Content[i+1]
		indices, err := ofLinks.find(name.Value)
		if err != nil {
			return fmt.Errorf("%s: %w", keyCoM, err)
		}
		var mm [3]float64
		if item.Kind != yaml.SequenceNode || len(item.Content) != 3 || item.Decode(&mm) != nil {
			return fmt.Errorf("%s of %s: expected three numbers", keyCoM, name.Value)
		}
		f.set = append(f.set, setting{name.Line, func(t *Traits) {
			for _, l := range indices {
				t.CoM[l] = r3.Scale(1e-3, r3.Vec{X: mm[0], Y: mm[1], Z: mm[2]})
			}
		}})
	}
	return nil
}

// number reads a number.
func number(node *yaml.Node) (float64, error) {
	var v float64
	if node.Kind != yaml.ScalarNode || node.Decode(&v) != nil {
		return 0, fmt.Errorf("%q: expected a number", node.Value)
	}
	return v, nil
}

// find returns the indices of the parts with a name. Joints have the names of nao.ParseJoints,
// and knees and ankles; cells those of LoLA, and left, right and all.
func (p parts) find(name string) ([]int, error) {
	switch p {
	case ofJoints:
		return findJoints(name)
	case ofCells:
		return findNamed(name, nao.NumFSR, func(i int) string { return nao.FSR(i).String() }, map[string][2]int{
			"all": {0, nao.NumFSR}, "left": {0, nao.NumFSR / 2}, "right": {nao.NumFSR / 2, nao.NumFSR},
		})
	default:
		return findNamed(name, nao.NumLinks, func(i int) string { return nao.Link(i).String() }, map[string][2]int{"all": {0, nao.NumLinks}})
	}
}

func findJoints(name string) ([]int, error) {
	switch strings.ToLower(name) {
	case "knees":
		return []int{int(nao.LKneePitch), int(nao.RKneePitch)}, nil
	case "ankles":
		return []int{int(nao.LAnklePitch), int(nao.LAnkleRoll), int(nao.RAnklePitch), int(nao.RAnkleRoll)}, nil
	}
	joints, err := nao.ParseJoints(name)
	if err != nil {
		return nil, err
	}
	var out []int
	for _, j := range joints {
		out = append(out, int(j))
	}
	return out, nil
}

// findNamed finds one of n parts, or a range of them, by its name.
func findNamed(name string, n int, nameOf func(int) string, groups map[string][2]int) ([]int, error) {
	if g, ok := groups[strings.ToLower(name)]; ok {
		var out []int
		for i := g[0]; i < g[1]; i++ {
			out = append(out, i)
		}
		return out, nil
	}
	var names []string
	for i := range n {
		if strings.EqualFold(nameOf(i), name) {
			return []int{i}, nil
		}
		names = append(names, nameOf(i))
	}
	return nil, fmt.Errorf("%q: expected one of %s", name, strings.Join(names, ", "))
}
