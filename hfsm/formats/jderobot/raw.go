package jderobot

// rawState is a state as any dialect writes it: the states of flat dialects are first
// moved into their owners, so that the rest of the package handles one form.
type rawState struct {
	at       *element
	id       string
	name     string
	initial  bool
	x, y     string
	code     *element
	compound bool // it has an automaton inside, possibly empty

	// Of the automaton inside it.
	period      *element
	functions   *element
	variables   *element
	parameters  *element
	states      []*rawState
	transitions []*rawTransition
}

// rawTransition is a transition of the automaton it is listed in.
type rawTransition struct {
	at        *element
	id        string
	name      string
	x, y      string
	origin    string    // an id
	within    *rawState // the state it is written inside, if any
	target    string    // an id
	timed     bool
	time      *element
	condition *element
	code      *element
}

// document is a whole file.
type document struct {
	dialect string
	name    string // may be empty
	root    *rawState
	lost    []*element // automata that no state has

	globalFunctions  *element
	globalVariables  *element
	globalParameters *element
	libraries        []string
	librariesAt      *element
	build, run       []string // dependencies
	buildAt, runAt   *element
	config           []config
	manner           *element   // how it runs, as gonao 0.2 wrote it
	kept             []*element // parts without a place in E, as gonao 0.2 wrote them
}

// config is an interface or a topic.
type config struct {
	at   *element
	role string
}
