package scxml

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"gonao/hfsm/chart"
)

// ourDeclaration reads an input, an output or a parameter.
func (r valueReader) ourDeclaration(e *element) chart.Declaration {
	r.keys = append(r.keys, e.Name+"s."+valueOf(e, "name"))
	defer func() { r.keys = r.keys[:len(r.keys)-1] }()
	d := chart.Declaration{Place: r.place(e, ""), Name: r.required(e, "name"), Expression: r.expression(e, "expr")}
	r.declaration(e, &d, own(e))
	if d.Expression != nil {
		r.first(e, &d)
	}
	return d
}

// declaration reads the type and the range of a variable or the like.
func (r valueReader) declaration(e *element, d *chart.Declaration, get lookup) {
	if name, ok := get("type"); ok {
		if d.Type, ok = chart.ParseType(name); !ok {
			r.fault(e, "type", strconv.Quote(name)+"; expected bool, int, float or string")
		}
	}
	if state, ok := get("state"); ok {
		d.State = state
	}
	d.Unit, _ = get("unit")
	d.Description, _ = get("description")
	for name, into := range map[string]**float64{"min": &d.Min, "max": &d.Max} {
		if _, ok := get(name); ok {
			v := r.number(e, name, get)
			*into = &v
		}
	}
	d.StaleAfter = r.duration(e, "stale-after", get)
	if machine, ok := get("machine"); ok {
		d.Machine = &chart.MachineState{Place: d.Place, Machine: machine}
		if _, ok := get("depth"); ok {
			d.Machine.Depth = int(r.number(e, "depth", get))
		}
	}
	for _, child := range e.Children {
		if child.Space == spaceGonao && child.Name == "one-of" {
			d.Enum = append(d.Enum, r.value(child, "value", valueOf(child, "type"), own(child)))
		}
	}
}

// first sets the first value of a typed variable from a constant. In typed expressions, it
// sets the type of an untyped variable to that of its constant.
func (r valueReader) first(e *element, d *chart.Declaration) {
	text := ""
	switch {
	case d.Expression != nil && d.Expression.Language == "":
		text = d.Expression.Text
	case d.Literal != nil && r.machine.Language == "":
		text = d.Literal.Text
	}
	typed := r.machine.Language == ""
	v, constant := chart.Constant(text)
	constant = constant || typed && d.Literal != nil
	if d.Type == chart.Float && v.Type == chart.Int {
		v = chart.FloatValue(float64(v.Int))
	}
	switch {
	case d.Type == 0 && !typed:
	case constant && (d.Type == 0 || d.Type == v.Type):
		d.Type, d.Initial, d.Expression, d.Literal = v.Type, &v, nil, nil
	case d.Type == 0:
		r.fault(e, "expr", fmt.Sprintf("%q; expected a constant such as 1, 0.5, true or 'left', or gonao:type beside it: a typed expression needs the type of each variable", text))
	}
}

// value reads a value of a named type.
func (r valueReader) value(e *element, attr, name string, get lookup) chart.Value {
	text, _ := get(attr)
	t, ok := chart.ParseType(name)
	var err error
	v := chart.Value{Type: t}
	switch t {
	case chart.Bool:
		v.Bool, err = strconv.ParseBool(text)
	case chart.Int:
		v.Int, err = strconv.ParseInt(text, 10, 64)
	case chart.Float:
		v.Float, err = strconv.ParseFloat(text, 64)
	case chart.String:
		v.String = text
	}
	if !ok || err != nil {
		r.fault(e, attr, fmt.Sprintf("%q as a value of type %q; expected a bool, an int, a float or a string", text, name))
	}
	return v
}

func (r valueReader) number(e *element, attr string, get lookup) float64 {
	text, ok := get(attr)
	if !ok {
		return 0
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		r.fault(e, attr, strconv.Quote(text)+"; expected a number")
		return 0
	}
	return v
}

func (r valueReader) duration(e *element, attr string, get lookup) time.Duration {
	text, ok := get(attr)
	if !ok {
		return 0
	}
	v, err := time.ParseDuration(text)
	if err != nil || v < 0 {
		r.fault(e, attr, strconv.Quote(text)+"; expected a time such as 500ms or 2s")
		return 0
	}
	return v
}
