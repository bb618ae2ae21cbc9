package lua

import "gonao/hfsm/chart"

// Options bound the resources of scripts. A zero field stands for the default below.
type Options struct {
	// Budget is the number of instructions that the scripts of one session may run in one
	// tick of an automaton; in the profile scxml, of the machine. Long library calls count for many.
	Budget int
	// LoadBudget is the same for reading a skill, and for running its file again when a machine begins to use it.
	LoadBudget int
	// MaxString is the longest string a script can make, bytes. A string
	// of the host may be longer.
	MaxString int
	// MaxMemory bounds the memory of the data of one session, bytes. It is estimated by
	// walking the data now and then.
	MaxMemory int
	// MaxSource is the longest file or piece of text, bytes.
	MaxSource int
	// Seed is the seed of math.random; each use of a chart has its own sequence.
	Seed uint64
	// Functions are those of the host, by the names that scripts call. See [Function].
	Functions []Function
	// Typed are the typed functions that Functions consist of. They may read inputs, and call those before them.
	Typed []chart.Function
}

// The defaults. They bound the processor time of the worst tick of a hostile script to
// some ms (see BenchmarkWorstTick). A skill of the size of those in behavior/ runs some
// hundred instructions, the file of one with 1,000 states 55,000.
const (
	DefaultBudget     = 10_000
	DefaultLoadBudget = 60_000
	DefaultMaxString  = 4 << 10
	DefaultMaxMemory  = 8 << 20
	DefaultMaxSource  = 256 << 10
)

// Of the interpreter itself.
const (
	callDepth     = 100  // calls inside each other
	fewRegisters  = 256  // values on the stack at first,
	mostRegisters = 4096 // and at most
	registerStep  = 512
	mostUnpacked  = 256  // values of unpack and string.byte
	sparseIndex   = 1024 // integer keys up to here may be set in any order
	longestArray  = 1 << 16
)

// withDefaults returns the options with defaults in place of zeros.
func (o Options) withDefaults() Options {
	set := func(v *int, to int) {
		if *v <= 0 {
			*v = to
		}
	}
	set(&o.Budget, DefaultBudget)
	set(&o.LoadBudget, DefaultLoadBudget)
	set(&o.MaxString, DefaultMaxString)
	set(&o.MaxMemory, DefaultMaxMemory)
	set(&o.MaxSource, DefaultMaxSource)
	return o
}
