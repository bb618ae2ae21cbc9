package studio

// Op is what a command does.
type Op string

// The commands. Each lists the fields of [Command] that it reads besides op.
const (
	// AddState adds a state: parent, name, initial, x, y, text (the body, in YAML; optional), index (before
	// which sibling, counted from 0; absent: the last).
	AddState Op = "add_state"
	// RenameState renames a state and all that names it: state, name.
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
	// Unnest moves a state out of the state around it: state.
	Unnest Op = "unnest"
	// SetInitial makes a state the one that its automaton begins with: state.
	SetInitial Op = "set_initial"
	// SetFinal makes a state final: state, value (true, failed or false).
	SetFinal Op = "set_final"

	// AddTransition adds a transition: state, to, and optionally name, event, after, if, index.
	AddTransition Op = "add_transition"
	// Retarget changes where a transition leads: transition, to; or where it begins: transition, state.
	Retarget Op = "retarget"
	// ReorderTransition moves a transition among those of its state: transition, index.
	ReorderTransition Op = "reorder_transition"
	// RenameTransition names a transition: transition, name.
	RenameTransition Op = "rename_transition"
	// DeleteTransition deletes a transition: transition.
	DeleteTransition Op = "delete_transition"
	// DisableTransition switches a transition off or on: transition, value (true or false).
	DisableTransition Op = "disable_transition"

	// Set sets one key of a transition, a state or the machine: transition, state or neither; key and
	// text, or actions. An empty text removes the key. Keys: if, after, event, then, priority, name,
	// description; entry, do, exit, stop_within, call; rate_hz, history; description, level, …
	Set Op = "set"
	// SetDeclaration adds, changes or renames a parameter, an input, a variable, an output or a function:
	// key (parameters, inputs, variables, outputs or functions), name, text (its value in YAML), to (its
	// new name; a rename changes the expressions that read it).
	SetDeclaration Op = "set_declaration"
	// DeleteDeclaration deletes one: key, name.
	DeleteDeclaration Op = "delete_declaration"

	// Paste adds states or transitions from a clip: parent, clip, x, y.
	Paste Op = "paste"
	// Layout places states: places, or clears the layout of an automaton: parent, value "clear". Places that come with any other
	// command are where the canvas draws states that the file does not place: they are stored along, so that nothing moves later.
	Layout Op = "layout"
	// ReplaceText replaces the whole text, from the YAML pane: text.
	ReplaceText Op = "replace_text"
)

// Command is one change of a document. It names states and transitions by their ids.
type Command struct {
	Op         Op       `json:"op"`
	State      string   `json:"state,omitempty"`
	States     []string `json:"states,omitempty"`
	Transition string   `json:"transition,omitempty"`
	Parent     string   `json:"parent,omitempty"` // id of the state around; "" for the machine
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

// Spot is where a state is drawn.
type Spot struct {
	State  string  `json:"state"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width,omitempty"`
	Height float64 `json:"height,omitempty"`
	// Closed removes the size: the inside of a state that has none is not drawn in it.
	Closed bool `json:"closed,omitempty"`
}
