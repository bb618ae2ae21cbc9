package chart

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// widest is how wide a mapping or a list on one line may be.
const widest = 100

// spread decides which nodes are on one line: short ones without states. The document, its states and their parts are in
// blocks.
func spread(root *yaml.Node) {
	for i := 1; i < len(root.Content); i += 2 {
		key, n := root.Content[i-1].Value, root.Content[i]
		switch key {
		case "states", "regions":
			for j := 1; j < len(n.Content); j += 2 {
				spreadState(n.Content[j])
			}
		case "parameters", "inputs", "variables", "outputs", "layout":
			if key == "layout" || len(n.Content) > 4 || width(n) > widest {
				for j := 1; j < len(n.Content); j += 2 {
					compact(n.Content[j], widest)
				}
				continue
			}
			compact(n, widest)
		default:
			compact(n, widest)
		}
	}
}

// spreadState does the same for a state. A state with a single short entry stays on one
// line.
func spreadState(n *yaml.Node) {
	const short = 70
	if len(n.Content) <= 2 && (len(n.Content) != 2 || !holdsStates(n.Content[0].Value)) && width(n) <= short {
		compact(n, short)
		return
	}
	spread(n)
}

func holdsStates(key string) bool { return key == "states" || key == "regions" }

// compact puts a node on one line if it is short enough, otherwise its parts. A list of several mappings has a line for
// each.
func compact(n *yaml.Node, most int) {
	if n.Kind == yaml.ScalarNode {
		return
	}
	several := n.Kind == yaml.SequenceNode && len(n.Content) > 1 && n.Content[0].Kind == yaml.MappingNode
	if !several && width(n) <= most {
		n.Style = yaml.FlowStyle
		return
	}
	for i, inner := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 1 && (n.Content[i-1].Value == "machine") && inner.Kind == yaml.MappingNode {
			spread(inner)
			continue
		}
		compact(inner, most)
	}
}

// width returns the approximate width of a node on one line; too wide for a node that cannot be on one line.
func width(n *yaml.Node) int {
	if n.Kind == yaml.ScalarNode {
		if strings.Contains(n.Value, "\n") {
			return widest + 1
		}
		return len(n.Value)
	}
	total := 2
	for i := 0; i < len(n.Content) && total <= widest; i++ {
		if n.Kind == yaml.MappingNode && i%2 == 0 && holdsStates(n.Content[i].Value) {
			return widest + 1
		}
		total += width(n.Content[i]) + 2
	}
	return total
}

// functionsNode returns the YAML of the functions, or nil if there are none.
func functionsNode(all []Function) *yaml.Node {
	if len(all) == 0 {
		return nil
	}
	r := newRecord()
	for i := range all {
		f := &all[i]
		one := newRecord()
		one.addText("description", f.Description)
		if len(f.Parameters) > 0 {
			parameters := newRecord()
			for _, p := range f.Parameters {
				parameters.add(p.Name, textNode(p.Type.String()))
			}
			one.add("parameters", parameters.Node)
		}
		one.addText("type", f.Type.String())
		one.add("value", textNode(f.Value.Text))
		r.add(f.Name, one.Node)
	}
	return r.Node
}
