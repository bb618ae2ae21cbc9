package lua

import (
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// declarations reads the values that the skill declares, in tables with the keys of YAML, and the inputs of its
// interfaces.
func (r *reader) declarations() {
	var declared []chart.Part
	for _, global := range []string{"parameters", "inputs", "variables", "outputs"} {
		v := r.global(global)
		t, ok := v.(*glua.LTable)
		if !ok {
			if v != glua.LNil {
				r.fault(r.lines[global], global, "a %s; expected a table", typeName(v))
			}
			continue
		}
		eachField(t, func(name string, _ glua.LValue) {
			if !identifier.MatchString(name) || slices.Contains(machineGlobals, name) || slices.Contains(builtins, name) {
				r.fault(r.lines[global], global+"."+name, "expected a name that is not a word of the language")
			}
		})
		declared = append(declared, chart.Part{Name: global, Value: partOf(t, 0)})
	}
	r.findings = append(r.findings, r.c.ReadDeclarations(declared, r.lines)...)
	for _, d := range r.k.interfaces {
		if d.variable != "" {
			r.declareInterface(d)
		}
	}
}

// partOf returns a part of a declaration. A time is a number of seconds in Lua, and a text in YAML.
func partOf(v glua.LValue, depth int) any {
	const deepest = 4
	switch v := v.(type) {
	case glua.LBool:
		return bool(v)
	case glua.LNumber:
		return float64(v)
	case glua.LString:
		return string(v)
	case *glua.LTable:
		if depth == deepest {
			return nil
		}
		list, named := []any{}, []chart.Part{}
		eachField(v, func(key string, inner glua.LValue) {
			part := partOf(inner, depth+1)
			if sec, ok := part.(float64); ok && key == "stale_after" {
				part = seconds(sec).String()
			}
			list, named = append(list, part), append(named, chart.Part{Name: key, Value: part})
		})
		if v.Len() > 0 {
			return list
		}
		return named
	}
	return nil
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
