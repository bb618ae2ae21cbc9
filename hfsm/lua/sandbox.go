package lua

import (
	"hash/fnv"
	"math/rand/v2"

	glua "github.com/yuin/gopher-lua"
)

// sandbox is one interpreter without access to the outside: it has no libraries for files, processes, the clock, the
// interpreter itself, or coroutines (which would have a budget of their own), and all other libraries are limited.
type sandbox struct {
	*bounds
	l      *glua.LState
	env    *glua.LTable // the global names; scripts never see the table itself
	rng    *rand.Rand
	random *rand.PCG
	seeds  [2]uint64
	print  func(text string)
	// functions that rewritten texts are handed, in the order of helpers.
	handed [6]glua.LValue
	keep   []glua.LValue // values that live in addition to the globals, for the census
	kept   int           // length of keep when it was remembered
	first  []contents    // first contents of the tables that scripts can write
	census census
	broken error // after the interpreter itself failed; no script runs then
}

// The interpreter follows at most this many tables through __index in one instruction; its default is a hundred.
func init() { glua.MaxTableGetLoop = 10 } //nolint:gochecknoinits // it is the interpreter's, not ours

// newSandbox makes an interpreter. Its random numbers depend on name.
func newSandbox(opts Options, name string) *sandbox {
	opts = opts.withDefaults()
	l := glua.NewState(glua.Options{
		SkipOpenLibs: true, CallStackSize: callDepth,
		RegistrySize: fewRegisters, RegistryMaxSize: mostRegisters, RegistryGrowStep: registerStep,
	})
	s := &sandbox{bounds: &bounds{meter: &meter{}, opts: opts}, l: l, env: l.NewTable()}
	hash := fnv.New64a()
	hash.Write([]byte(name))
	s.seeds = [2]uint64{opts.Seed, hash.Sum64()}
	s.random = rand.NewPCG(s.seeds[0], s.seeds[1])
	s.rng = rand.New(s.random)
	l.Env = s.env
	l.SetContext(s.meter)
	s.census.most, s.census.l = opts.MaxMemory, l
	s.census.roots = func() []glua.LValue { return append([]glua.LValue{s.env}, s.keep...) }
	s.meter.watch, s.meter.watchIn = s.census.step, censusEvery
	s.openBase()
	s.openTable()
	s.openMath()
	s.openString()
	o := operators{s.bounds}
	for i, f := range []glua.LGFunction{o.concat, o.index, o.spread, o.length, o.compare, o.modulo} {
		s.handed[i] = l.NewFunction(f)
	}
	return s
}

// reseed restarts the random numbers.
func (s *sandbox) reseed() { s.random.Seed(s.seeds[0], s.seeds[1]) }

// register puts functions into a table.
func (s *sandbox) register(t *glua.LTable, functions map[string]glua.LGFunction) {
	for name, f := range functions {
		t.RawSetString(name, s.l.NewFunction(f))
	}
}

// function makes a function of code, for this interpreter.
func (s *sandbox) function(c *code) *glua.LFunction { return s.l.NewFunctionFromProto(c.proto) }

// run calls a function of code with the helpers and, if there is one, a value. The
// results are on the stack; see results.
func (s *sandbox) run(f *glua.LFunction, c *code, results int, values ...glua.LValue) error {
	if s.broken != nil {
		return s.broken
	}
	l := s.l
	l.Push(f)
	n := len(values)
	if c.helped {
		for _, h := range s.handed {
			l.Push(h)
		}
		n += len(s.handed)
	}
	for _, v := range values {
		l.Push(v)
	}
	return s.finish(l.PCall(n, results, nil), c)
}

// finish returns the error of a protected call, with its place.
func (s *sandbox) finish(err error, c *code) error {
	if err == nil {
		return nil
	}
	s.l.SetTop(0)
	e := runError(err, c.file, c.line)
	if e.Line == c.line { // the interpreter reports only a line
		e.Column = c.column
	}
	if a, ok := err.(*glua.ApiError); ok && a.Type == glua.ApiErrorPanic { //nolint:errorlint // PCall gives it bare
		s.broken = e
	}
	return e
}

// result pops the one result of a call from the stack.
func (s *sandbox) result() glua.LValue {
	v := s.l.Get(-1)
	s.l.Pop(1)
	return v
}

// contents are the keys and values of a table.
type contents struct {
	table        *glua.LTable
	keys, values []glua.LValue
}

// remember records the global names and the libraries, for restore.
func (s *sandbox) remember() {
	tables := []*glua.LTable{s.env}
	s.env.ForEach(func(_, v glua.LValue) {
		if t, ok := v.(*glua.LTable); ok {
			tables = append(tables, t)
		}
	})
	for _, t := range tables {
		c := contents{table: t}
		t.ForEach(func(key, value glua.LValue) { c.keys, c.values = append(c.keys, key), append(c.values, value) })
		s.first = append(s.first, c)
	}
	s.kept = len(s.keep)
}

// restore resets the interpreter to what remember recorded, which is faster than creating a new one.
func (s *sandbox) restore() {
	meta := s.env.Metatable
	for _, c := range s.first {
		c.table.ForEach(func(key, _ glua.LValue) { c.table.RawSet(key, glua.LNil) })
		for i, key := range c.keys {
			c.table.RawSet(key, c.values[i])
		}
		c.table.Metatable = glua.LNil
	}
	s.env.Metatable = meta
	s.keep = s.keep[:s.kept]
	s.census.walk = nil
	s.reseed()
}

// close frees the interpreter's stack.
func (s *sandbox) close() {
	if !s.l.IsClosed() {
		s.l.Close()
	}
}
