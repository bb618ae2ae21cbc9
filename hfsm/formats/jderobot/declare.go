package jderobot

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/formats/foreign"
)

// A line that declares one variable: in C++ and in Python.
var (
	cppLine = regexp.MustCompile(`^(?:static\s+|const\s+|volatile\s+)*` +
		`(bool|(?:unsigned\s+|signed\s+)?(?:int|long|short|char)(?:\s+int)?|unsigned|u?int(?:8|16|32|64)_t|size_t|float|double|(?:std::)?string)` +
		`\s+([A-Za-z_]\w*)\s*(?:=\s*(.+?))?\s*;\s*(?://.*)?$`)
	pythonLine = regexp.MustCompile(`^(?:self\.)?([A-Za-z_]\w*)\s*=\s*(.+?)\s*;?\s*(?:#.*)?$`)
)

// declare reads an automaton's parameters and variables; lines that it cannot read stay in the kept text.
func (r *reader) declare(parameters, variables *element, l *level, path, of string) {
	for _, p := range parameters.all("param") {
		r.parameter(p, l, path)
	}
	if parameters != nil && len(parameters.Children) > 0 {
		r.keep(parameters.place(key(path)), path, of+roleParameters, "xml", parameters.Inside())
	}
	if variables == nil || strings.TrimSpace(variables.Text) == "" {
		return
	}
	at := variables.place(key(path))
	r.keep(at, path, of+roleVariables, r.language, variables.Text)
	read, all := 0, 0
	for i, line := range strings.Split(variables.Text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") {
			continue
		}
		all++
		name, value, ok := variable(line)
		if !ok {
			continue
		}
		read++
		if _, twice := l.names[name]; twice {
			continue // assigned again
		}
		place := at
		place.Line += i
		if i > 0 {
			place.Column = 1
		}
		r.machine.Variables = append(r.machine.Variables, chart.Declaration{
			Place: place, Name: r.valueName(name, l, path, place), Type: value.Type, Initial: &value,
		})
	}
	r.note(at, "needs-port", "%s%svariables kept; %d of %d lines declare a value of a simple type and are variables now", spoken(r.language), of, read, all)
}

// variable reads one line.
func variable(line string) (name string, v chart.Value, ok bool) {
	if m := cppLine.FindStringSubmatch(line); m != nil {
		v, ok = literal(m[3], cppType(m[1]))
		return m[2], v, ok
	}
	if m := pythonLine.FindStringSubmatch(line); m != nil {
		v, ok = literal(m[2], 0)
		return m[1], v, ok
	}
	return "", chart.Value{}, false
}

func cppType(name string) chart.Type {
	switch {
	case name == "bool":
		return chart.Bool
	case name == "float" || name == "double":
		return chart.Float
	case strings.HasSuffix(name, "string"):
		return chart.String
	case strings.HasSuffix(name, "char"):
		return 0 // a letter or a number
	}
	return chart.Int
}

// literal reads a value; t is the required type, 0 for any. An empty text is the zero of its type.
func literal(text string, t chart.Type) (chart.Value, bool) {
	v := chart.Value{Type: t}
	switch {
	case text == "":
		return v, t != 0
	case text == "true" || text == "True":
		v = chart.BoolValue(true)
	case text == "false" || text == "False":
		v = chart.BoolValue(false)
	case len(text) >= 2 && (text[0] == '"' || text[0] == '\'') && text[len(text)-1] == text[0]:
		inner := text[1 : len(text)-1]
		if strings.ContainsAny(inner, "\\\"'") {
			return v, false
		}
		v = chart.StringValue(inner)
	default:
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			v = chart.IntValue(i)
			break
		}
		f, err := strconv.ParseFloat(strings.TrimRight(text, "fF"), 64)
		if err != nil || math.IsInf(f, 0) || math.IsNaN(f) || !strings.ContainsAny(text, ".0123456789") {
			return v, false
		}
		v = chart.FloatValue(f)
	}
	if t == chart.Float && v.Type == chart.Int {
		v = chart.FloatValue(float64(v.Int))
	}
	return v, t == 0 || v.Type == t
}

// parameter reads a <param name type> of VisualStates 0.2.
func (r *reader) parameter(e *element, l *level, path string) {
	at := e.place(key(path))
	name, text := e.attr("name"), e.words("value")
	t, known := map[string]chart.Type{
		"float": chart.Float, "double": chart.Float, "integer": chart.Int, "int": chart.Int,
		"boolean": chart.Bool, "bool": chart.Bool, "string": chart.String, "character": chart.String,
	}[strings.ToLower(e.attr("type"))]
	if !known {
		r.warn(at, "bad-parameter", "the parameter %q has the type %q; expected Float, Integer, Boolean or String, kept aside", short(name), short(e.attr("type")))
		return
	}
	v, ok := chart.StringValue(text), true
	if t != chart.String {
		v, ok = literal(text, t)
	}
	if !ok {
		r.warn(at, "bad-number", "the parameter %q has the value %q; expected a %s, taken as its zero", short(name), short(text), t)
		v = chart.Value{Type: t}
	}
	r.machine.Parameters = append(r.machine.Parameters, chart.Declaration{
		Place: at, Name: r.valueName(name, l, path, at), Type: t, Initial: &v, Description: e.words("description"),
	})
}

// valueName returns the name that a value gets in the machine, which has a single scope.
func (r *reader) valueName(name string, l *level, path string, at chart.Place) string {
	own := foreign.Identifier(name, "value")
	if r.taken[own] > 0 || foreign.Reserved[own] {
		if path != "" {
			own = foreign.Identifier(path, "value") + "_" + own
		}
		if foreign.Reserved[own] {
			own += "_value"
		}
	}
	own = foreign.Unique(own, r.taken)
	l.names[name] = own
	if own != name {
		r.note(at, "renamed", "%q is now %s: the name is taken or cannot be used", name, own)
	}
	return own
}

// lookup finds the machine's name of a variable as a condition at a level sees it.
func (l *level) lookup(name string) (string, bool) {
	for ; l != nil; l = l.up {
		if own, ok := l.names[name]; ok {
			return own, true
		}
	}
	return "", false
}
