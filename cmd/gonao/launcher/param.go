package launcher

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// param is one entry of a node's param list: a file, or a name with a value or with
// params below it.
type param struct {
	from    template
	isFile  bool
	expand  bool // allow_substs: the file contains substitutions
	name    template
	value   value
	texts   []template // the templates of value's strings: one for a scalar, or one per item of a list
	typ     string
	nested  []param
	hasType bool
}

// paramType is a `type` of a param.
type paramType struct {
	kind kind
	list bool // the param is a list of that kind
}

// paramTypes are the types by their words.
var paramTypes = map[string]paramType{
	"bool": {kindBool, false}, "int": {kindInt, false}, "float": {kindFloat, false}, "str": {kindString, false},
	"list_of_bool": {kindBool, true}, "list_of_int": {kindInt, true},
	"list_of_float": {kindFloat, true}, "list_of_str": {kindString, true},
}

// parseParam reads one entry of a param list.
func parseParam(e *entity) param {
	var p param
	if p.from, p.isFile = e.template("from"); p.isFile {
		if _, named := e.body.fields["name"]; named {
			e.fail(e.body.line, "\"from\" and \"name\" exclude each other")
		}
		p.expand, _ = e.boolean("allow_substs")
		return p
	}
	return parseNamedParam(e)
}

// parseNamedParam reads a param with a name, and the params below it.
func parseNamedParam(e *entity) param {
	p := param{name: e.needTemplate("name")}
	p.typ, p.hasType = e.text("type")
	if p.typ == "yaml" {
		p.hasType = false
	}
	if _, known := paramTypes[p.typ]; p.hasType && !known {
		e.fail(e.body.fields["type"].line, "\"type\": expected one of %s, yaml, got %q",
			strings.Join(sortedKeys(paramTypes), ", "), p.typ)
	}
	v, hasValue := e.take("value")
	below := e.maps("param")
	switch {
	case hasValue && below != nil:
		e.fail(e.body.line, "\"value\" and \"param\" exclude each other")
	case p.hasType && below != nil:
		e.fail(e.body.line, "\"type\" and \"param\" exclude each other")
	case !hasValue && below == nil:
		e.fail(e.body.line, "a \"value\", or a list \"param\" below, is missing")
	case hasValue:
		p.value = v
		p.texts = e.paramTemplates(v)
	}
	for _, item := range below {
		p.nested = append(p.nested, parseNamedParam(item))
		e.adopt(item.done())
	}
	return p
}

// paramTemplates checks that a value is a scalar or a list of one type of scalars,
// and reads the substitutions of its strings.
func (e *entity) paramTemplates(v value) []template {
	items := []value{v}
	if v.kind == kindList {
		items = v.list
		if len(items) == 0 {
			e.fail(v.line, "\"value\": an empty list has no type: omit the parameter")
		}
	}
	texts := make([]template, len(items))
	common := kindNull
	for i, item := range items {
		if item.kind < kindBool || item.kind > kindString {
			e.fail(item.line, "\"value\": expected a bool, int, float, string or a list of one of them, got %s", item.kind)
			return nil
		}
		if item.kind == kindString {
			texts[i] = e.parseTemplate("value", item.text)
			if _, plain := texts[i].plain(); !plain {
				continue // the type is known only after the expansion
			}
		}
		if common != kindNull && common != item.kind {
			e.fail(item.line, "\"value\": expected a list of one type, got %s and %s", common, item.kind)
		}
		common = item.kind
	}
	return texts
}

// paramArgs adds the parameters of the scope and of the node to a command line.
func (s *scope) paramArgs(argv []string, params []param, node string) ([]string, []ParamFile, error) {
	var files []ParamFile
	if s.params != nil {
		for _, p := range *s.params {
			if p.file != "" {
				argv = append(argv, "--params-file", p.file)
			} else {
				argv = append(argv, "-p", p.name+":="+p.value)
			}
		}
	}
	users := s.userParams()
	for _, p := range params {
		path, content, err := s.paramFile(p, node)
		if err != nil {
			return nil, nil, err
		}
		argv = append(argv, "--params-file", path)
		if path == "" {
			files = append(files, ParamFile{Arg: len(argv) - 1, Content: content})
		}
		// The user's files come after the defaults and before the launch file's own parameters.
		if isBase(s, path) {
			for _, file := range users {
				argv = append(argv, "--params-file", file)
			}
			users = nil
		}
	}
	return argv, files, nil
}

