// Code generated from the Go package gonao/nodes/studio by go generate; DO NOT EDIT.
/** FilesOp is an operation of studio/files. */
export type FilesOp = "list" | "read" | "write";
/** FilesRequest lists, reads or writes the files of motions in the studio's directory. */
export interface FilesRequest {
  op: FilesOp;
  /** of the paths to list, such as motions/*.xml; "" for all */
  pattern?: string;
  /** to read or write */
  path?: string;
  /** to write */
  text?: string;
}
/** FilesResponse holds the files, or the text of one. */
export interface FilesResponse {
  files: MotionFile[];
  /** of a list: names of gonao's motions, which are read as gonao/NAME */
  own?: string[];
  text?: string;
}
/** MotionFile is one file. */
export interface MotionFile {
  path: string;
  size: number;
  /** in ms since 1970 */
  modified: number;
}
/** TestRequest writes a part of a machine's run as a scenario, which gonao hfsm test runs. */
export interface TestRequest {
  /** of the document; the scenario is written beside it */
  id: string;
  /** namespace of the machine that ran: "/nao1" */
  machine: string;
  /** of the scenario */
  name: string;
  /** s since the machine's first entry; 0 is now */
  until: number;
  /** before that */
  seconds: number;
}
/** TestResponse holds where the scenario is. */
export interface TestResponse {
  path: string;
  said: string;
}
/** Role is what a browser may do; each role includes those before it. */
export type Role = "viewer" | "editor" | "driver";
/** Session is the studio's description of the reading browser. The topic studio/session carries it. */
export interface Session {
  number: number;
  /** of the browser */
  name: string;
  author: string;
  role: Role;
  /** it has the lease of a robot: renew it by studio/drive */
  driver: boolean;
  /** the robots whose lease it has */
  drives: string[];
  robots: Robot[];
}
/** Robot is a robot of the graph. */
export interface Robot {
  /** its namespace: "/nao1", "" for the root */
  name: string;
  /** name of its driver */
  driver?: string;
}
/** Presence lists the viewers. The topic studio/presence carries it. */
export interface Presence {
  sessions: Visitor[];
}
/** Visitor is a browser, or a program that looks on. */
export interface Visitor {
  name: string;
  role: Role;
  drives: string[];
}
/** Actions holds the actions of the graph and the goals that browsers have sent, the newest last. The topic
 * studio/actions carries it. */
export interface Actions {
  actions: Action[];
  goals: Goal[];
}
/** Action is an action of the graph. */
export interface Action {
  name: string;
  type: string;
  /** of the goal, as ros2msg */
  schema: string;
}
/** GoalStatus is how far a goal is. */
export type GoalStatus = "sent" | "executing" | "canceling" | "succeeded" | "canceled" | "aborted" | "rejected" | "lost";
/** Goal is a goal that a browser sent. */
export interface Goal {
  id: string;
  action: string;
  robot: string;
  status: GoalStatus;
  author: string;
  mine: boolean;
  keep_going: boolean;
  goal: unknown;
  feedback?: unknown;
  result?: unknown;
  /** why it failed */
  message?: string;
}
/** ActionOp is an operation of studio/action. */
export type ActionOp = "send" | "cancel";
/** ActionRequest sends a goal to an action, or cancels one. It is answered once the goal was sent; studio/actions shows
 * its outcome. Sending takes the lease of the robot, which must be renewed, except with KeepGoing. */
export interface ActionRequest {
  op: ActionOp;
  /** "/nao1/walk_to" */
  action?: string;
  goal?: unknown;
  /** the goal survives this browser */
  keep_going?: boolean;
  /** of the goal to cancel */
  id?: string;
}
/** ActionResponse holds the goal's id. */
export interface ActionResponse {
  id: string;
}
/** DriveOp is an operation of studio/drive. */
export type DriveOp = "take" | "renew" | "release";
/** DriveRequest takes, renews or releases the lease of a robot. A lease that is not renewed for half a second is lost:
 * the robot stops, and the goals of its driver are canceled. */
export interface DriveRequest {
  op: DriveOp;
  robot?: string;
}
/** TwistRequest moves a robot whose lease the browser has, for half a second. It renews the lease. */
export interface TwistRequest {
  robot: string;
  /** m/s, forward */
  x: number;
  /** m/s, to the left */
  y: number;
  /** rad/s, to the left */
  yaw: number;
  /** take the legs from the machine that drives, by pausing it */
  legs?: boolean;
  head?: Head;
}
/** Head is where the head is to look. */
export interface Head {
  /** rad, to the left */
  yaw: number;
  /** rad, down */
  pitch: number;
}
/** RobotRequest is a request about a robot: studio/stop and studio/let_down. */
export interface RobotRequest {
  robot: string;
}
/** Said is one sentence about the result. */
export interface Said {
  said: string;
}
/** Match is the match that the studio plays, or has played last. The topic studio/match carries it; the match itself is on the
 * socket of the page with ?match. */
export interface Match {
  state: MatchState;
  /** counts the matches */
  number: number;
  red: string;
  blue: string;
  seed: number;
  world: string;
  /** name of the person who started it */
  by: string;
  /** why it has ended before its end */
  problem?: string;
  /** that come with gonao */
  teams: string[];
  /** of a series that is played, in words */
  progress?: string;
  /** tables of the series that were played, the newest first */
  series: SeriesTable[];
}
/** MatchState is how far a match is. */
export type MatchState = "none" | "playing" | "ended" | "series";
/** MatchOp is an operation of studio/play. */
export type MatchOp = "start" | "stop" | "series";
/** MatchRequest starts a match or a series of matches, replacing the present one, or stops it. */
export interface MatchRequest {
  op: MatchOp;
  /** a team that comes with gonao, or the path of a file of the studio: a team or a machine */
  red?: string;
  /** the same */
  blue?: string;
  /** of the match */
  seed?: number;
  /** kinematic, physics */
  world?: string;
  /** times real time */
  speed?: number;
  /** of a series: each two of them play against each other */
  teams?: string[];
  /** of a series: number of seeds, each played twice with swapped sides */
  seeds?: number;
}
/** DryRuns lists the machines that run without a robot. The topic studio/dry_runs carries it. */
export interface DryRuns {
  runs: DryRun[];
}
/** DryRun is a machine that runs without a robot. */
export interface DryRun {
  /** of the document */
  id: string;
  /** of the machine's topics and services */
  namespace: string;
}
/** DryRunOp is an operation of studio/dry_run. */
export type DryRunOp = "start" | "stop" | "end_activity" | "run_to";
/** DryRunRequest starts the machine of a document without a robot, again if it runs, or controls it. Everything else is done by the
 * services of the machine. */
export interface DryRunRequest {
  op: DryRunOp;
  /** of the document */
  id: string;
  /** end_activity: state of the activity; run_to: state or transition, "" for any */
  path?: string;
  /** name of the activity to end */
  activity?: string;
  /** it fails; otherwise it succeeds */
  failed?: boolean;
  /** run_to: entered, left or taken */
  until?: string;
}
/** seriesTable is the table of a series of matches, in series/NAME of the studio's directory. */
export interface SeriesTable {
  name: string;
  standings: SeriesStanding[];
  /** why the table cannot be read */
  problem?: string;
}
/** seriesStanding is the line of a team. */
export interface SeriesStanding {
  /** all against all, or a group or round */
  stage: string;
  team: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  /** goals */
  for: number;
  /** goals */
  against: number;
  points: number;
  /** goals less those against, per match */
  difference?: number;
  /** of the 95 % interval; absent for one pair of matches */
  low?: number;
  high?: number;
}
