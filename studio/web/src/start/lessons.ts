// The lessons: the first one of docs/lessons, the tutorial's first machine, and a change of the dance.

import type { Snapshot, State, Transition } from "../types.gen.ts";

export type LessonName = "drive" | "draw" | "change";

interface Running { status: number; paths: string[] }

interface Step {
  title: string;
  how: string;
  done: (s: Snapshot, running?: Running) => boolean;
}

interface Lesson {
  title: string;
  path: string;
  text: string;
  steps: Step[];
}

const state = (s: Snapshot, name: string): State | undefined => s.machine.states.find((x) => x.name === name);
const to = (s: Snapshot, from: string, target: string): Transition | undefined => state(s, from)?.transitions.find((t) => t.target === target);
const errors = (s: Snapshot): boolean => s.findings.some((f) => f.severity === "error");
const does = (s: Snapshot, name: string, action: string): boolean => !!state(s, name)?.do.some((a) => a.name === action);

const argument = (s: Snapshot, name: string, action: string, arg: string): number =>
  Number(state(s, name)?.do.find((a) => a.name === action)?.args?.find((a) => a.name === arg)?.value ?? NaN);
const guarded = (s: Snapshot, from: string, target: string): boolean => to(s, from, target)?.if === "final";

export const lessons: Record<LessonName, Lesson> = {
  drive: {
    title: "Drive: forward, round, and back",
    path: "drive.yaml",
    text: `# Lesson 1: the robot walks half a metre forward, turns round, and walks back.
machine: drive
initial: forward              # where it begins
states:
  forward:
    do: {walk_to: {x: 0.5, y: 0.0}}
  back:
    do: {walk_to: {x: 0.5, y: 0.0}}
`,
    steps: [
      { title: "Add a state: turn", how: "Press S, type turn and press Enter.", done: (s) => !!state(s, "turn") },
      { title: "Make it turn round", how: "Select turn. Under do, add walk_to; x and y are 0, theta is 3.14: the angle in radians.", done: (s) => Math.abs(argument(s, "turn", "walk_to", "theta")) > 2.7 && Math.abs(argument(s, "turn", "walk_to", "theta")) < 3.6 },
      { title: "From forward to turn", how: "Draw a transition from forward to turn, with the guard (if) final: the robot has arrived.", done: (s) => guarded(s, "forward", "turn") },
      { title: "From turn to back", how: "Draw a transition from turn to back, with the guard final.", done: (s) => guarded(s, "turn", "back") },
      { title: "And the end", how: "Select back. Under transitions, add one to FINAL, with the guard final: the machine ends.", done: (s) => guarded(s, "back", "FINAL") },
      { title: "Nothing is wrong", how: "The findings at the left name what the machine still lacks; a click shows the place.", done: (s) => !errors(s) && s.machine.states.length > 2 },
      { title: "Run it", how: "Press Save and run (or Save and take over), and watch the robot. Then, in a terminal: gonao lesson check 1", done: (_, r) => !!r },
    ],
  },
  draw: {
    title: "Draw your own: the robot greets",
    path: "greet.yaml",
    text: `# My first machine: the robot watches the red ball, and greets it with its right arm.
machine: greet
inputs: {ball_age: float}     # what it may ask: seconds since the ball was last seen
initial: watch                # where it begins
states:
  watch:
    description: sees whether somebody shows the red ball
`,
    steps: [
      { title: "Make it watch the ball", how: "Select the state watch. In the form on the right, under do, add track; its colour is red.", done: (s) => does(s, "watch", "track") },
      { title: "Add a state: greet", how: "Press S, type greet and press Enter.", done: (s) => !!state(s, "greet") },
      { title: "Make it move its arm", how: "Select greet. Under do, add play with the motion dance_right, times 1.", done: (s) => !!state(s, "greet")?.do.some((a) => a.name === "play" && a.args?.some((x) => x.name === "times" && x.value === "1")) },
      { title: "Draw a transition from watch to greet", how: "Drag from the right edge of watch to greet. With the keyboard: select watch, T, arrow keys, Enter.", done: (s) => !!to(s, "watch", "greet") },
      { title: "Say when it is taken", how: "Select the transition. As its guard (if), type ball_age < 0.5: the ball is in view. As after, type 2s: not before two seconds in the state.", done: (s) => !!to(s, "watch", "greet")?.if && !!to(s, "watch", "greet")?.after },
      { title: "And back again", how: "Draw a transition from greet to watch, with the guard final: the motion has succeeded.", done: (s) => to(s, "greet", "watch")?.if === "final" },
      { title: "Nothing is wrong", how: "The findings at the left name what the machine still lacks; a click shows the place.", done: (s) => !errors(s) && s.machine.states.length > 1 },
      { title: "Run it", how: "Press Save and run (or Save and take over). The active state is drawn in orange. Show the robot the red ball.", done: (_, r) => r?.status === 0 },
    ],
  },
  change: {
    title: "Change it: the dance begins with the left arm",
    path: "my_dance.yaml",
    text: `# A copy of the dance of Menéndez et al. 2013: ten positions with one arm, then ten with the other.
machine: my_dance
description: dances with the right and the left arm in turn
inputs: {positions_reached: int}
initial: right
states:
  right:
    do: {play: {motion: dance_right}}
    transitions: [{if: positions_reached >= 10, to: left, name: ten positions}]
  left:
    do: {play: {motion: dance_left}}
    transitions: [{if: positions_reached >= 10, to: right, name: ten positions}]
`,
    steps: [
      { title: "Begin with the left arm", how: "Select left and press I: a double outline marks the state that the machine begins with.", done: (s) => s.machine.initial === "left" },
      { title: "Change sooner", how: "Select the transition from left to right, and make its guard positions_reached >= 4.", done: (s) => !!state(s, "left")?.transitions.some((t) => t.if && !t.if.includes("10")) },
      { title: "Save and run it on the robot", how: "Press Save and run (or Save and take over). The robot stops what it did and dances.", done: (s, r) => s.machine.initial === "left" && r?.status === 0 },
    ],
  },
};
