package studio

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/wording"
	"gonao/studio/yamltext"
)

// sections are the keys of the machine that contain declarations.
var sections = []string{"parameters", "inputs", "variables", "outputs", "functions"}

func checkSection(key string) error {
	if !slices.Contains(sections, key) {
		return refuse(Invalid, "no declarations %q; expected one of %s", key, strings.Join(sections, ", "))
	}
	return nil
}

// setDeclaration adds, changes or renames a parameter, an input, a variable, an output or a function.
func (e valueEditor) setDeclaration(c Command) error {
	if err := checkSection(c.Key); err != nil {
		return err
	}
	if c.Name == "" {
		return refuse(Invalid, "no name")
	}
	e.said = fmt.Sprintf("set %q in %s", c.Name, c.Key)
	value := strings.TrimSpace(c.Text)
	if value != "" {
		if _, err := yamltext.Parse(value); err != nil {
			return refuse(Invalid, "not YAML: %v", err)
		}
	}
	section := e.doc.Root.Get(c.Key)
	switch {
	case section == nil && value == "":
		return refuse(Missing, "no %s", c.Key)
	case section == nil:
		if err := e.put(e.doc.Root, "machine", c.Key, c.Key+":\n  "+yamltext.Key(c.Name)+": {}"); err != nil {
			return err
		}
		return e.to(e.doc.Replace(e.doc.Root.At(c.Key, c.Name), value))
	}
	if !section.Value.Nothing() && section.Value.Kind != yaml.MappingNode {
		return refuse(Invalid, "%s is not a mapping", c.Key)
	}
	declared := section.Value.Get(c.Name)
	switch {
	case declared == nil && value == "":
		return refuse(Missing, "no %q in %s", c.Name, c.Key)
	case declared == nil:
		if err := e.to(e.doc.Insert(section.Value, len(section.Value.Entries), yamltext.Entry1(yamltext.Key(c.Name), value))); err != nil {
			return err
		}
	case value != "":
		if err := e.to(e.doc.Merge(declared.Value, value)); err != nil {
			return err
		}
	}
	if c.To == "" || c.To == c.Name {
		return nil
	}
	return e.renameDeclaration(c.Key, c.Name, c.To)
}

// renameDeclaration renames a declaration and the expressions that read it.
func (e valueEditor) renameDeclaration(section, name, to string) error {
	if err := checkName(to); err != nil || strings.Contains(to, "-") {
		return refuse(Invalid, "%q is not a valid name of a value; expected letters, digits and _, a letter first", to)
	}
	for _, key := range sections {
		if e.doc.Root.At(key).Get(to) != nil {
			return refuse(Invalid, "%q is declared in %s already", to, key)
		}
	}
	e.said = fmt.Sprintf("renamed %q to %q", name, to)
	call := section == "functions"
	texts := []yamltext.Text{{Of: e.doc.Root.At(section).Get(name).Key, Value: to}}
	rename := func(n *yamltext.Node) {
		if changed := replaceName(n.Value, name, to, call); changed != n.Value {
			texts = append(texts, yamltext.Text{Of: n, Value: changed})
		}
	}
	var walk func(n *yamltext.Node, key string, expression bool)
	walk = func(n *yamltext.Node, key string, expression bool) {
		if n.Kind == yaml.ScalarNode {
			if expression || strings.HasPrefix(n.Value, "=") {
				rename(n)
			}
			return
		}
		for _, entry := range n.Entries {
			inside := entry.Key.Value
			isName := !call && (key == "set" || key == "returns") && inside == name
			if isName {
				texts = append(texts, yamltext.Text{Of: entry.Key, Value: to})
			}
			if slices.Contains([]string{"description", "name", "to", "layout", "kept", "after"}, inside) && !expression {
				continue
			}
			is := expression || slices.Contains([]string{"if", "set", "log", "lua", "script", "value", "array", "preconditions"}, inside)
			walk(entry.Value, inside, is && inside != "label")
		}
		for _, i := range n.Items {
			walk(i.Node, key, expression)
		}
	}
	for _, entry := range e.doc.Root.Entries {
		switch key := entry.Key.Value; {
		case key == "functions" && call:
			for _, f := range entry.Value.Entries {
				if v := f.Value.At("value"); v != nil && v.Kind == yaml.ScalarNode {
					rename(v)
				}
			}
		case slices.Contains(sections, key), key == "description", key == "layout", key == "kept":
		default:
			walk(entry.Value, key, key == "preconditions")
		}
	}
	return e.to(e.doc.SetAll(texts))
}

