package studio

// Format is the format of a document's text.
type Format string

// These are the formats. SCXML and JdeRobot's XML are imported, and their documents are YAML.
const (
	YAML Format = "yaml" // a machine
	Lua  Format = "lua"  // a skill, edited as text
	// A file that cannot be imported because of faults keeps its own text until it is corrected, saved and opened
	// again.
	SCXMLText    Format = "scxml"
	JdeRobotText Format = "jderobot"
)

// Disk compares the file on disk with the text that the document was read from or saved as.
type Disk string

// These are the results of the comparison.
const (
	DiskSame    Disk = "same"
	DiskChanged Disk = "changed" // another program has written it
	DiskGone    Disk = "gone"    // another program has deleted or moved it
	DiskNew     Disk = "new"     // the machine runs, but has no file yet
)

// Snapshot is a document at one revision. The latched topic studio/document/<id> carries it.
type Snapshot struct {
	ID     string `json:"id"`
	Path   string `json:"path"` // path of the file, relative to the studio's directory, with slashes
	Format Format `json:"format"`
	// Imported is the path of the SCXML or JdeRobot file that the document was made from, or "".
	Imported string `json:"imported,omitempty"`
	// Revision grows by one with every change. A command contains the revision that it was made for.
	Revision int `json:"revision"`
	// SavedRevision is the revision that was last written to the file, or 0.
	SavedRevision int    `json:"saved_revision"`
	Unsaved       bool   `json:"unsaved"` // the text differs from the saved one
	Text          string `json:"text"`
	Machine       View   `json:"machine"`
	// Findings are the findings of this revision's check. The machine can run if none of them is an error.
	Findings []Finding `json:"findings"`
	// Losses lists what an imported file contains and the document cannot express.
	Losses []Finding `json:"losses"`
	// CanUndo and CanRedo contain, by author, the description of the command that undo and redo would act on.
	CanUndo map[string]string `json:"can_undo"`
	CanRedo map[string]string `json:"can_redo"`
	Disk    Disk              `json:"disk"`
	// Recovered reports that the text was restored because the studio ended before it was saved.
	Recovered bool   `json:"recovered,omitempty"`
	Author    string `json:"author"` // author of the last change
	// Hash identifies what the machine does. It does not change with comments or the layout. It is "" while the
	// machine has errors.
	Hash string `json:"hash"`
}

// Severity is the severity of a finding.
type Severity string

// The severities.
const (
	SeverityError   Severity = "error"   // the machine cannot run
	SeverityWarning Severity = "warning" // the machine can run, but probably does not do what was meant
	SeverityNote    Severity = "note"    // worth knowing
)

// Finding is one problem in a document.
type Finding struct {
	Severity Severity `json:"severity"`
	Message  string   `json:"message"`
	Code     string   `json:"code,omitempty"` // kind of finding, such as unreachable-state
	Key      string   `json:"key,omitempty"`  // place in the document, such as states.red.transitions[0].to
	// State and Transition are the ids of the state and the transition that the finding belongs to, or "".
	State      string `json:"state,omitempty"`
	Transition string `json:"transition,omitempty"`
	Line       int    `json:"line"`   // from 1; 0 if it concerns the whole document
	Column     int    `json:"column"` // from 1, in characters
}

// StateKind is the kind of a state.
type StateKind string

// The kinds of states.
const (
	Leaf      StateKind = "leaf"
	Composite StateKind = "composite" // it has inner states
	Parallel  StateKind = "parallel"  // it has regions
	Region    StateKind = "region"
	FinalLeaf StateKind = "final"
	Call      StateKind = "call"   // it runs another machine
	Memory    StateKind = "memory" // a history pseudo-state of SCXML
)

