package hfsm

// How the engine works
//
// For whoever changes `hfsm`. How to use machines: state machines (docs/state-machines.md); what they mean: the
// language (docs/state-machines/language.md) and the comment of package `hfsm`.
//
// # What there is
// A model is constant: states, automata (the inside of a compound state), transitions and values with numbers, and functions made of
// expressions and actions (`compile_*.go`). A state is numbered before what is inside it, so that the inside of state s are the numbers
// from s+1 to `last`. A machine is what changes; its parts are fields of `Machine`:
//
// | part | holds |
// |-|-|
// | `clock` | when the machine was entered, its last tick, the grid time it stands at (`at`), and `wake`: nothing is due before |
// | `tree` | for each state whether it is active; for each automaton its state, since when, its next tick, the next event it looks at, a transition that waits |
// | `values` | values by slot; of inputs, when they were set |
// | `activities` | for each use: idle, acting or stopping, and how it ended |
// | `events` | a ring of the last 64, of which nothing is taken out; automata hold the number of the next one they look at |
// | `robot` | when transitions that only act were taken, and faults that have not been dealt with |
// | `turn` | the tick under way: its time, how many transitions it may still take, whether a debugger ends it |
// | `trace` | the recorder: the last 512 records and 1,024 transitions, and the streams |
//
// `scxml_*.go` is the W3C's algorithm on the same model; `Machine.Tick` chooses one of the two.
//
// # One tick, step by step
//
//	machine: guard
//	inputs: {ball_age: float, battery: float}
//	initial: on
//	states:
//	  on:
//	    rate_hz: 50
//	    transitions: [{if: battery < 0.1, to: off}]
//	    initial: look
//	    states:
//	      look: {transitions: [{if: ball_age < 0.5, to: follow}]}
//	      follow: {do: {track: {color: red}}, transitions: [{if: ball_age > 2, to: look}]}
//	  off: {final: true}
//
// The outer automaton (0) ticks at 10 Hz, the inner one (1) at 50 Hz. The machine was entered at 7 s of the host's clock and is in `on/look`; `battery` is 0.9, and `ball_age` was 9. The host
// sets `ball_age` to 0.1 and calls `Tick(7.1 s)`; its last tick was at 7.06 s.
//
// 1. Is anything due? `Tick` compares 100 ms since the entry with `wake`, 80 ms. A time before `wake` would end here: inputs get
//    their time, nothing else is looked at.
// 2. The recorder is told (`enterTick`). Nothing is recorded so far; were nothing to happen, nothing would be.
// 3. Inputs that were set since the last tick get its time (`values.stamp`).
// 4. Grid times in order (`turn.perform`): 80 ms, then 100 ms. Each is an `instant`: events that have come by then are looked at one by
//    one, each in a pass of its own; without an event there is one pass.
// 5. The pass at 80 ms (`robot.pass`): automaton 0 is not due before 100 ms. `tree.following` leads inside its active state, to automaton 1,
//    which is due: `robot.tick`. Its next tick is set to 100 ms, the machine stands at 80 ms.
// 6. Its transitions (`choose`): the first one of `look` whose time is up and whose guard holds: `ball_age < 0.5`. `follow` counts it against
//    the budget and takes it.
//    Had it not held, automaton 1 would be *settled*: a guard that reads only values is looked at again when a value has changed
//    (`values.version`). One that reads `elapsed`, `age`, `stale`, `active` or an outcome, and a script, is looked at in each tick.
// 7. Taking it (`take`): activities of what is left are asked to stop, innermost first, and states are left as far as nothing has to be
//    waited for (`quitInside`). When an activity needs time, the transition waits in its automaton, and `waited` goes on in later ticks.
//    Nothing runs in `look`, so `complete` leaves the rest, does `then`, and enters `on/follow` outermost first (`enterInto`, `activate`):
//    entered at 80 ms, whatever the host's clock says; `track` is started.
// 8. It is recorded (`recordEdge`): the first record of a tick opens it (`openTick`): its time and the inputs that have changed, as they stood when the
//    tick began. Then comes the transition, in numbers of the model, and `OnTransition` is called.
// 9. The new state's transitions are tried at once: `ball_age > 2` does not hold. Then activities take a step (`stay`), unless the automaton has
//    another grid time in this tick: `track` waits, since 100 ms comes too.
// 10. The pass at 100 ms: automaton 0 is due: `battery < 0.1` does not hold. Inside, automaton 1 ticks, and `track` takes its step with the host's time, 7.1 s.
//     Had the outer transition been taken, the pass would have continued inside the state that is active then.
// 11. `wake` is the smallest next tick the pass has seen: 120 ms. `exitTick` records what activities wrote to inputs, if the tick has a record.
//
// # Where transitions change an automaton further out
// `tick` returns the automaton whose state has changed: its own, or one further out. The pass continues inside that one. Its own next grid time is
// when the transitions of its new state are tried. `tree.following` gives the order: into the active state, else to `after`, which the
// compiler has found for each automaton: the next region beside it, or what comes after the automaton around it.
//
// # Faults
// An error of an action or a guard is noted at its automaton (`blame`). What is being entered or left goes on to its end, so that the tree stays whole; `settle`
// then ends the automata with a fault as failed, outermost first. It starts again after each, because leaving may fail as well.
//
// # What debuggers and replays do
// `Control` and `Playback` are doors for other packages. A debugger ends a tick before its next transition (`turn.halted`); the automaton's next tick
// is set to the same time, so that the next call goes on there. A replay has no activities: it counts their calls, as the machine did, and
// gives back what the records say they returned (`Call` of a record). Ticks without a record are skipped in one step (`rest`), because all
// they change is where each automaton stands on its grid.
//
// `Memory` is everything that changes, by number: snapshots give it names, a reload maps it to another model, a restore sets it.
