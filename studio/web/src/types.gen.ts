// Code generated from the Go package gonao/studio by go generate; DO NOT EDIT.
/** Op selects what a command does. */
export type Op = "add_state" | "rename_state" | "delete_state" | "duplicate_state" | "move_state" | "nest" | "unnest" | "set_initial" | "set_final" | "add_transition" | "retarget" | "reorder_transition" | "rename_transition" | "delete_transition" | "disable_transition" | "set" | "set_declaration" | "delete_declaration" | "paste" | "layout" | "replace_text";
/** Command is one change of a document. It refers to states and transitions by their ids. */
export interface Command {
  op: Op;
  state?: string;
  states?: string[];
  transition?: string;
  /** id of the enclosing state; "" for the machine */
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
/** Spot is the place of a state on the canvas. */
export interface Spot {
  state: string;
  x: number;
  y: number;
  width?: number;
  height?: number;
  /** Closed removes the size. Without a size, the inner states are not drawn inside the state. */
  closed?: boolean;
}
/** RefusedCode is the kind of reason for which a request was refused. */
export type RefusedCode = "stale" | "conflict" | "invalid" | "missing" | "too_large" | "failed";
/** Refusal explains why a request was refused. */
export interface Refusal {
  code: RefusedCode;
  message: string;
}
/** Outcome is the answer to a request about a document. A refused request has changed nothing. Snapshot is the
 * present document, absent if there is none. */
export interface Outcome {
  snapshot?: Snapshot;
  refused?: Refusal;
  /** Select holds the ids of the states or transitions that the command made or renamed, in the
   * new revision. */
  select?: string[];
  /** Theirs is the text of the file on disk, if it was requested. */
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
  /** ms since 1970 */
  modified: number;
  open?: string;
  unsaved?: boolean;
  /** the reason why it cannot be opened */
  refused?: string;
}
/** ListRequest requests the files whose names match a pattern. */
export interface ListRequest {
  /** such as agents/*.yaml; "" for all files */
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
  /** create the file, which must not exist */
  new?: boolean;
  /** Running reports that Text belongs to a machine that runs on a robot. If it has no file, none is created until
   * the document is saved. */
  running?: boolean;
  /** text of a new file; "" for a machine with one state */
  text?: string;
}
/** CloseRequest closes a document for this browser. If it has unsaved changes, they stay kept. */
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
  /** window of the browser; undo acts on the commands of one window */
  window?: string;
  /** Number counts the commands and undos of a window, from 1. A command with the same number as the last one is
   * not executed again and gets the same answer. With 0 it is always executed. */
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
  /** save as this file */
  path?: string;
}
/** Choice is the decision about a file that changed on disk. */
export type Choice = "mine" | "theirs" | "both";
/** ResolveRequest contains the decision about a file that changed on disk. */
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
/** CopyResponse contains the clip, which the command paste accepts. */
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
/** CheckResponse contains the findings, and the machine as far as it could be read. */
export interface CheckResponse {
  machine: View;
  findings: Finding[];
}
/** CompleteRequest requests the words that may stand at a place of a text. */
export interface CompleteRequest {
  /** the document that provides the names of states and values */
  id?: string;
  format?: Format;
  text: string;
  /** from 1 */
  line: number;
  /** from 1, in UTF-16 units, as CodeMirror counts */
  column: number;
}
/** CompletionKind is the kind of a completion. */
export type CompletionKind = "key" | "word" | "action" | "argument" | "input" | "variable" | "function" | "state" | "machine" | "skill";
/** Completion is one word that may stand at a place. */
export interface Completion {
  label: string;
  kind: CompletionKind;
  /** text to insert, if it is not the label */
  insert?: string;
  /** a type or a signature */
  detail?: string;
  /** a sentence */
  info?: string;
}
/** CompleteResponse contains the words. They replace the text of the line between the columns From and To. */
export interface CompleteResponse {
  from: number;
  to: number;
  items: Completion[];
}
/** GenerateRequest generates Go code from a document and compiles it, in a temporary directory. */
export interface GenerateRequest {
  id: string;
  /** also generate a ROS 2 node */
  node?: boolean;
}
/** GeneratedFile is one generated file. */
export interface GeneratedFile {
  name: string;
  text: string;
}
/** GenerateResponse contains the generated files, and the compiler's messages assigned to states. */
export interface GenerateResponse {
  ok: boolean;
  /** false without a Go compiler or module */
  compiled: boolean;
  files: GeneratedFile[];
  findings: Finding[];
  /** output of the compiler */
  output?: string;
  said: string;
  refused?: Refusal;
}
/** ImportRequest makes a YAML file from an SCXML or JdeRobot file, and opens it. */
export interface ImportRequest {
  /** path of the file; its ending selects the format */
  path: string;
  /** text of a file that is not in the directory */
  text?: string;
}
/** ExportFormat is a format that a document can be written in. */
export type ExportFormat = "yaml" | "scxml";
/** ExportRequest writes a document in another format. */
export interface ExportRequest {
  id: string;
  format: ExportFormat;
  /** file to write; "" to return only the text */
  path?: string;
}
/** ExportResponse contains the text, and what the format cannot express. */
export interface ExportResponse {
  text: string;
  losses: Finding[];
  path?: string;
  refused?: Refusal;
}
/** Breakpoint pauses a running machine when a state is entered or a transition is taken. It is kept beside the file,
 * not inside it. */
