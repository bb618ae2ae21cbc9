// Package graph draws machines: as Graphviz DOT, as Mermaid, and, with the layout
// of Graphviz, as SVG.
//
// A state is a rounded box with its name and its actions, an automaton or a region
// a box around its states. A dot is where an automaton begins, a ring with a dot
// where it ends (FINAL), a ring with a cross where it fails (FAILED); H, H* and R
// in a circle are its histories shallow, deep and resume, where the machine writes
// one. An edge has the name of its transition, its event, its time, its guard in
// brackets and its actions behind a slash. A transition that does not leave its
// state is a line inside the box.
//
// With [Options] a running machine is drawn as by the Lua behaviour engine's SkillGUI: active states dotted, taken edges
// dashed and numbered in their order.
//
// The same machine and options always give the same text.
package graph

// Options holds what to show in addition to the machine.
type Options struct {
	// Active are the paths of active states; those around them are active too.
	Active []string
	// Trace is the transitions taken, the oldest first.
	Trace []Step
	// Across draws from left to right instead of downwards.
	Across bool
	// Inside limits the drawing to the content of the state with this path; "" draws the whole machine.
	Inside string
	// Depth draws so many automata inside each other; those below are a number in their state. 0 draws all.
	Depth int
	// Page scales and folds the drawing so that it fits on a page of these inches; 0 leaves it as large as it is.
	PageWidth, PageHeight float64
	// NoLayout places the states automatically, even if the machine has their positions.
	NoLayout bool
	// Plain leaves out the actions.
	Plain bool
}

// Step is a transition that was taken.
type Step struct {
	From string // the path of the state it left
	To   string // path of its target, or FINAL or FAILED
	Name string // may be ""
	Must bool   // a drawing without this transition is an error
}
