package hfsm

import "gonao/hfsm/chart"

// Language runs the texts of machines that are not typed expressions: Lua, or the data model of an SCXML document. For
// each chart it returns a [Unit]; from a unit comes a [Session] for each running machine that uses it.
type Language interface {
	// Unit begins a chart. The chart is being checked and is not to be changed.
	Unit(c *chart.Machine) (Unit, error)
}

// Use is the purpose of a piece of text.
type Use uint8

// The uses.
const (
	Condition Use = iota // evaluates to true or false
	Quantity             // has a value
	Location             // can be assigned to
	Statement            // is executed
	Content              // inline content of an SCXML document; the language defines its value
)

// Unit is the constant part of a chart's text.
type Unit interface {
	// Piece prepares one piece of text and returns its id. An error that holds more
	// than the piece's place is a [chart.Finding].
	Piece(text chart.Expression, use Use) (id int, err error)
	// Open makes the mutable part for one use of the chart in a machine.
	Open(scope *Scope) (Session, error)
}

// Session is the data of one machine in its language. An error of a piece that
// runs is an event error.execution in the profile scxml; in the profile robot it
// makes the automaton fail, with that cause.
type Session interface {
	// Begin is called before each tick of an automaton, and of a machine of the profile scxml: it
	// grants the pieces of this tick their budget.
	Begin()
	Bool(id int) (bool, error)
	Value(id int) (any, error)
	Run(id int) error
	Assign(id int, value any) error
	// Each does body for each item of an array; item and index name variables.
	Each(array int, item, index string, body func() error) error
	// Event sets the current event that pieces read; may be nil.
	Event(e *Event)
	// Reset brings the data to where they stand before the first entry.
	Reset() error
	Close()
}

// Event is something that happened, as transitions with events see it.
type Event struct {
	Name string // words joined by dots
	Kind EventKind
	Data any // nil, bool, int64, float64, string, []any, map[string]any, or a type of the sender

	// Of SCXML:
	SendID     string
	Origin     string
	OriginType string
	InvokeID   string
}

// EventKind is where an event is from.
type EventKind uint8

// The kinds of events.
const (
	External EventKind = iota
	Internal
	Platform // errors and the ends of states
)

// Scope is the part of its machine that a session may read: the names of its chart. A slot is constant for the life of
// the machine.
type Scope struct {
	Machine *Machine
	// Path is the state that calls the chart, "" for the machine's own.
	Path  string
	names map[string]scoped
}

type scoped struct {
	slot     int
	typ      Type
	writable bool // a variable or an output, no input
	input    bool
	declared *chart.Declaration
}

// Slot finds an input, a variable, an output or a parameter.
func (s *Scope) Slot(name string) (slot int, t Type, writable, ok bool) {
	n, ok := s.names[name]
	return n.slot, n.typ, n.writable, ok
}