export interface Breakpoint {
  /** id of the state that is entered */
  state?: string;
  /** id of the transition: path#index */
  transition?: string;
  condition?: string;
  disabled?: boolean;
}
/** BreakpointsRequest reads the breakpoints of a document, or replaces them if Set is true. */
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
/** VocabularyResponse contains the vocabulary, as gonao hfsm vocabulary prints it, and the schema of machines. */
export interface VocabularyResponse {
  vocabulary: unknown;
  schema: unknown;
}
/** Format is the format of a document's text. */
export type Format = "yaml" | "lua" | "scxml" | "jderobot";
/** Disk compares the file on disk with the text that the document was read from or saved as. */
export type Disk = "same" | "changed" | "gone" | "new";
/** Snapshot is a document at one revision. The latched topic studio/document/<id> carries it. */
export interface Snapshot {
  id: string;
  /** path of the file, relative to the studio's directory, with slashes */
  path: string;
  format: Format;
  /** Imported is the path of the SCXML or JdeRobot file that the document was made from, or "". */
  imported?: string;
  /** Revision grows by one with every change. A command contains the revision that it was made for. */
  revision: number;
  /** SavedRevision is the revision that was last written to the file, or 0. */
  saved_revision: number;
  /** the text differs from the saved one */
  unsaved: boolean;
  text: string;
  machine: View;
  /** Findings are the findings of this revision's check. The machine can run if none of them is an error. */
  findings: Finding[];
  /** Losses lists what an imported file contains and the document cannot express. */
  losses: Finding[];
  /** CanUndo and CanRedo contain, by author, the description of the command that undo and redo would act on. */
  can_undo: Record<string, string>;
  can_redo: Record<string, string>;
  disk: Disk;
  /** Recovered reports that the text was restored because the studio ended before it was saved. */
  recovered?: boolean;
  /** author of the last change */
  author: string;
  /** Hash identifies what the machine does. It does not change with comments or the layout. It is "" while the
   * machine has errors. */
  hash: string;
}
/** Severity is the severity of a finding. */
export type Severity = "error" | "warning" | "note";
/** Finding is one problem in a document. */
export interface Finding {
  severity: Severity;
  message: string;
  /** kind of finding, such as unreachable-state */
  code?: string;
  /** place in the document, such as states.red.transitions[0].to */
  key?: string;
  /** State and Transition are the ids of the state and the transition that the finding belongs to, or "". */
  state?: string;
  transition?: string;
  /** from 1; 0 if it concerns the whole document */
  line: number;
  /** from 1, in characters */
  column: number;
}
/** StateKind is the kind of a state. */
export type StateKind = "leaf" | "composite" | "parallel" | "region" | "final" | "call" | "memory";
/** View is a machine in the form that the page draws. For an invalid document it contains what could be read. */
export interface View {
  name: string;
  description?: string;
  /** robot or scxml */
  profile: string;
  /** language of its expressions: "" for typed ones, or lua */
  language?: string;
  /** motion, skill or agent */
  level?: string;
  rate_hz?: number;
  /** none, shallow, deep or resume; "" for that of the enclosing automaton */
  history?: string;
  /** name of the initial state */
  initial: string;
  parameters: Value[];
  inputs: Value[];
  variables: Value[];
  outputs: Value[];
  functions: Func[];
  states: State[];
  /** for a skill in Lua: calls of other skills */
  arrows?: Arrow[];
  unreadable?: boolean;
  /** name of the machine that it extends; both are drawn as one, and the text is edited */
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
  /** as in the file; for a parameter, its default */
  initial?: string;
  min?: number;
  max?: number;
  enum?: string[];
  stale_after?: string;
  from?: Source;
  line: number;
}
/** Source is the field of a topic's messages from which an input gets its value. */
export interface Source {
  topic: string;
  type: string;
  field: string;
}
/** Func is a function of the machine: a typed expression with parameters. */
export interface Func {
  name: string;
  description?: string;
  parameters: Param[];
  /** type of the result */
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
  /** it is the initial state of its automaton */
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
  /** Begins is the name of the initial state of the inner automaton. */
  begins?: string;
  rate_hz?: number;
  history?: string;
  /** X and Y are the place in the file's layout. They are valid if Placed is set. */
  x: number;
  y: number;
  width?: number;
  height?: number;
  placed: boolean;
  /** line of its name */
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
  /** path#index; it is constant within a revision */
  id: string;
  name?: string;
  /** as in the file */
  to: string[];
  event?: string[];
  /** Target is the id of the target state, FINAL, FAILED, or "" if there is no such state or the transition only
   * acts. */
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
/** ActionKind is the kind of an action. */
export type ActionKind = "activity" | "set" | "raise" | "send" | "cancel" | "log" | "script" | "if" | "each" | "block";
/** Action is done at an entry, an exit or a transition, or is an activity that runs in a state. */
export interface Action {
  kind: ActionKind;
  /** Name is the name of the activity, the variable or the event; it is "lua" for a script under that key. */
  name?: string;
  args?: Arg[];
  /** Value is the expression that is assigned or logged, or the text of a script. */
  value?: string;
  /** Summary describes the action on one line. */
  summary?: string;
  /** Text is the action as YAML. A sender of a list of actions keeps it for unchanged actions; it takes precedence
   * over the other fields. */
  text?: string;
  line?: number;
}
/** Arg is an argument of an activity or of a called machine. */
export interface Arg {
  name: string;
  /** a text or a number, or an expression */
  value: string;
  /** Expression reports that the value is computed when the state is entered. */
  expression?: boolean;
}
