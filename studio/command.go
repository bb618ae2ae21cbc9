package studio

// Op selects what a command does.
type Op string

// These are the commands. Each lists the fields of [Command] that it reads besides op.
const (
	// AddState adds a state: parent, name, initial, x, y, text (optional: the body, in YAML), index (optional: the
	// place among its siblings, from 0; default: last).
	AddState Op = "add_state"
	// RenameState renames a state and all references to it: state, name.
	RenameState Op = "rename_state"
	// DeleteState deletes states with the transitions that lead to them: state, or states.
	DeleteState Op = "delete_state"
	// DuplicateState copies a state beside itself: state, name (optional).
	DuplicateState Op = "duplicate_state"
	// MoveState moves a state among its siblings: state, index.
	MoveState Op = "move_state"
	// Nest moves states into another state of the same automaton, or into a new one: states, parent, or
	// name of the new state.
	Nest Op = "nest"
	// Unnest moves a state out of its parent: state.
	Unnest Op = "unnest"
	// SetInitial makes a state the initial state of its automaton: state.
	SetInitial Op = "set_initial"
	// SetFinal makes a state final: state, value (true, failed or false).
	SetFinal Op = "set_final"

	// AddTransition adds a transition: state, to, and optionally name, event, after, if, index.
	AddTransition Op = "add_transition"
	// Retarget changes the target of a transition: transition, to; or its source: transition, state.
	Retarget Op = "retarget"
	// ReorderTransition moves a transition among those of its state: transition, index.
	ReorderTransition Op = "reorder_transition"
	// RenameTransition names a transition: transition, name.
	RenameTransition Op = "rename_transition"
	// DeleteTransition deletes a transition: transition.
	DeleteTransition Op = "delete_transition"
	// DisableTransition disables or enables a transition: transition, value (true or false).
	DisableTransition Op = "disable_transition"

	// Set sets one key of a transition, a state or the machine: transition, state or neither; key and
	// text, or actions. An empty text removes the key. Keys: if, after, event, then, priority, name,
	// description; entry, do, exit, stop_within, call; rate_hz, history; description, level, …
	Set Op = "set"
	// SetDeclaration adds, changes or renames a parameter, an input, a variable, an output or a function:
	// key (parameters, inputs, variables, outputs or functions), name, text (its value in YAML), to (its
	// new name; a rename changes the expressions that read it).
	SetDeclaration Op = "set_declaration"
	// DeleteDeclaration deletes a declaration: key, name.
	DeleteDeclaration Op = "delete_declaration"

	// Paste adds states or transitions from a clip: parent, clip, x, y.
	Paste Op = "paste"
	// Layout places states: places; or clears the layout of an automaton: parent, value "clear". Any other command
	// may also carry places: those at which the canvas draws states without a place in the file. They are stored
	// too, so that these states do not move later.
	Layout Op = "layout"
	// ReplaceText replaces the whole text, from the YAML pane: text.
	ReplaceText Op = "replace_text"
)

// Command is one change of a document. It refers to states and transitions by their ids.
type Command struct {
	Op         Op       `json:"op"`
	State      string   `json:"state,omitempty"`
	States     []string `json:"states,omitempty"`
	Transition string   `json:"transition,omitempty"`
	Parent     string   `json:"parent,omitempty"` // id of the enclosing state; "" for the machine
	Name       string   `json:"name,omitempty"`
	To         string   `json:"to,omitempty"`
	Index      *int     `json:"index,omitempty"`
	Key        string   `json:"key,omitempty"`
	Value      string   `json:"value,omitempty"`
	Text       string   `json:"text,omitempty"`
	Actions    []Action `json:"actions,omitempty"`
	Initial    bool     `json:"initial,omitempty"`
	Event      string   `json:"event,omitempty"`
	After      string   `json:"after,omitempty"`
	If         string   `json:"if,omitempty"`
	X          *float64 `json:"x,omitempty"`
	Y          *float64 `json:"y,omitempty"`
	Places     []Spot   `json:"places,omitempty"`
	Clip       string   `json:"clip,omitempty"`
}

// Spot is the place of a state on the canvas.
type Spot struct {
	State  string  `json:"state"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width,omitempty"`
	Height float64 `json:"height,omitempty"`
	// Closed removes the size. Without a size, the inner states are not drawn inside the state.
	Closed bool `json:"closed,omitempty"`
}
