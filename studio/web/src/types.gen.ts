// Code generated from the Go package gonao/studio by go generate; DO NOT EDIT.
/** Op is what a command does. */
export type Op = "add_state" | "rename_state" | "delete_state" | "duplicate_state" | "move_state" | "nest" | "unnest" | "set_initial" | "set_final" | "add_transition" | "retarget" | "reorder_transition" | "rename_transition" | "delete_transition" | "disable_transition" | "set" | "set_declaration" | "delete_declaration" | "paste" | "layout" | "replace_text";
/** Command is one change of a document. It names states and transitions by their ids. */
export interface Command {
  op: Op;
  state?: string;
  states?: string[];
  transition?: string;
  /** id of the state around; "" for the machine */
  parent?: string;
  name?: string;
  to?: string;
  index?: number;
  key?: string;
  value?: string;
  text?: string;
  actions?: Action[];
  initial?: boolean;
  event?: string;
  after?: string;
  if?: string;
  x?: number;
  y?: number;
  places?: Spot[];
  clip?: string;
}
/** Spot is where a state is drawn. */
export interface Spot {
  state: string;
  x: number;
  y: number;
  width?: number;
  height?: number;
  /** Closed removes the size: the inside of a state that has none is not drawn in it. */
  closed?: boolean;
}
/** RefusedCode is why a request was refused. */
export type RefusedCode = "stale" | "conflict" | "invalid" | "missing" | "too_large" | "failed";
/** Refusal is why a request was refused, in words. */
export interface Refusal {
  code: RefusedCode;
  message: string;
}
/** Outcome is the answer to a request about a document. A refused request changed nothing; its
 * snapshot is the document as it is now, absent where there is no document. */
export interface Outcome {
  snapshot?: Snapshot;
  refused?: Refusal;
  /** Select holds the ids of the states or transitions that the command made or renamed, in the
   * new revision. */
  select?: string[];
  /** Theirs is the text of the file on disk, where it was requested. */
  theirs?: string;
  /** Said is one sentence about what happened, for the status line and screen readers. */
  said?: string;
}
/** FileEntry is one file of the studio's directory. */
export interface FileEntry {
  path: string;
  /** yaml, lua, scxml or jderobot */
  format: string;
  name?: string;
  size: number;
  /** in ms since 1970 */
  modified: number;
  open?: string;
  unsaved?: boolean;
  /** why it cannot be opened */
  refused?: string;
}
/** ListRequest requests the files whose names match a pattern. */
export interface ListRequest {
  /** such as agents/*.yaml; "" for all */
  pattern?: string;
}
/** ListResponse holds the files, sorted by path. */
export interface ListResponse {
  files: FileEntry[];
  directory: string;
  refused?: Refusal;
}
/** OpenRequest opens a file. */
export interface OpenRequest {
  path: string;
  /** make the file, which is not there yet */
  new?: boolean;
  /** Running reports that Text is that of a machine that runs on a robot: where there is no file, none is made before the
   * document is saved. */
  running?: boolean;
  /** of a new one; "" for a machine with one state */
  text?: string;
}
/** CloseRequest closes a document for this browser. Its autosave stays when it has unsaved changes. */
export interface CloseRequest {
  id: string;
  /** drop unsaved changes */
  discard?: boolean;
}
/** ApplyRequest applies a command. */
export interface ApplyRequest {
  id: string;
  revision: number;
  command: Command;
  /** of the browser; undo acts on the commands of one window */
  window?: string;
  /** Number counts the commands and undos of a window, from 1. One that comes again with the number of the last is not
   * done again, and gets the same answer; 0 is always done. */
  number?: number;
}
/** HistoryRequest undoes or redoes the last command of its author. */
export interface HistoryRequest {
  id: string;
  /** as in [ApplyRequest] */
  window?: string;
  /** as in [ApplyRequest] */
  number?: number;
}
/** SaveRequest writes a document to its file. */
export interface SaveRequest {
  id: string;
  /** save as */
  path?: string;
}
/** Choice answers the question about a file that changed on disk. */
export type Choice = "mine" | "theirs" | "both";
/** ResolveRequest answers the question about a file that changed on disk. */
export interface ResolveRequest {
  id: string;
  choice: Choice;
  /** as in [ApplyRequest] */
  window?: string;
}
/** CopyRequest copies states or a transition into a clip. */
export interface CopyRequest {
  id: string;
  states?: string[];
  transition?: string;
}
/** CopyResponse holds the clip: text that the command paste takes. */
export interface CopyResponse {
  clip: string;
  refused?: Refusal;
}
/** CheckRequest checks a text that is not a document. */
export interface CheckRequest {
  /** its ending selects the format */
  path: string;
  text: string;
}
/** CheckResponse holds what the check found and the machine as far as it could be read. */
export interface CheckResponse {
  machine: View;
  findings: Finding[];
}
/** CompleteRequest requests the words that may stand at a place of a text. */
export interface CompleteRequest {
  /** the document, for the names of its states and values */
  id?: string;
  format?: Format;
  text: string;
  /** from 1 */
  line: number;
  /** from 1, in UTF-16 units, as CodeMirror counts */
  column: number;
}
/** CompletionKind is what a completion is. */
export type CompletionKind = "key" | "word" | "action" | "argument" | "input" | "variable" | "function" | "state" | "machine" | "skill";
/** Completion is one word that may stand at a place. */
export interface Completion {
  label: string;
  kind: CompletionKind;
  /** where it is not the label */
  insert?: string;
  /** a type or a signature */
  detail?: string;
  /** a sentence */
  info?: string;
}
/** CompleteResponse holds the words. They replace the text of the line between the columns From and To. */
export interface CompleteResponse {
  from: number;
  to: number;
  items: Completion[];
}
/** GenerateRequest generates Go code from a document and compiles it, in a temporary directory. */
export interface GenerateRequest {
  id: string;
  /** with a ROS 2 node */
  node?: boolean;
}
/** GeneratedFile is one generated file. */
export interface GeneratedFile {
  name: string;
  text: string;
}
/** GenerateResponse holds the generated files and what the compiler said, at the states it is about. */
export interface GenerateResponse {
  ok: boolean;
  /** false where there is no Go compiler or no module */
  compiled: boolean;
  files: GeneratedFile[];
  findings: Finding[];
  /** of the compiler */
  output?: string;
  said: string;
  refused?: Refusal;
}
/** ImportRequest makes a YAML file from an SCXML or JdeRobot file, and opens it. */
export interface ImportRequest {
  /** of the file; its ending selects the format */
  path: string;
  /** its text where it is not in the directory */
  text?: string;
}
/** ExportFormat is a format that a document can be written in. */
export type ExportFormat = "yaml" | "scxml" | "jderobot";
/** ExportRequest writes a document in another format. */
export interface ExportRequest {
  id: string;
  format: ExportFormat;
  /** write it there; "" to answer with the text only */
  path?: string;
}
/** ExportResponse holds the text and what the format cannot hold. */
export interface ExportResponse {
  text: string;
  losses: Finding[];
  path?: string;
  refused?: Refusal;
}
/** Breakpoint pauses a running machine before a transition is taken or when a state is entered. It is
 * kept beside the file, not in it. */