// paramFile returns the path of a parameter file. If Run has to write the file, paramFile returns "" and its
// content.
func (s *scope) paramFile(p param, node string) (path, content string, err error) {
	if p.isFile {
		path, err = s.field("param: from", p.from)
		if err == nil {
			err = isParamFile(path)
		}
		if err != nil || !p.expand {
			return path, "", err
		}
		content, err = s.expandFile(path)
		return "", content, err
	}
	node = cmp.Or(node, "/**")
	var b strings.Builder
	fmt.Fprintf(&b, "%s:\n  ros__parameters:\n", strconv.Quote(node))
	err = s.writeParam(&b, "", p)
	return "", b.String(), err
}

// expandFile returns a parameter file's text with its substitutions replaced.
func (s *scope) expandFile(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("parameter file %s: %w", path, err)
	}
	t, err := parseTemplate(string(text))
	if err != nil {
		return "", fmt.Errorf("parameter file %s: %w", path, err)
	}
	content, err := s.expand(t)
	if err != nil {
		return "", fmt.Errorf("parameter file %s: %w", path, err)
	}
	return content, nil
}

// writeParam writes a parameter and the parameters below it, whose names are joined by dots.
func (s *scope) writeParam(b *strings.Builder, prefix string, p param) error {
	name, err := s.field("param: name", p.name)
	if err != nil {
		return err
	}
	name = prefix + name
	for _, below := range p.nested {
		if err := s.writeParam(b, name+".", below); err != nil {
			return err
		}
	}
	if p.nested != nil {
		return nil
	}
	v, err := s.paramValue(p)
	if err != nil {
		return fmt.Errorf("param %q: %w", name, err)
	}
	fmt.Fprintf(b, "    %s: %s\n", strconv.Quote(name), yamlText(v))
	return nil
}

// paramValue returns a parameter's value. A plain string stays a string. The param's type, or else the rules of
// YAML, give the result of a substitution its type.
func (s *scope) paramValue(p param) (value, error) {
	want := paramTypes[p.typ]
	if p.value.kind != kindList {
		v, err := s.paramScalar(p.value, p.texts[0], want.kind, p.hasType && !want.list)
		if err == nil && p.hasType && !fits(v, want.kind, want.list) {
			err = fmt.Errorf("expected type %s, got %s", p.typ, v.kind)
		}
		return v, err
	}
	out := value{kind: kindList}
	for i, item := range p.value.list {
		v, err := s.paramScalar(item, p.texts[i], want.kind, p.hasType)
		if err != nil {
			return value{}, err
		}
		out.list = append(out.list, v)
	}
	for _, item := range out.list {
		if item.kind != out.list[0].kind {
			return value{}, fmt.Errorf("expected a list of one type, got %s and %s", out.list[0].kind, item.kind)
		}
	}
	if p.hasType && !fits(out, want.kind, want.list) {
		return value{}, fmt.Errorf("expected type %s, got a list of %s", p.typ, out.list[0].kind)
	}
	return out, nil
}

// fits reports whether a value has the type that `type` requires.
func fits(v value, want kind, list bool) bool {
	if !list {
		return v.kind == want
	}
	return v.kind == kindList && v.list[0].kind == want
}

// paramScalar returns one scalar, or the list that a substitution produced.
func (s *scope) paramScalar(v value, t template, want kind, typed bool) (value, error) {
	if v.kind != kindString {
		return v, nil
	}
	text, err := s.expand(t)
	if err != nil {
		return value{}, err
	}
	if _, plain := t.plain(); plain || text == "" || typed && want == kindString {
		return value{kind: kindString, text: text}, nil
	}
	out, err := readValue([]byte(text))
	if err != nil {
		return value{}, fmt.Errorf("value %q: %w", text, err)
	}
	if typed && want == kindFloat && out.kind == kindInt { // Python's float("1") is allowed, too
		return value{kind: kindFloat, f: float64(out.i)}, nil
	}
	items := []value{out}
	if out.kind == kindList {
		items = out.list
	}
	for _, item := range items {
		if item.kind < kindBool || item.kind > kindString || item.kind != items[0].kind {
			return value{}, fmt.Errorf("value %q: expected a bool, int, float, string or a list of one of them", text)
		}
	}
	if len(items) == 0 {
		return value{}, fmt.Errorf("value %q: an empty list has no type", text)
	}
	return out, nil
}