// View is a machine in the form that the page draws. For an invalid document it contains what could be read.
type View struct {
	Name        string  `json:"name"`
	Description string  `json:"description,omitempty"`
	Profile     string  `json:"profile"`            // robot or scxml
	Language    string  `json:"language,omitempty"` // language of its expressions: "" for typed ones, or lua
	Level       string  `json:"level,omitempty"`    // motion, skill or agent
	RateHz      float64 `json:"rate_hz,omitempty"`
	History     string  `json:"history,omitempty"` // none, shallow, deep or resume; "" for that of the enclosing automaton
	Initial     string  `json:"initial"`           // name of the initial state
	Parameters  []Value `json:"parameters"`
	Inputs      []Value `json:"inputs"`
	Variables   []Value `json:"variables"`
	Outputs     []Value `json:"outputs"`
	Functions   []Func  `json:"functions"`
	States      []State `json:"states"`
	Arrows      []Arrow `json:"arrows,omitempty"` // for a skill in Lua: calls of other skills
	Unreadable  bool    `json:"unreadable,omitempty"`
	Extends     string  `json:"extends,omitempty"` // name of the machine that it extends; both are drawn as one, and the text is edited
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
	Initial     string   `json:"initial,omitempty"` // as in the file; for a parameter, its default
	Min         *float64 `json:"min,omitempty"`
	Max         *float64 `json:"max,omitempty"`
	Enum        []string `json:"enum,omitempty"`
	StaleAfter  string   `json:"stale_after,omitempty"`
	From        *Source  `json:"from,omitempty"`
	Line        int      `json:"line"`
}

// Source is the field of a topic's messages from which an input gets its value.
type Source struct {
	Topic string `json:"topic"`
	Type  string `json:"type"`
	Field string `json:"field"`
}

// Func is a function of the machine: a typed expression with parameters.
type Func struct {
	Name        string  `json:"name"`
	Description string  `json:"description,omitempty"`
	Parameters  []Param `json:"parameters"`
	Type        string  `json:"type"` // type of the result
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
	Initial     bool         `json:"initial"` // it is the initial state of its automaton
	Final       bool         `json:"final"`
	Failed      bool         `json:"failed,omitempty"` // a final state that ends its automaton as failed
	Description string       `json:"description,omitempty"`
	Entry       []Action     `json:"entry"`
	Do          []Action     `json:"do"`
	Exit        []Action     `json:"exit"`
	StopWithin  string       `json:"stop_within,omitempty"`
	Call        *MachineCall `json:"call,omitempty"`
	// Begins is the name of the initial state of the inner automaton.
	Begins  string  `json:"begins,omitempty"`
	RateHz  float64 `json:"rate_hz,omitempty"`
	History string  `json:"history,omitempty"`
	// X and Y are the place in the file's layout. They are valid if Placed is set.
	X           float64      `json:"x"`
	Y           float64      `json:"y"`
	Width       float64      `json:"width,omitempty"`
	Height      float64      `json:"height,omitempty"`
	Placed      bool         `json:"placed"`
	Line        int          `json:"line"`     // line of its name
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
	ID    string   `json:"id"` // path#index; it is constant within a revision
	Name  string   `json:"name,omitempty"`
	To    []string `json:"to"` // as in the file
	Event []string `json:"event,omitempty"`
	// Target is the id of the target state, FINAL, FAILED, or "" if there is no such state or the transition only
	// acts.
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

// ActionKind is the kind of an action.
type ActionKind string

// These are the kinds of actions. All except activity have the name of a YAML key.
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

// Action is done at an entry, an exit or a transition, or is an activity that runs in a state.
type Action struct {
	Kind ActionKind `json:"kind"`
	// Name is the name of the activity, the variable or the event; it is "lua" for a script under that key.
	Name string `json:"name,omitempty"`
	Args []Arg  `json:"args,omitempty"`
	// Value is the expression that is assigned or logged, or the text of a script.
	Value string `json:"value,omitempty"`
	// Summary describes the action on one line.
	Summary string `json:"summary,omitempty"`
	// Text is the action as YAML. A sender of a list of actions keeps it for unchanged actions; it takes precedence
	// over the other fields.
	Text string `json:"text,omitempty"`
	Line int    `json:"line,omitempty"`
}

// Arg is an argument of an activity or of a called machine.
type Arg struct {
	Name  string `json:"name"`
	Value string `json:"value"` // a text or a number, or an expression
	// Expression reports that the value is computed when the state is entered.
	Expression bool `json:"expression,omitempty"`
}
