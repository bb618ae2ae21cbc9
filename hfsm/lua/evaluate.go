package lua

import (
	"fmt"

	glua "github.com/yuin/gopher-lua"
)

// preludeName is the file of a prelude in errors.
const preludeName = "prelude"

// Evaluate runs a data file once, such as Luar's keyframes, and returns its result: nil, a bool, an int64 for a whole
// number, a float64, a string, a []any for a table with the keys 1 to n, or a map[string]any for any other. A function is an
// error. The prelude is run before it and may define what the file needs. The file runs in the sandbox, with
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
	value, err := toGo(v)
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
