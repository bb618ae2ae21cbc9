// Package hfsm runs hierarchical state machines that are written as data.
//
// A machine is a YAML file. [Load] checks it and returns a constant [Model] or
// every fault it found at once; [New] returns a [Machine], the mutable part, which
// the caller steps with [Machine.Tick] and a clock of its own.
//
//	machine: follow_and_dance   # its name
//	rate_hz: 10                 # how often its transitions are looked at; 10 when absent
//	history: resume             # none | shallow | deep | resume; resume when absent
//	inputs: {positions_reached: int}            # bool | int | float | string, written by the host
//	variables: {turns: {type: int, initial: 0}} # written by the action "set"
//	initial: followBall
//	states:
//	  followBall:
//	    transitions: [{after: 10s, to: dance, name: enough}]
//	    rate_hz: 50             # of the automaton inside this state
//	    history: resume         # what that automaton does when the state is entered again
//	    initial: red
//	    states:
//	      red:
//	        entry: {set: {turns: turns + 1}}    # one action or a list of them
//	        do: {track: {color: red}}           # runs while the state is active
//	        exit: [...]
//	        transitions: [{if: turns > 3 and not failed, to: FINAL}]
//
//	  dance:
//	    call: {machine: waltz, with: {beats: =turns + 2}, returns: {turns: danced}}
//	  guard:
//	    regions:                # side by side, all active with their state
//	      legs: {initial: stand, states: {stand: {}}}
//	      head: {initial: look, states: {look: {transitions: [{event: seen, then: {raise: found}}]}}}
//
// Package [gonao/hfsm/chart] documents all that a file may contain.
//
// # The profile robot
//
// An automaton is a set of sibling states, one of which is active: the inside of a
// state with states. It looks at its transitions on its own grid, the multiples of
// its period since the machine's first entry; an automaton without a rate of its own
// takes that of the automaton around it, and one that is entered looks at once.
// [Machine.Tick] works off all grid times up to its own in the order of time, so that
// a trace does not depend on how often the host ticks, and a stall loses nothing. At
// one grid time the outer automaton comes first, and a state's transitions are tried
// by priority, then in the order of the file. A transition is taken when it has been active for `after` (if written), an
// event it names has come (if written) and `if` (if written) holds; the transitions
// of the new state are tried at once, up to [MaxTransitions] at one grid time or what
// `max_transitions` says, and as many for each event that has come; beyond it Tick
// returns a [LoopError], and the automaton continues at its next grid time. Where a transition changes the state of an automaton further out, that
// one tries those of its new state at its own next grid time.
//
// Time in a state counts from the grid time of the transition that entered it,
// not from the moment the program got round to it, so lateness never adds up. What
// the host sets between two ticks counts from the first of them on. A host that may be
// late ticks the machine once more before it sets what is new, a period before now:
// then the grid times that were missed see the inputs as they were. Activities live in
// the host's time: they take one step in a tick, at their automaton's last grid time.
//
// `to` names a sibling, or a state by its path from the top ("dance/left"), or
// one of the two exits FINAL and FAILED of the automaton; so does entering a state
// that is `final`. All that a transition leaves is left, innermost first, then comes
// `then`, then all is entered, outermost first, both by the order of the file. A
// transition to its own state leaves it and enters it anew. An `internal` one leads
// inside its own state, which is not left.
//
// A transition without `to` only acts, and an `internal` one does not leave its state.
// Both are taken at most once at a grid time (with an event: once for each), and their
// `after` counts from the last time they were taken, so they recur.
//
// A guard reads the inputs, the variables, and four words: elapsed (s in this
// state), final and failed (of its activities and its automaton or regions: all
// final, one failed), and event (the name of the event in question). Package
// [gonao/hfsm/expr] is their language; age(x) and stale(x) read how old an input is.
//
// # Regions
//
// All regions of a state are entered and left with it. Each is an automaton of its
// own; a transition from one into another leaves and enters their state. Within a
// tick they come in the order of the file.
//
// # Events
//
// The host posts events, with [Machine.PostAt] at a time; actions raise and send them.
// An event `a` is awaited by `a`, and `a.b` by `a` too; `*` awaits any.
//
// Each automaton looks at each event once, at its first grid time from then on, and at
// one event after the other, in the order in which they came: at one grid time, all
// automata whose time it is look at the first event, the outer ones first, then at the
// second. What an action raises comes last, at the same grid time. The automaton takes
// transitions as at any grid time, those that wait for this event among them, until none
// may be taken; the first that waits for it consumes it for this automaton, and no
// other transition does. Where its state waits for no event, or nothing consumes it, the
// event is over for this automaton. An automaton that is entered looks at the events
// after those that the automaton of the transition has looked at; none looks at what came
// before the machine's first entry.
//
// An event at which all automata have looked and that none has consumed is in the trace
// ([RecordMissed]) with the reason: unawaited, or the transition that waited for it with
// its guard or its time. A machine keeps the last 64 events; older ones are missed, too.
//
// # History
//
// When a state with an automaton inside is left, that automaton stops where it
// is. When the state is entered again:
//
//	none     it begins at its initial state
//	shallow  it goes back to the state it was in, which begins anew
//	deep     so do all automata below it
//	resume   so do all automata below it, and each state keeps the time it has
//	         already spent: the ghost states of VisualHFSM (Menéndez et al. 2013)
//
// A nested automaton with a history of its own follows that; one without follows
// the automaton around it, and begins anew below a shallow one; the machine's
// own history is for the automata of its uppermost states. A state that left the
// automaton by a transition of its own was not interrupted: it begins anew. Entry
// and exit actions run at every entry and exit, also when a state is resumed; an
// activity is started with which of the two it is. An automaton that ended begins anew.
//
// # Activities that need time to stop
//
// Leaving a state stops its activities. One that is a [Stopper] may need several
// ticks: the transition is decided, what is inside is left as far as nothing has to
// be waited for, and the automaton waits, up to the state's `stop_within`; then come
// the remaining exit actions, `then` and the entry. An automaton further out goes on
// meanwhile and may leave by a transition of its own, which takes the place of the
// one that waits; regions beside go on too. A ghost's time ends with the decision.
//
// # Machines that call machines
//
// A call puts the states of another machine into the calling state when the machine
// is loaded, with values of their own; inputs are shared by their names. Its
// parameters are evaluated when it begins; interrupted, it goes on by the history
// with the values it had. Its FINAL and FAILED are final and failed of the state;
// its outputs are copied when the state is left. A machine may not call itself, nor
// one of a higher level, nor one that its space does not offer.
//
// # Faults
//
// An error of an activity is its failed outcome. An error of an action or a guard,
// a variable that is to get a value outside its range among them, ends the automaton
// of that state as failed; a precondition that does not hold ends the called machine.
// [Machine.Cause] keeps the last error. What fails at the top ends the machine.
//
// # Findings
//
// [Compile] returns everything it finds at once. Errors keep a machine from running:
// what is not understood, not known or of the wrong type, cycle (of transitions that
// wait for nothing), never-true of a constant. Warnings are what was probably not
// meant, of the profile robot:
//
//	no-initial              the first state was taken
//	history-without-states  there is nothing to remember
//	unreachable-state       no transition leads there
//	dead-end                a state that nothing ever leaves, and that ends nothing
//	failure-not-taken       a state that is left only when what runs in it ends well
//	guarded-cycle           transitions that lead back to where they began when their guards
//	                        hold together, with values at which they do; not where an
//	                        activity of these states may change an input when it starts
//	time-below-period       an after that the automaton is too slow for
//	never-true, always-true a guard, whatever the values in their declared ranges
//	overlap                 two guards of one priority that may hold together, with
//	                        values at which they do, and which transition is taken
//	shadowed                a transition that another one always comes before
//	unknown-event           nobody raises it
//
// Notes are never-read, never-written and unused of values, unheard-event of what is
// raised and no transition waits for, unknown-layout. Guards are held against values
// around their constants: all of them, where numbers and texts are compared with
// constants only; where there are too many, some.
package hfsm
