package lua

import (
	"fmt"

	glua "github.com/yuin/gopher-lua"
)

// preludeName is the file of a prelude in errors.
const preludeName = "prelude"

// Evaluate runs a data file once, such as Luar's keyframes, and returns its result: nil, a bool, a float64, a string, a
// []any for a table with the keys 1 to n, or a map[string]any for any other. Functions and similar values are left out.
// The prelude is run before it and may define what the file needs. The file runs in the sandbox, with
// [Options.LoadBudget].
func Evaluate(file string, src []byte, prelude string, opts Options) (any, error) {
	opts = opts.withDefaults()
	box := newSandbox(opts, file)
	defer box.close()
	box.meter.grant(opts.LoadBudget, "in a file of data")
	if _, err := box.evaluate(preludeName, prelude); err != nil {
		return nil, err
	}
	v, err := box.evaluate(file, string(src))
	if err != nil {
		return nil, err
	}
	value, err := goValue(v, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return value, nil
}

// evaluate runs a text and returns its first result.
func (s *sandbox) evaluate(file, text string) (glua.LValue, error) {
	parsed, err := parseText(file, 0, text, s.opts.MaxSource)
	if err != nil {
		return nil, err
	}
	c, err := parsed.compile()
	if err != nil {
		return nil, err
	}
	if err := s.run(s.function(c), c, 1); err != nil {
		return nil, err
	}
	return s.result(), nil
}

// mostDeep is how deep tables may lie in each other: one may hold itself.
const mostDeep = 20

// goValue returns a value of Lua as one of Go.
func goValue(v glua.LValue, depth int) (any, error) {
	switch v := v.(type) {
	case glua.LBool:
		return bool(v), nil
	case glua.LNumber:
		return float64(v), nil
	case glua.LString:
		return string(v), nil
	case *glua.LTable:
		if depth == mostDeep {
			return nil, fmt.Errorf("tables more than %d deep in each other", mostDeep)
		}
		return goTable(v, depth)
	}
	return nil, nil
}

// goTable returns a table as a slice, or as a map.
func goTable(t *glua.LTable, depth int) (value any, err error) {
	list, byName := []any{}, map[string]any{}
	t.ForEach(func(key, v glua.LValue) {
		inner, bad := goValue(v, depth+1)
		if bad != nil {
			err = bad
		}
		if n, ok := key.(glua.LNumber); ok && int(n) == len(list)+1 {
			list = append(list, inner)
		} else if inner != nil {
			byName[key.String()] = inner
		}
	})
	if len(byName) == 0 && len(list) > 0 {
		return list, err
	}
	for i, v := range list {
		byName[fmt.Sprint(i+1)] = v
	}
	return byName, err
}
