package studio

import "encoding/json"

// RefusedCode is the kind of reason for which a request was refused.
type RefusedCode string

// The codes.
const (
	// Stale: the command was made for an older revision. The answer contains the new snapshot; send the command
	// again for its revision.
	Stale RefusedCode = "stale"
	// Conflict: the text that an undo needs has changed, or the file on disk has changed.
	Conflict RefusedCode = "conflict"
	// Invalid: the command is not possible, for example because a name is taken.
	Invalid RefusedCode = "invalid"
	// Missing: the document, file, state or transition does not exist.
	Missing RefusedCode = "missing"
	// TooLarge: a file or a text exceeds the limit.
	TooLarge RefusedCode = "too_large"
	// Failed: the operating system refused the request, for example because the disk is full or a permission is
	// missing.
	Failed RefusedCode = "failed"
)

// Refusal explains why a request was refused.
type Refusal struct {
	Code    RefusedCode `json:"code"`
	Message string      `json:"message"`
}

// Outcome is the answer to a request about a document. A refused request has changed nothing. Snapshot is the
// present document, absent if there is none.
type Outcome struct {
	Snapshot *Snapshot `json:"snapshot,omitempty"`
	Refused  *Refusal  `json:"refused,omitempty"`
	// Select holds the ids of the states or transitions that the command made or renamed, in the
	// new revision.
	Select []string `json:"select,omitempty"`
	// Theirs is the text of the file on disk, if it was requested.
	Theirs string `json:"theirs,omitempty"`
	// Said is one sentence about what happened, for the status line and screen readers.
	Said string `json:"said,omitempty"`
}

// FileEntry is one file of the studio's directory.
type FileEntry struct {
	Path     string `json:"path"`
	Format   string `json:"format"` // yaml, lua, scxml or jderobot
	Name     string `json:"name,omitempty"`
	Size     int64  `json:"size"`
	Modified int64  `json:"modified"` // ms since 1970
	Open     string `json:"open,omitempty"`
	Unsaved  bool   `json:"unsaved,omitempty"`
	Refused  string `json:"refused,omitempty"` // the reason why it cannot be opened
}

// ListRequest requests the files whose names match a pattern.
type ListRequest struct {
	Pattern string `json:"pattern,omitempty"` // such as agents/*.yaml; "" for all files
}

// ListResponse holds the files, sorted by path.
type ListResponse struct {
	Files     []FileEntry `json:"files"`
	Directory string      `json:"directory"`
	Refused   *Refusal    `json:"refused,omitempty"`
}

// OpenRequest opens a file.
type OpenRequest struct {
	Path string `json:"path"`
	New  bool   `json:"new,omitempty"` // create the file, which must not exist
	// Running reports that Text belongs to a machine that runs on a robot. If it has no file, none is created until
	// the document is saved.
	Running bool   `json:"running,omitempty"`
	Text    string `json:"text,omitempty"` // text of a new file; "" for a machine with one state
}

// CloseRequest closes a document for this browser. If it has unsaved changes, they stay kept.
type CloseRequest struct {
	ID      string `json:"id"`
	Discard bool   `json:"discard,omitempty"` // drop unsaved changes
}

// ApplyRequest applies a command.
type ApplyRequest struct {
	ID       string  `json:"id"`
	Revision int     `json:"revision"`
	Command  Command `json:"command"`
	Window   string  `json:"window,omitempty"` // window of the browser; undo acts on the commands of one window
	// Number counts the commands and undos of a window, from 1. A command with the same number as the last one is
	// not executed again and gets the same answer. With 0 it is always executed.
	Number int `json:"number,omitempty"`
}

// HistoryRequest undoes or redoes the last command of its author.
type HistoryRequest struct {
	ID     string `json:"id"`
	Window string `json:"window,omitempty"` // as in [ApplyRequest]
	Number int    `json:"number,omitempty"` // as in [ApplyRequest]
}

// SaveRequest writes a document to its file.
type SaveRequest struct {
	ID   string `json:"id"`
	Path string `json:"path,omitempty"` // save as this file
}

// Choice is the decision about a file that changed on disk.
type Choice string

// These are the choices.
const (
	KeepMine   Choice = "mine"   // the next save overwrites the file
	TakeTheirs Choice = "theirs" // the document gets the file's text, as one command that can be undone
	ShowBoth   Choice = "both"   // the answer contains the file's text
)

// ResolveRequest contains the decision about a file that changed on disk.
type ResolveRequest struct {
	ID     string `json:"id"`
	Choice Choice `json:"choice"`
	Window string `json:"window,omitempty"` // as in [ApplyRequest]
}

// CopyRequest copies states or a transition into a clip.
type CopyRequest struct {
	ID         string   `json:"id"`
	States     []string `json:"states,omitempty"`
	Transition string   `json:"transition,omitempty"`
}

