package lua

import (
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// declarations reads parameters, inputs, variables and outputs, and adds the inputs
// of the interfaces that the text names.
func (r *reader) declarations() {
	r.c.Parameters = r.declared("parameters", "default")
	r.c.Inputs = r.declared("inputs", "")
	r.c.Variables = r.declared("variables", "initial")
	r.c.Outputs = r.declared("outputs", "initial")
	for _, d := range r.k.interfaces {
		if d.variable != "" {
			r.declareInterface(d)
		}
	}
}

// declareInterface declares the names that an interface offers: all of them must be present before the skill starts.
func (r *reader) declareInterface(d dependence) {
	key := "depends_interfaces"
	if r.words == nil {
		return
	}
	f, ok := r.k.offered(d.kind)
	if !ok {
		known := slices.Sorted(maps.Keys(r.words.Interfaces))
		r.fault(d.line, key, "no interface %q here%s; expected one of %s", d.kind, wording.DidYouMean(d.kind, known), chart.Listed(known))
		return
	}
	for _, name := range f.Inputs {
		t, ok := r.words.Inputs[name]
		if !ok {
			r.fault(d.line, key, "%s needs the input %s, which is not there", d.kind, name)
			continue
		}
		r.c.Needs = append(r.c.Needs, name)
		if (r.k.used.everywhere[name] || r.functionReads(name)) && !slices.Contains(declaredNames(r.c), name) {
			r.c.Inputs = append(r.c.Inputs, chart.Declaration{Place: r.place(d.line, key), Name: name, Type: t})
		}
	}
	for _, name := range f.Activities {
		if !slices.ContainsFunc(r.words.Activities, func(k hfsm.Kind) bool { return k.Name == name }) {
			r.fault(d.line, key, "%s needs the activity %s, which is not there", d.kind, name)
			continue
		}
		r.c.Needs = append(r.c.Needs, name)
	}
}

// declared reads a table of declarations: {x = "float"} or {x = {type = "float", …}}.
// first is the key of the first value.
func (r *reader) declared(global, first string) []chart.Declaration {
	v := r.global(global)
	t, ok := v.(*glua.LTable)
	if !ok {
		if v != glua.LNil {
			r.fault(r.lines[global], global, "a %s; expected a table", typeName(v))
		}
		return nil
	}
	var all []chart.Declaration
	eachField(t, func(name string, v glua.LValue) {
		d := chart.Declaration{Place: r.place(r.lines[global], global+"."+name), Name: name}
		if !identifier.MatchString(name) || slices.Contains(machineGlobals, name) || slices.Contains(builtins, name) {
			r.fault(d.Line, d.Key, "expected a name that is not a word of the language")
		}
		switch v := v.(type) {
		case glua.LString:
			r.typeOf(&d, v)
		case *glua.LTable:
			r.declaration(&d, v, first)
		default:
			r.fault(d.Line, d.Key, `a %s; expected a type, or {type = "float", …}`, typeName(v))
		}
		all = append(all, d)
	})
	return all
}

func (r *reader) typeOf(d *chart.Declaration, v glua.LValue) {
	t, ok := chart.ParseType(textOf(v))
	if !ok {
		r.fault(d.Line, d.Key, "type %s; expected bool, int, float or string", textOf(v))
	}
	d.Type = t
}

func (r *reader) declaration(d *chart.Declaration, t *glua.LTable, first string) {
	r.typeOf(d, t.RawGetString("type"))
	eachField(t, func(key string, v glua.LValue) {
		switch {
		case key == "type":
		case key == "unit":
			d.Unit = textOf(v)
		case key == "description":
			d.Description = textOf(v)
		case key == first && first != "":
			d.Initial = r.typed(d, key, v)
		case key == "min":
			d.Min = r.bound(d, key, v)
		case key == "max":
			d.Max = r.bound(d, key, v)
		case key == "stale_after" && first == "":
			if n := r.bound(d, key, v); n != nil && *n > 0 {
				d.StaleAfter = seconds(*n)
			}
		case key == "enum":
			if list, ok := v.(*glua.LTable); ok {
				for i := 1; i <= list.Len(); i++ {
					if e := r.typed(d, key, list.RawGetInt(i)); e != nil {
						d.Enum = append(d.Enum, *e)
					}
				}
			}
		default:
			r.fault(d.Line, d.Key+"."+key, "no such key; expected type, unit, description, min, max, enum or %s", max(first, "stale_after"))
		}
	})
	if d.Initial != nil {
		if expected := d.Expected(*d.Initial); expected != "" {
			r.fault(d.Line, d.Key+"."+first, "%s; expected %s", d.Initial.Text(), expected)
		}
	}
}

func (r *reader) typed(d *chart.Declaration, key string, v glua.LValue) *chart.Value {
	if d.Type == 0 {
		return nil
	}
	typed, why := typedValue(v, d.Type)
	if why != "" {
		r.fault(d.Line, d.Key+"."+key, "%s", why)
		return nil
	}
	return &typed
}

func (r *reader) bound(d *chart.Declaration, key string, v glua.LValue) *float64 {
	n, ok := v.(glua.LNumber)
	if !ok {
		r.fault(d.Line, d.Key+"."+key, "a %s; expected a number", typeName(v))
		return nil
	}
	f := float64(n)
	return &f
}
