package lua

// Options bound what scripts may use. The zero value takes the defaults below.
type Options struct {
	// Budget is how many instructions the scripts of one session may take in one
	// tick of its machine. Long library calls count for many.
	Budget int
	// LoadBudget is the same for reading a skill, and for running its file once
	// more when a machine begins to use it.
	LoadBudget int
	// MaxString is the longest string a script can make, bytes. What the host
	// hands in may be longer.
	MaxString int
	// MaxMemory is how much the data of one session may hold, bytes, as estimated
	// by walking them now and then.
	MaxMemory int
	// MaxSource is the longest file or piece of text, bytes.
	MaxSource int
	// Seed begins math.random; each use of a chart has a sequence of its own.
	Seed uint64
	// Log takes what scripts print while a file is read; nil drops it. Machines
	// log through their trace.
	Log func(text string)
}

// The defaults. They bound the worst that a hostile script can do to a tick, which is
// some ms (see BenchmarkWorstTick); a skill of the size of those in behavior/ takes some
// hundred instructions, the file of one of 1,000 states 55,000.
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

// withDefaults fills in what was left 0.
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
