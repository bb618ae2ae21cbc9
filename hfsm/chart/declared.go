package chart

import (
	"math"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// Part is a value that another language declares, or a part of one: a bool, a float64, a string, []any, or []Part.
type Part struct {
	Name  string
	Value any
}

// ReadDeclarations adds the parameters, inputs, variables and outputs that a machine declares in another language. Their
// keys are those of YAML. lines holds the line of each of the four.
func (m *Machine) ReadDeclarations(declared []Part, lines map[string]int) Findings {
	r := declarationReader{newDocument(m.File)}
	var fs fields
	for _, p := range declared {
		line := max(lines[p.Name], 1)
		fs = append(fs, field{name: p.Name, at: p.Name, key: nodeOf(p.Name, line), val: nodeOf(p.Value, line)})
	}
	r.declarations(fs, "", m)
	return r.findings
}

// nodeOf returns a part as YAML.
func nodeOf(v any, line int) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Line: line, Column: 1}
	switch v := v.(type) {
	case bool:
		n.Tag, n.Value = "!!bool", strconv.FormatBool(v)
	case float64:
		n.Tag, n.Value = "!!float", strconv.FormatFloat(v, 'g', -1, 64)
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			n.Tag, n.Value = "!!int", strconv.FormatInt(int64(v), 10)
		}
	case string:
		n.Tag, n.Value = "!!str", escaped(v)
	case []any:
		n.Kind, n.Tag = yaml.SequenceNode, "!!seq"
		for _, item := range v {
			n.Content = append(n.Content, nodeOf(item, line))
		}
	case []Part:
		n.Kind, n.Tag = yaml.MappingNode, "!!map"
		for _, p := range v {
			n.Content = append(n.Content, nodeOf(p.Name, line), nodeOf(p.Value, line))
		}
	}
	return n
}
