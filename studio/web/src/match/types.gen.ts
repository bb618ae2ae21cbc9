// Code generated from the Go package gonao/soccer/match/scene by go generate; DO NOT EDIT.
/** About holds the constants of a match. The topic match/about carries it. */
export interface About {
  /** red, blue */
  teams: string[];
  rules: string;
  /** kinematic, physics */
  world: string;
  seed: string;
  field: Field;
}
/** Field is the field in the frame world, m. */
export interface Field {
  length: number;
  width: number;
  border: number;
  goal_width: number;
  goal_depth: number;
  /** radius */
  circle: number;
  /** from x, y to x, y */
  lines: number[][];
  marks: number[][];
}
/** Moment is all that is to be seen of a match at one time. The topic match/moment carries the newest. */
export interface Moment {
  /** since the match began */
  sec: number;
  /** s that the half still lasts */
  clock: number;
  secondary: number;
  phase: string;
  state: string;
  /** "": none */
  set_play: string;
  /** red, blue, "" */
  kicking: string;
  stopped: boolean;
  score: number[];
  /** messages that the teams may still send */
  messages: number[];
  /** calls made until then */
  calls: number;
  ball: Ball;
  /** red's by number, then blue's */
  robots: Robot[];
  /** absent where nobody counts */
  plays?: Plays;
}
/** Plays holds what the teams have done since the match began, red first. */
export interface Plays {
  /** share of play, 0 to 1 */
  possession: number[];
  kicks: number[];
  /** that arrived */
  passes: number[];
  /** on goal */
  shots: number[];
  /** by the goalkeeper */
  saves: number[];
  falls: number[];
}
/** Ball is the ball in the frame world. */
export interface Ball {
  x: number;
  y: number;
  z: number;
  vx: number;
  vy: number;
}
/** Robot is one robot: truth, belief, and actions. */
export interface Robot {
  /** red, blue */
  side: string;
  number: number;
  x: number;
  y: number;
  theta: number;
  head_yaw: number;
  posture: string;
  /** taken from the field */
  away: boolean;
  /** "": none */
  penalty: string;
  /** remaining time of the penalty */
  penalty_sec: number;
  role: string;
  /** what it would do with the ball */
  choice: string;
  /** target of the choice */
  target: Place;
  belief: Belief;
  /** the active state of game, role, body, head; empty for a custom behaviour */
  machines: string[];
  /** m */
  walked: number;
}
/** Place is a place in the frame world, m. */
export interface Place {
  x: number;
  y: number;
}
/** Belief is a robot's belief, in the frame world. */
export interface Belief {
  x: number;
  y: number;
  theta: number;
  /** covariance of the place, m² */
  xx: number;
  xy: number;
  yy: number;
  localized: boolean;
  ball?: Seen;
  /** others */
  robots: Seen[];
}
/** Seen is a robot's estimate of another object's place. */
export interface Seen {
  x: number;
  y: number;
  /** s since it saw it */
  age: number;
  /** of a robot: own, other, ""; of the ball: own where the robot sees it itself, team */
  side: string;
}
/** Calls holds all calls so far, the oldest first. The topic match/calls carries it. */
export interface Calls {
  calls: Call[];
}
/** Call is a decision of the referee. */
export interface Call {
  sec: number;
  clock: number;
  phase: string;
  score: number[];
  rule: string;
  text: string;
  evidence: string;
  /** the number of the rule book */
  source: string;
  /** why the game did not perform it */
  refused?: string;
  /** where the ball is placed */
  at?: Place;
}
/** Progress is how the match goes on. The topic match/progress carries it. */
export interface Progress {
  playing: boolean;
  /** requested speed, relative to real time */
  speed: number;
  /** the newest moment */
  sec: number;
  over: boolean;
  /** PausedBy is the machine that has paused the match: at a breakpoint, or at a person's request. */
  paused_by?: PausedBy;
  /** in words, once it is over */
  result?: string;
}
/** PausedBy is a machine that a debugger has paused, and the match with it. */
export interface PausedBy {
  /** its place in the moments */
  robot: number;
  /** game, role, body, head */
  machine: string;
  /** the state that is active */
  path: string;
}
/** Op is an operation of match/control. */
export type Op = "play" | "pause" | "step" | "speed";
/** ControlRequest changes how the match goes on. */
export interface ControlRequest {
  op: Op;
  speed?: number;
}
/** MomentsRequest is for moments that have passed. */
export interface MomentsRequest {
  /** s */
  from: number;
  /** s; the moment at from is always among them */
  until: number;
}
/** Moments are moments that have passed, 96 ms apart, at most 50. */
export interface Moments {
  moments: Moment[];
}
/** LookRequest selects the camera that match/camera shows. */
export interface LookRequest {
  /** index in the moments; -1: none */
  robot: number;
}
/** MachinesRequest opens the topics and services of the machines of a robot, for all viewers. */
export interface MachinesRequest {
  /** its place in the moments */
  robot: number;
}
/** MachinesResponse holds the namespaces of a robot's machines, in the order in which they tick: "/match/red1/body". */
export interface MachinesResponse {
  namespaces: string[];
}
/** RunToRequest has the match go on until a machine has come somewhere. */
export interface RunToRequest {
  /** of the machine */
  namespace: string;
  /** of a state or a transition; "" for any */
  path: string;
  until: Until;
}
/** Until is where a machine is to come. */
export type Until = "entered" | "left" | "taken";
/** Picture is an image of a robot's camera. The topic match/camera carries it, while there is a subscriber, in worlds with
 * cameras. */
export interface Picture {
  robot: number;
  sec: number;
  /** in base 64 */
  jpeg: string;
}
