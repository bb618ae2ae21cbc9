package sim

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/declared"
	"gonao/internal/wording"
	"gonao/internal/yamlread"
	"gonao/nao"
)

// Figures are the contents of a body file: figures that replace those of a body's profile. docs/motion/body.md lists the
// keys.
type Figures struct{ set []setting }

// setting is one line of a body file.
type setting struct {
	at    yamlread.Node
	apply func(*Traits)
}

// Apply replaces figures of a body; the others stay.
func (f *Figures) Apply(t *Traits) {
	for _, s := range f.set {
		s.apply(t)
	}
}

// LoadFigures reads figures from a body file, or from its text: an argument that has a colon followed by a space or a
// line break is text. Errors name the file, the line, the key and what was expected.
func LoadFigures(pathOrText string) (*Figures, error) {
	file, text := "", []byte(pathOrText)
	if !strings.Contains(pathOrText+"\n", ": ") && !strings.Contains(pathOrText, ":\n") {
		var err error
		if text, err = os.ReadFile(pathOrText); err != nil {
			return nil, fmt.Errorf("load body: %w", err)
		}
		file = pathOrText
	}
	f, err := parseFigures(file, text)
	if err != nil {
		return nil, fmt.Errorf("load body: %w", err)
	}
	return f, nil
}

// ParseFigures reads figures from YAML.
func ParseFigures(text []byte) (*Figures, error) { return parseFigures("", text) }

func parseFigures(file string, text []byte) (*Figures, error) {
	f, r := &Figures{}, yamlread.New(file, text)
	if len(r.Tops) == 0 && len(r.Faults) == 0 {
		return f, nil
	}
	return f, r.Read(f)
}

// ReadYAML reads figures. It applies each of them alone to a body without faults, to find an absurd one.
func (f *Figures) ReadYAML(n yamlread.Node) {
	for _, entry := range n.Fields(`figures such as "friction: 0.7"`) {
		f.add(entry)
	}
	t := exactTraits(Ideal)
	for _, s := range f.set {
		s.apply(&t)
		if err := t.validate(); err != nil {
			s.at.Key = ""
			s.at.Faultf("%v", err)
			return
		}
	}
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
func (f *Figures) add(entry yamlread.Field) {
	if entry.Name == keyCoM {
		f.addShifts(entry.Value)
		return
	}
	fig := new(Traits).figure(entry.Name)
	switch {
	case fig == nil:
		entry.At.Faultf("no such figure%s; expected one of %s", wording.DidYouMean(entry.Name, figureKeys()), strings.Join(figureKeys(), ", "))
	case fig.Value.Kind() != reflect.Array:
		f.addOne(fig, entry.Value)
	case whereIn(fig) == ofAxes:
		f.addAxes(fig, entry.Value)
	default:
		for _, part := range entry.Value.Fields(fmt.Sprintf("values by name, such as {%s: %g}", whereIn(fig).name(0), fig.Range.To)) {
			indices, err := whereIn(fig).find(part.Name)
			if err != nil {
				entry.Value.Faultf("%v", err)
			} else if v, ok := part.Value.Number(); ok {
				f.put(part.Value, fig, indices, v)
			}
		}
	}
}

// addOne reads a figure with one value.
func (f *Figures) addOne(fig *declared.Field, value yamlread.Node) {
	v := reflect.New(fig.Value.Type())
	if value.Into(v.Interface()) {
		fig.Inside(v.Elem())
		f.set = append(f.set, setting{value, func(t *Traits) { t.figure(fig.Name).Value.Set(v.Elem()) }})
	}
}

// addAxes reads a figure that is a list with a value for each axis.
func (f *Figures) addAxes(fig *declared.Field, value yamlread.Node) {
	v := reflect.New(fig.Value.Type())
	if !value.Into(v.Interface()) {
		return
	}
	for i, item := range value.Items("a list") {
		f.put(item, fig, []int{i}, v.Elem().Index(i).Float())
	}
}

// put adds a value of a figure for the parts with some indices.
func (f *Figures) put(at yamlread.Node, fig *declared.Field, indices []int, v float64) {
	f.set = append(f.set, setting{at, func(t *Traits) {
		at := t.figure(fig.Name)
		for _, i := range indices {
			at.Value.Index(i).SetFloat(v)
			at.Inside(at.Value.Index(i))
		}
	}})
}

// addShifts reads the shifts of the links' centres of mass.
func (f *Figures) addShifts(value yamlread.Node) {
	for _, shift := range value.Fields("shifts by link, such as {Head: [2, 0, 0]}") {
		indices, err := ofLinks.find(shift.Name)
		if err != nil {
			value.Faultf("%v", err)
			continue
		}
		var mm [3]float64
		if !shift.Value.Into(&mm) {
			continue
		}
		f.set = append(f.set, setting{shift.Value, func(t *Traits) {
			for _, l := range indices {
				t.CoM[l] = r3.Scale(1e-3, r3.Vec{X: mm[0], Y: mm[1], Z: mm[2]})
			}
		}})
	}
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
	return nil, fmt.Errorf("%q: expected one of %s%s", name, strings.Join(names, ", "), wording.DidYouMean(name, names))
}
