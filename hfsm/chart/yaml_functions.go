package chart

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"gonao/internal/wording"
)

var functionKeys = []string{"parameters", "type", "value", "description"}

const maxParameters = 20 // parameters of one function

// functions reads the machine's functions.
func (r declarationReader) functions(fs fields, key string, m *Machine) {
	f, ok := fs.get("functions")
	if !ok {
		return
	}
	at := join(key, "functions")
	if r.language != "" {
		r.fault(f.key, at, codeUnknown, "functions are typed expressions; a machine in %s has functions of its own", r.language)
		return
	}
	for _, d := range r.mapping(f.val, at, "functions by their names, such as {near: {parameters: {x: float}, type: bool, value: x < 1}}") {
		if r.full() {
			return
		}
		at := join(at, d.name)
		function, ok := r.function(d, at)
		if r.newName(d, at) && ok {
			r.taken[d.name] = "a function"
			m.Functions = append(m.Functions, function)
		}
	}
}

// function reads one function.
func (r declarationReader) function(d field, key string) (Function, bool) {
	f := Function{Place: r.place(d.key, key), Name: d.name}
	fs := r.record(d.val, key, "a function: parameters, type, value", functionKeys...)
	if d.val.Kind != yaml.MappingNode {
		return f, false
	}
	f.Description = r.optionalText(fs, "description")
	ok := true
	for _, part := range []string{"type", "value"} {
		if _, there := fs.get(part); !there {
			r.fault(d.val, join(key, part), codeMissing, "missing; expected {parameters: …, type: …, value: …}")
			ok = false
		}
	}
	if t, there := fs.get("type"); there {
		f.Type = r.typeWord(t.val, join(key, "type"))
		ok = ok && f.Type != 0
	}
	if v, there := fs.get("value"); there {
		e, read := r.expression(v.val, join(key, "value"))
		if f.Value = e; e.Language != "" {
			r.fault(v.val, join(key, "value"), codeType, "a text in %s; expected a typed expression", e.Language)
			read = false
		}
		ok = ok && read
	}
	if p, there := fs.get("parameters"); there {
		f.Parameters = r.functionParameters(p.val, join(key, "parameters"))
	}
	return f, ok
}

// functionParameters reads the parameters of a function with their types.
func (r declarationReader) functionParameters(n *yaml.Node, key string) []FunctionParameter {
	var all []FunctionParameter
	for _, p := range r.mapping(n, key, "parameters with their types, such as {x: float}") {
		at := join(key, p.name)
		switch {
		case !isValueName(p.name) || slices.Contains(ReservedWords, p.name):
			r.fault(p.key, at, codeName, "%q is not a name for a parameter; expected letters, digits and _, a letter first, and no word of guards", p.name)
		case len(all) >= maxParameters:
			r.fault(p.key, at, CodeTooMuch, "more than %d parameters", maxParameters)
			return all
		default:
			if t := r.typeWord(p.val, at); t != 0 {
				all = append(all, FunctionParameter{Place: r.place(p.key, at), Name: p.name, Type: t})
			}
		}
	}
	return all
}

// typeWord reads a type, or returns 0 with a finding.
func (r declarationReader) typeWord(n *yaml.Node, key string) Type {
	word, ok := r.text(n, key, typeWords)
	if !ok {
		return 0
	}
	t, ok := ParseType(word)
	if !ok {
		r.fault(n, key, codeValue, "no type %q%s; expected %s", word, wording.DidYouMean(word, []string{"bool", "int", "float", "string"}), typeWords)
		return 0
	}
	return t
}
