package lua

import (
	"slices"

	glua "github.com/yuin/gopher-lua"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// Function is a function of the host that scripts call. Its results are those of typed functions with the same parameters, in
// their order, by their names in [Options.Typed].
type Function struct {
	Name    string
	Results []string
}

// function returns the function of a name, or nil.
func (o *Options) function(name string) *Function {
	for i := range o.Functions {
		if o.Functions[i].Name == name {
			return &o.Functions[i]
		}
	}
	return nil
}

// hostValue is a result of a function of the host, parsed.
type hostValue struct {
	parameters []chart.FunctionParameter
	value      *expr.Node
	reads      []string
}

// typed returns the typed functions that can be called where these inputs are.
func (o *Options) typed(inputs map[string]chart.Type) expr.Scope {
	scope := expr.Scope{}
	scope.Offer(o.Typed, inputs)
	return scope
}

// values returns the results of a function, without those that read an unknown value.
func (f *Function) values(typed expr.Scope) []hostValue {
	var all []hostValue
	for _, name := range f.Results {
		if body, parameters := typed.Function(name); body != nil {
			all = append(all, hostValue{parameters, body, body.Reads(parameters)})
		}
	}
	return all
}

// openFunctions registers the functions of the host in a session.
func openFunctions(s *session) {
	inputs := map[string]chart.Type{}
	for name, ref := range s.names {
		if ref.input {
			inputs[name] = ref.typ
		}
	}
	typed := s.unit.opts.typed(inputs)
	for i := range s.unit.opts.Functions {
		f := &s.unit.opts.Functions[i]
		values := f.values(typed)
		s.box.env.RawSetString(f.Name, s.box.l.NewFunction(func(l *glua.LState) int { return s.callFunction(l, f, values) }))
	}
}

// callFunction evaluates a function of the host.
func (s *session) callFunction(l *glua.LState, f *Function, values []hostValue) int {
	if s.loading {
		l.RaiseError("%s is known only when the skill runs; expected it in a function or a condition", f.Name)
	}
	if len(values) < len(f.Results) {
		l.RaiseError("%s reads inputs that the machine does not declare; expected them under inputs, or their interface", f.Name)
	}
	s.box.meter.charge(l, 20*len(values))
	env := hostEnv{session: s, values: map[string]chart.Value{}}
	for i := range values {
		for k, p := range values[i].parameters {
			env.values[p.Name] = chart.FloatValue(checkNumber(l, k+1))
		}
		l.Push(valueToLua(values[i].value.Eval(env)))
	}
	return len(values)
}

// hostEnv holds what a function of the host reads: its arguments, and inputs.
type hostEnv struct {
	session *session
	values  map[string]chart.Value
}

// Value returns an argument or an input.
func (e hostEnv) Value(name string) chart.Value {
	if v, ok := e.values[name]; ok {
		return v
	}
	return e.session.scope.Value(e.session.names[name].slot)
}

// Call returns nothing: functions of the host read values alone.
func (hostEnv) Call(string, string) chart.Value { return chart.Value{} }

// functionReads reports whether a function of the host that the skill's text names reads an input.
func (r *reader) functionReads(input string) bool {
	typed := r.opts.typed(r.words.Inputs)
	for i := range r.opts.Functions {
		f := &r.opts.Functions[i]
		if !r.k.used.everywhere[f.Name] {
			continue
		}
		for _, v := range f.values(typed) {
			if slices.Contains(v.reads, input) {
				return true
			}
		}
	}
	return false
}
