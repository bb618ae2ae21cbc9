package studio

// Format is the format of a document's text.
type Format string

// The formats. SCXML and JdeRobot's XML are imported: their document is YAML.
const (
	YAML Format = "yaml" // a machine
	Lua  Format = "lua"  // a skill, edited as text
	// A file that cannot be imported, as it has faults: its own text, until it is mended, saved and opened again.
	SCXMLText    Format = "scxml"
	JdeRobotText Format = "jderobot"
)

// Disk is how the file on disk compares with what the document was read from or saved as.
type Disk string

// The comparisons.
const (
	DiskSame    Disk = "same"
	DiskChanged Disk = "changed" // another program wrote it
	DiskGone    Disk = "gone"    // another program deleted or moved it
	DiskNew     Disk = "new"     // there is no file yet: the text is that of a machine that runs
)

// Snapshot is a document at one revision. The latched topic studio/document/<id> carries it.
type Snapshot struct {
	ID     string `json:"id"`
	Path   string `json:"path"` // of the file, relative to the studio's directory, with slashes
	Format Format `json:"format"`
	// Imported is the path of the SCXML or JdeRobot file that the document was made from, "" for none.
	Imported string `json:"imported,omitempty"`
	// Revision grows by one with every change. A command names the revision it was made for.
	Revision int `json:"revision"`
	// SavedRevision is the revision that was last written to the file; 0 for none.
	SavedRevision int    `json:"saved_revision"`
	Unsaved       bool   `json:"unsaved"` // the text differs from the saved one
	Text          string `json:"text"`
	Machine       View   `json:"machine"`
	// Findings is what the check of this revision found; the machine runs when none is an error.
	Findings []Finding `json:"findings"`
	// Losses is what the format of an imported file holds and the document cannot.
	Losses []Finding `json:"losses"`
	// CanUndo and CanRedo hold, by author, the words of the command that undo and redo would act on.
	CanUndo map[string]string `json:"can_undo"`
	CanRedo map[string]string `json:"can_redo"`
	Disk    Disk              `json:"disk"`
	// Recovered reports that the text comes from the autosave: the studio ended before it was saved.
	Recovered bool   `json:"recovered,omitempty"`
	Author    string `json:"author"` // of the last change
	// Hash names what the machine does; it stays the same when only comments or the layout change. ""
	// while the machine has errors.
	Hash string `json:"hash"`
}

// Severity is how grave a finding is.
type Severity string

// The severities.
const (
	SeverityError   Severity = "error"   // the machine cannot run
	SeverityWarning Severity = "warning" // it can, and probably does not do what was meant
	SeverityNote    Severity = "note"    // worth knowing
)

// Finding is one thing found in a document.
type Finding struct {
	Severity Severity `json:"severity"`
	Message  string   `json:"message"`
	Code     string   `json:"code,omitempty"` // the kind of finding, such as unreachable-state
	Key      string   `json:"key,omitempty"`  // where in the document: states.red.transitions[0].to
	// State is the id of the state it belongs to, Transition that of the transition; "" for none.
	State      string `json:"state,omitempty"`
	Transition string `json:"transition,omitempty"`
	Line       int    `json:"line"`   // from 1; 0 when it concerns the whole document
	Column     int    `json:"column"` // from 1, in characters
}

// StateKind is what a state is.
type StateKind string

// The kinds of states.
const (
	Leaf      StateKind = "leaf"
	Composite StateKind = "composite" // has states inside
	Parallel  StateKind = "parallel"  // has regions inside
	Region    StateKind = "region"
	FinalLeaf StateKind = "final"
	Call      StateKind = "call"   // runs another machine
	Memory    StateKind = "memory" // a history pseudo-state of SCXML
)

// View is a machine as the page draws it. Of an invalid document it holds what could be read.
type View struct {
	Name        string  `json:"name"`
	Description string  `json:"description,omitempty"`
	Profile     string  `json:"profile"`            // robot or scxml
	Language    string  `json:"language,omitempty"` // of its expressions: "" for typed ones, lua
	Level       string  `json:"level,omitempty"`    // motion, skill or agent
	RateHz      float64 `json:"rate_hz,omitempty"`
	History     string  `json:"history,omitempty"` // none, shallow, deep or resume; "" for that of the automaton around
	Initial     string  `json:"initial"`           // name of the state it begins with
	Parameters  []Value `json:"parameters"`
	Inputs      []Value `json:"inputs"`
	Variables   []Value `json:"variables"`
	Outputs     []Value `json:"outputs"`
	Functions   []Func  `json:"functions"`
	States      []State `json:"states"`
	Arrows      []Arrow `json:"arrows,omitempty"` // of a skill in Lua: calls of other skills
	Unreadable  bool    `json:"unreadable,omitempty"`
	Extends     string  `json:"extends,omitempty"` // the machine that it extends: both are drawn as one, and the text is edited
}

// Arrow is a call of another skill by a state of a skill in Lua.
type Arrow struct {
	State string `json:"state"` // id
	Skill string `json:"skill"`
}