export interface Breakpoint {
  /** id of the state that is entered */
  state?: string;
  /** id of the transition: path#index */
  transition?: string;
  condition?: string;
  disabled?: boolean;
}
/** BreakpointsRequest reads the breakpoints of a document, or replaces them where Set is true. */
export interface BreakpointsRequest {
  id: string;
  set?: boolean;
  breakpoints?: Breakpoint[];
}
/** BreakpointsResponse holds the breakpoints of a document. */
export interface BreakpointsResponse {
  breakpoints: Breakpoint[];
  refused?: Refusal;
}
/** VocabularyResponse holds the vocabulary as gonao hfsm vocabulary prints it, and the schema of machines. */
export interface VocabularyResponse {
  vocabulary: unknown;
  schema: unknown;
}
/** Format is the format of a document's text. */
export type Format = "yaml" | "lua" | "scxml" | "jderobot";
/** Disk is how the file on disk compares with what the document was read from or saved as. */
export type Disk = "same" | "changed" | "gone" | "new";
/** Snapshot is a document at one revision. The latched topic studio/document/<id> carries it. */
export interface Snapshot {
  id: string;
  /** of the file, relative to the studio's directory, with slashes */
  path: string;
  format: Format;
  /** Imported is the path of the SCXML or JdeRobot file that the document was made from, "" for none. */
  imported?: string;
  /** Revision grows by one with every change. A command names the revision it was made for. */
  revision: number;
  /** SavedRevision is the revision that was last written to the file; 0 for none. */
  saved_revision: number;
  /** the text differs from the saved one */
  unsaved: boolean;
  text: string;
  machine: View;
  /** Findings is what the check of this revision found; the machine runs when none is an error. */
  findings: Finding[];
  /** Losses is what the format of an imported file holds and the document cannot. */
  losses: Finding[];
  /** CanUndo and CanRedo hold, by author, the words of the command that undo and redo would act on. */
  can_undo: Record<string, string>;
  can_redo: Record<string, string>;
  disk: Disk;
  /** Recovered reports that the text comes from the autosave: the studio ended before it was saved. */
  recovered?: boolean;
  /** of the last change */
  author: string;
  /** Hash names what the machine does; it stays the same when only comments or the layout change. ""
   * while the machine has errors. */
  hash: string;
}
/** Severity is how grave a finding is. */
export type Severity = "error" | "warning" | "note";
/** Finding is one thing found in a document. */
export interface Finding {
  severity: Severity;
  message: string;
  /** the kind of finding, such as unreachable-state */
  code?: string;
  /** where in the document: states.red.transitions[0].to */
  key?: string;
  /** State is the id of the state it belongs to, Transition that of the transition; "" for none. */
  state?: string;
  transition?: string;
  /** from 1; 0 when it concerns the whole document */
  line: number;
  /** from 1, in characters */
  column: number;
}
/** StateKind is what a state is. */
export type StateKind = "leaf" | "composite" | "parallel" | "region" | "final" | "call" | "memory";
/** View is a machine as the page draws it. Of an invalid document it holds what could be read. */
export interface View {
  name: string;
  description?: string;
  /** robot or scxml */
  profile: string;
  /** of its expressions: "" for typed ones, lua */
  language?: string;
  /** motion, skill or agent */
  level?: string;
  rate_hz?: number;
  /** none, shallow, deep or resume; "" for that of the automaton around */
  history?: string;
  /** name of the state it begins with */
  initial: string;
  parameters: Value[];
  inputs: Value[];
  variables: Value[];
  outputs: Value[];
  functions: Func[];
  states: State[];
  /** of a skill in Lua: calls of other skills */
  arrows?: Arrow[];
  unreadable?: boolean;
  /** the machine that it extends: both are drawn as one, and the text is edited */
  extends?: string;
}
/** Arrow is a call of another skill by a state of a skill in Lua. */
export interface Arrow {
  /** id */
  state: string;
  skill: string;
}
/** Value is a parameter, an input, a variable or an output. */
export interface Value {
  name: string;
  /** bool, int, float or string */
  type: string;
  description?: string;
  unit?: string;
  /** as the file writes it; of a parameter: its default */
  initial?: string;
  min?: number;
  max?: number;
  enum?: string[];
  stale_after?: string;
  from?: Source;
  line: number;
}
/** Source is the field of a topic's messages that an input comes from. */
export interface Source {
  topic: string;
  type: string;
  field: string;
}
/** Func is a function of the machine: a typed expression of its parameters. */
export interface Func {
  name: string;
  description?: string;
  parameters: Param[];
  /** of the result */
  type: string;
  expression: string;
  line: number;
}
/** Param is a parameter of a function. */
export interface Param {
  name: string;
  type: string;
}
/** State is a state with everything inside it. */
export interface State {
  /** its path from the top: followBall/red */
  id: string;
  name: string;
  kind: StateKind;
  /** the automaton it is in begins with it */
  initial: boolean;
  final: boolean;
  /** a final state that ends its automaton as failed */
  failed?: boolean;
  description?: string;
  entry: Action[];
  do: Action[];
  exit: Action[];
  stop_within?: string;
  call?: MachineCall;
  /** Begins is the name of the state that the automaton inside begins with. */
  begins?: string;
  rate_hz?: number;
  history?: string;
  /** X and Y are where the file's layout has it; Placed reports whether it has. */
  x: number;
  y: number;
  width?: number;
  height?: number;
  placed: boolean;
  /** of its name */
  line: number;
  /** the last line of its text */
  end_line: number;
  transitions: Transition[];
  states: State[];
}
/** MachineCall is the use of another machine by a state. */
export interface MachineCall {
  machine: string;
  args: Arg[];
  returns: Return[];
}
/** Return copies an output of a called machine to a variable. */
export interface Return {
  variable: string;
  output: string;
}
/** Transition is an edge. */
export interface Transition {
  /** path#index; it stays the same within a revision */
  id: string;
  name?: string;
  /** as the file writes it */
  to: string[];
  event?: string[];
  /** Target is the id of the state it goes to, FINAL, FAILED, or "" where there is no such state or
   * the transition only acts. */
  target: string;
  if?: string;
  after?: string;
  priority?: number;
  internal?: boolean;
  actions: Action[];
  disabled?: boolean;
  description?: string;
  line: number;
  end_line: number;
}
/** ActionKind is what an action does. */
export type ActionKind = "activity" | "set" | "raise" | "send" | "cancel" | "log" | "script" | "if" | "each" | "block";
/** Action is something done at an entry, an exit or a transition, or an activity that runs in a state. */
export interface Action {
  kind: ActionKind;
  /** Name is that of the activity, the variable or the event; "lua" of a script under that key. */
  name?: string;
  args?: Arg[];
  /** Value is the expression that is assigned or logged, or the text of a script. */
  value?: string;
  /** Summary is the action on one line, for people. */
  summary?: string;
  /** Text is the action as YAML. Who sends a list of actions leaves it at those that are to stay as they are; it comes before
   * the other fields. */
  text?: string;
  line?: number;
}
/** Arg is an argument of an activity or of a called machine. */
export interface Arg {
  name: string;
  /** a text or a number as it is, or an expression */
  value: string;
  /** Expression reports that the value is computed when the state is entered. */
  expression?: boolean;
}