// CopyResponse contains the clip, which the command paste accepts.
type CopyResponse struct {
	Clip    string   `json:"clip"`
	Refused *Refusal `json:"refused,omitempty"`
}

// CheckRequest checks a text that is not a document.
type CheckRequest struct {
	Path string `json:"path"` // its ending selects the format
	Text string `json:"text"`
}

// CheckResponse contains the findings, and the machine as far as it could be read.
type CheckResponse struct {
	Machine  View      `json:"machine"`
	Findings []Finding `json:"findings"`
}

// CompleteRequest requests the words that may stand at a place of a text.
type CompleteRequest struct {
	ID     string `json:"id,omitempty"` // the document that provides the names of states and values
	Format Format `json:"format,omitempty"`
	Text   string `json:"text"`
	Line   int    `json:"line"`   // from 1
	Column int    `json:"column"` // from 1, in UTF-16 units, as CodeMirror counts
}

// CompletionKind is the kind of a completion.
type CompletionKind string

// The kinds of completions.
const (
	CompleteKey      CompletionKind = "key"
	CompleteWord     CompletionKind = "word"
	CompleteAction   CompletionKind = "action"
	CompleteArgument CompletionKind = "argument"
	CompleteInput    CompletionKind = "input"
	CompleteVariable CompletionKind = "variable"
	CompleteFunction CompletionKind = "function"
	CompleteState    CompletionKind = "state"
	CompleteMachine  CompletionKind = "machine"
	CompleteSkill    CompletionKind = "skill"
)

// Completion is one word that may stand at a place.
type Completion struct {
	Label  string         `json:"label"`
	Kind   CompletionKind `json:"kind"`
	Insert string         `json:"insert,omitempty"` // text to insert, if it is not the label
	Detail string         `json:"detail,omitempty"` // a type or a signature
	Info   string         `json:"info,omitempty"`   // a sentence
}

// CompleteResponse contains the words. They replace the text of the line between the columns From and To.
type CompleteResponse struct {
	From  int          `json:"from"`
	To    int          `json:"to"`
	Items []Completion `json:"items"`
}

// GenerateRequest generates Go code from a document and compiles it, in a temporary directory.
type GenerateRequest struct {
	ID   string `json:"id"`
	Node bool   `json:"node,omitempty"` // also generate a ROS 2 node
}

// GeneratedFile is one generated file.
type GeneratedFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// GenerateResponse contains the generated files, and the compiler's messages assigned to states.
type GenerateResponse struct {
	OK       bool            `json:"ok"`
	Compiled bool            `json:"compiled"` // false without a Go compiler or module
	Files    []GeneratedFile `json:"files"`
	Findings []Finding       `json:"findings"`
	Output   string          `json:"output,omitempty"` // output of the compiler
	Said     string          `json:"said"`
	Refused  *Refusal        `json:"refused,omitempty"`
}

// ImportRequest makes a YAML file from an SCXML or JdeRobot file, and opens it.
type ImportRequest struct {
	Path string `json:"path"`           // path of the file; its ending selects the format
	Text string `json:"text,omitempty"` // text of a file that is not in the directory
}

// ExportFormat is a format that a document can be written in.
type ExportFormat string

// The formats.
const (
	ExportYAML  ExportFormat = "yaml"
	ExportSCXML ExportFormat = "scxml"
)

// ExportRequest writes a document in another format.
type ExportRequest struct {
	ID     string       `json:"id"`
	Format ExportFormat `json:"format"`
	Path   string       `json:"path,omitempty"` // file to write; "" to return only the text
}

// ExportResponse contains the text, and what the format cannot express.
type ExportResponse struct {
	Text    string    `json:"text"`
	Losses  []Finding `json:"losses"`
	Path    string    `json:"path,omitempty"`
	Refused *Refusal  `json:"refused,omitempty"`
}

// Breakpoint pauses a running machine when a state is entered or a transition is taken. It is kept beside the file,
// not inside it.
type Breakpoint struct {
	State      string `json:"state,omitempty"`      // id of the state that is entered
	Transition string `json:"transition,omitempty"` // id of the transition: path#index
	Condition  string `json:"condition,omitempty"`
	Disabled   bool   `json:"disabled,omitempty"`
}

// BreakpointsRequest reads the breakpoints of a document, or replaces them if Set is true.
type BreakpointsRequest struct {
	ID          string       `json:"id"`
	Set         bool         `json:"set,omitempty"`
	Breakpoints []Breakpoint `json:"breakpoints,omitempty"`
}

// BreakpointsResponse holds the breakpoints of a document.
type BreakpointsResponse struct {
	Breakpoints []Breakpoint `json:"breakpoints"`
	Refused     *Refusal     `json:"refused,omitempty"`
}

// VocabularyResponse contains the vocabulary, as gonao hfsm vocabulary prints it, and the schema of machines.
type VocabularyResponse struct {
	Vocabulary json.RawMessage `json:"vocabulary"`
	Schema     json.RawMessage `json:"schema"`
}