// Value is a parameter, an input, a variable or an output.
type Value struct {
	Name        string   `json:"name"`
	Type        string   `json:"type"` // bool, int, float or string
	Description string   `json:"description,omitempty"`
	Unit        string   `json:"unit,omitempty"`
	Initial     string   `json:"initial,omitempty"` // as the file writes it; of a parameter: its default
	Min         *float64 `json:"min,omitempty"`
	Max         *float64 `json:"max,omitempty"`
	Enum        []string `json:"enum,omitempty"`
	StaleAfter  string   `json:"stale_after,omitempty"`
	From        *Source  `json:"from,omitempty"`
	Line        int      `json:"line"`
}

// Source is the field of a topic's messages that an input comes from.
type Source struct {
	Topic string `json:"topic"`
	Type  string `json:"type"`
	Field string `json:"field"`
}

// Func is a function of the machine: a typed expression of its parameters.
type Func struct {
	Name        string  `json:"name"`
	Description string  `json:"description,omitempty"`
	Parameters  []Param `json:"parameters"`
	Type        string  `json:"type"` // of the result
	Expression  string  `json:"expression"`
	Line        int     `json:"line"`
}

// Param is a parameter of a function.
type Param struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// State is a state with everything inside it.
type State struct {
	ID          string       `json:"id"` // its path from the top: followBall/red
	Name        string       `json:"name"`
	Kind        StateKind    `json:"kind"`
	Initial     bool         `json:"initial"` // the automaton it is in begins with it
	Final       bool         `json:"final"`
	Failed      bool         `json:"failed,omitempty"` // a final state that ends its automaton as failed
	Description string       `json:"description,omitempty"`
	Entry       []Action     `json:"entry"`
	Do          []Action     `json:"do"`
	Exit        []Action     `json:"exit"`
	StopWithin  string       `json:"stop_within,omitempty"`
	Call        *MachineCall `json:"call,omitempty"`
	// Begins is the name of the state that the automaton inside begins with.
	Begins  string  `json:"begins,omitempty"`
	RateHz  float64 `json:"rate_hz,omitempty"`
	History string  `json:"history,omitempty"`
	// X and Y are where the file's layout has it; Placed reports whether it has.
	X           float64      `json:"x"`
	Y           float64      `json:"y"`
	Width       float64      `json:"width,omitempty"`
	Height      float64      `json:"height,omitempty"`
	Placed      bool         `json:"placed"`
	Line        int          `json:"line"`     // of its name
	EndLine     int          `json:"end_line"` // the last line of its text
	Transitions []Transition `json:"transitions"`
	States      []State      `json:"states"`
}

// MachineCall is the use of another machine by a state.
type MachineCall struct {
	Machine string   `json:"machine"`
	Args    []Arg    `json:"args"`
	Returns []Return `json:"returns"`
}

// Return copies an output of a called machine to a variable.
type Return struct {
	Variable string `json:"variable"`
	Output   string `json:"output"`
}

// Transition is an edge.
type Transition struct {
	ID    string   `json:"id"` // path#index; it stays the same within a revision
	Name  string   `json:"name,omitempty"`
	To    []string `json:"to"` // as the file writes it
	Event []string `json:"event,omitempty"`
	// Target is the id of the state it goes to, FINAL, FAILED, or "" where there is no such state or
	// the transition only acts.
	Target      string   `json:"target"`
	If          string   `json:"if,omitempty"`
	After       string   `json:"after,omitempty"`
	Priority    int      `json:"priority,omitempty"`
	Internal    bool     `json:"internal,omitempty"`
	Actions     []Action `json:"actions"`
	Disabled    bool     `json:"disabled,omitempty"`
	Description string   `json:"description,omitempty"`
	Line        int      `json:"line"`
	EndLine     int      `json:"end_line"`
}

// ActionKind is what an action does.
type ActionKind string

// The kinds of actions. Those but activity are what the YAML key of the same name does.
const (
	ActionActivity ActionKind = "activity"
	ActionSet      ActionKind = "set"
	ActionRaise    ActionKind = "raise"
	ActionSend     ActionKind = "send"
	ActionCancel   ActionKind = "cancel"
	ActionLog      ActionKind = "log"
	ActionScript   ActionKind = "script"
	ActionIf       ActionKind = "if"
	ActionEach     ActionKind = "each"
	ActionBlock    ActionKind = "block"
)

// Action is something done at an entry, an exit or a transition, or an activity that runs in a state.
type Action struct {
	Kind ActionKind `json:"kind"`
	// Name is that of the activity, the variable or the event; "lua" of a script under that key.
	Name string `json:"name,omitempty"`
	Args []Arg  `json:"args,omitempty"`
	// Value is the expression that is assigned or logged, or the text of a script.
	Value string `json:"value,omitempty"`
	// Summary is the action on one line, for people.
	Summary string `json:"summary,omitempty"`
	// Text is the action as YAML. Who sends a list of actions leaves it at those that are to stay as they are; it comes before
	// the other fields.
	Text string `json:"text,omitempty"`
	Line int    `json:"line,omitempty"`
}

// Arg is an argument of an activity or of a called machine.
type Arg struct {
	Name  string `json:"name"`
	Value string `json:"value"` // a text or a number as it is, or an expression
	// Expression reports that the value is computed when the state is entered.
	Expression bool `json:"expression,omitempty"`
}
