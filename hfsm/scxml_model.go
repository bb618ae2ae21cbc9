package hfsm

import "gonao/hfsm/chart"

// scxmlLimit is the limit of microsteps in one tick, unless the machine sets its own.
const scxmlLimit = 1000

// scxmlModel holds the parts of a model that only the profile scxml has. It is constant.
type scxmlModel struct {
	nodes  []scxmlNode // by state
	data   []datum     // in the order of the document
	begin  []action
	late   bool // data get their values when their states are first entered
	memory int  // history pseudo-states
}

// scxmlNode is a state.
type scxmlNode struct {
	initial []int // targets of its initial transition; for a history, the default ones
	arrive  []action
	entry   [][]action // blocks: a fault ends one of them
	exit    [][]action
	edges   []scxmlEdge
	data    []int // places in scxmlModel.data
	done    *payload
	invokes []invocation
	memory  int // for a history: its place in the machine's memory
}

// scxmlEdge is a transition.
type scxmlEdge struct {
	*transition
	events   []string
	targets  []int
	internal bool
	then     []action
}

// quantity evaluates an expression; location assigns to one.
type (
	quantity func(*Machine) (any, error)
	location func(*Machine, any) error
)

// datum is a variable of the data model.
type datum struct {
	name  string
	write location
	value quantity // may be nil
}

// word is a text that is written, or found out when it is needed.
type word struct {
	text  string
	value quantity // nil: the text
}

// message is the content of a send.
type message struct {
	event, target, kind, id, delay word
	idLocation                     location
	payload                        *payload
}

// payload is the data of an event.
type payload struct {
	parts   []payloadPart
	content quantity // nil: the parts
}

type payloadPart struct {
	name  string
	value quantity
	write location // location that an empty finalize writes, or nil
}

// invocation is a service that runs while its state is active.
type invocation struct {
	kind, source word
	id           string
	idLocation   location
	forward      bool
	finalize     []action
	assigns      bool // an empty finalize: returned values are assigned
	payload      *payload
	machine      *chart.Machine
}
