package sim

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/declared"
	"gonao/internal/wording"
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
	t := exactTraits(Ideal)
	for _, s := range f.set {
		s.apply(&t)
		if err := t.validate(); err != nil {
			return fmt.Errorf("line %d: %w", s.line, err)
		}
	}
	return nil
}

// keyCoM is the key of the shifts of the links' centres of mass.
const keyCoM = "com_mm"

// figureKeys returns the keys of a body file.
func figureKeys() []string {
	keys := []string{keyCoM}
	for _, f := range new(Traits).figures() {
		keys = append(keys, f.Name)
	}
	slices.Sort(keys)
	return keys
}

// add reads one key with its value.
func (f *Figures) add(key, value *yaml.Node) error {
	if key.Value == keyCoM {
		return f.addShifts(value)
	}
	fig := new(Traits).figure(key.Value)
	switch {
	case fig == nil:
		return fmt.Errorf("%s: no such figure%s; expected one of %s", key.Value, wording.DidYouMean(key.Value, figureKeys()), strings.Join(figureKeys(), ", "))
	case fig.Value.Kind() != reflect.Array:
		return f.addOne(fig, value)
	case whereIn(fig) == ofAxes:
		return f.addAxes(fig, value)
	case value.Kind != yaml.MappingNode:
		return fmt.Errorf("%s: expected values by name, such as {%s: %g}", fig.Name, whereIn(fig).name(0), fig.Range.To)
	}
	for i := 0; i+1 < len(value.Content); i += 2 {
		name, item := value.Content[i], value.Content[i+1]
		indices, err := whereIn(fig).find(name.Value)
		if err != nil {
			return fmt.Errorf("%s: %w", fig.Name, err)
		}
		v, err := number(item)
		if err != nil {
			return fmt.Errorf("%s of %s: %w", fig.Name, name.Value, err)
		}
		f.put(name.Line, fig, indices, v)
	}
	return nil
}

// addOne reads a figure with one value.
func (f *Figures) addOne(fig *declared.Field, value *yaml.Node) error {
	v := reflect.New(fig.Value.Type())
	if value.Kind != yaml.ScalarNode || value.Decode(v.Interface()) != nil {
		switch {
		case v.Elem().CanFloat():
			return fmt.Errorf("%s: %q: expected a number", fig.Name, value.Value)
		case v.Elem().CanInt():
			return fmt.Errorf("%s: expected a whole number of cycles", fig.Name)
		}
		return fmt.Errorf("%s: expected true or false", fig.Name)
	}
	fig.Inside(v.Elem())
	f.set = append(f.set, setting{value.Line, func(t *Traits) { t.figure(fig.Name).Value.Set(v.Elem()) }})
	return nil
}

// addAxes reads a figure that is a list with a value for each axis.
func (f *Figures) addAxes(fig *declared.Field, value *yaml.Node) error {
	n := fig.Value.Len()
	if value.Kind != yaml.SequenceNode || len(value.Content) != n {
		return fmt.Errorf("%s: expected a list of %d numbers", fig.Name, n)
	}
	for i, item := range value.Content {
		v, err := number(item)
		if err != nil {
			return fmt.Errorf("%s: %w", fig.Name, err)
		}
		f.put(item.Line, fig, []int{i}, v)
	}
	return nil
}

// put adds a value of a figure for the parts with some indices.
func (f *Figures) put(line int, fig *declared.Field, indices []int, v float64) {
	f.set = append(f.set, setting{line, func(t *Traits) {
		at := t.figure(fig.Name)
		for _, i := range indices {
			at.Value.Index(i).SetFloat(v)
			at.Inside(at.Value.Index(i))
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
