// Package hfsm runs hierarchical state machines that are written as data.
//
// A machine is a YAML file. [Load] checks it and gives a constant [Model] or
// every fault it found at once; [New] gives a [Machine], the mutable part, which
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
// # Semantics
//
// An automaton is a set of sibling states, one of which is active. It looks at
// its transitions on its own grid, the multiples of its period since the
// machine's first entry; an automaton without a rate of its own takes that of
// the automaton around it. In one tick the outer automaton comes first, and a
// state's transitions are tried in the order of the file. A transition is taken
// when it has been active for `after` (if written) and `if` (if written) holds;
// the transitions of the new state are tried at once, up to [MaxTransitions] in
// one tick; beyond it Tick returns a [LoopError] and goes on with the next tick.
// Where a transition changes the state of an automaton further out, that one
// tries those of its new state at its own next grid time.
//
// Time in a state counts from the grid time of the transition that entered it,
// not from the moment the program got round to it, so lateness never adds up; a
// timed transition that comes late is dated at the grid time it was due.
//
// `to` names a sibling, or a state by its path from the top ("dance/left"), or
// one of the two exits FINAL and FAILED of the automaton. A guard knows the
// inputs, the variables, and three words about the state it belongs to: elapsed
// (s in this state), final and failed (its activity or its automaton has ended).
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
// activity is told which of the two it is. An automaton that ended begins anew.
package hfsm