// deleteDeclaration deletes a declaration, and removes the section with its last declaration.
func (e valueEditor) deleteDeclaration(c Command) error {
	if err := checkSection(c.Key); err != nil {
		return err
	}
	section := e.doc.Root.Get(c.Key)
	if section == nil || section.Value.Get(c.Name) == nil {
		return refuse(Missing, "no %q in %s", c.Name, c.Key)
	}
	e.said = fmt.Sprintf("deleted %q from %s", c.Name, c.Key)
	if len(section.Value.Entries) == 1 {
		return e.to(e.doc.Delete(section))
	}
	return e.to(e.doc.Delete(section.Value.Get(c.Name)))
}

// placeStates places states in the layout, or clears the layout of an automaton.
func (e valueEditor) placeStates(c Command) error {
	if c.Value == "clear" {
		e.said = "cleared the layout"
		for _, id := range stateIDs(e.doc) {
			if parentOf(id) == c.Parent {
				if err := e.unplace(id); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for _, p := range c.Places {
		if _, err := e.state(p.State); err != nil {
			return err
		}
		if err := e.place(p); err != nil {
			return err
		}
	}
	e.said = fmt.Sprintf("moved %s on the canvas", wording.Count(len(c.Places), "state"))
	return nil
}

// keepPlaces stores the drawn places of states that have no place in the file. It skips states that no longer
// exist, since the places are a moment old. It does not change a layout that cannot be edited.
func (e *editor) keepPlaces(places []Spot) {
	for _, p := range places {
		if stateEntry(e.doc, p.State) == nil || e.doc.Root.At("layout").Get(p.State) != nil {
			continue
		}
		if err := e.place(p); err != nil {
			return
		}
	}
}

// place writes the place of a state, in whole points.
func (e *editor) place(p Spot) error {
	for _, x := range []float64{p.X, p.Y, p.Width, p.Height} {
		if math.IsNaN(x) || math.Abs(x) > 1e6 {
			return refuse(Invalid, "the place %g; expected one within a million", x)
		}
	}
	figure := func(x float64) string { return strconv.FormatFloat(math.Round(x), 'f', -1, 64) }
	keys := []string{"x: " + figure(p.X), "y: " + figure(p.Y)}
	if p.Width > 0 && p.Height > 0 && !p.Closed {
		keys = append(keys, "width: "+figure(p.Width), "height: "+figure(p.Height))
	}
	value := "{" + strings.Join(keys, ", ") + "}"
	entry := yamltext.Key(p.State) + ": " + value
	layout := e.doc.Root.At("layout")
	switch {
	case layout == nil:
		return e.put(e.doc.Root, "machine", "layout", "layout:\n  "+entry)
	case layout.Get(p.State) != nil:
		if p.Width == 0 || p.Height == 0 { // the size does not change
			for _, part := range []struct{ key, text string }{{"x", figure(p.X)}, {"y", figure(p.Y)}} {
				if err := e.setKey(e.doc.Root.At("layout", p.State), "", part.key, part.text); err != nil {
					return err
				}
			}
			if !p.Closed {
				return nil
			}
			for _, key := range []string{"width", "height"} {
				if err := e.setKey(e.doc.Root.At("layout", p.State), "", key, ""); err != nil {
					return err
				}
			}
			return nil
		}
		return e.to(e.doc.Merge(layout.Get(p.State).Value, value))
	}
	return e.to(e.doc.Insert(layout, len(layout.Entries), entry))
}

func (e valueEditor) unplace(id string) error {
	layout := e.doc.Root.Get("layout")
	if layout == nil || layout.Value.Get(id) == nil {
		return nil
	}
	if len(layout.Value.Entries) == 1 {
		return e.to(e.doc.Delete(layout))
	}
	return e.to(e.doc.Delete(layout.Value.Get(id)))
}
