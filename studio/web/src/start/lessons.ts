// The lessons: the tutorial's first machine, and a change of the dance.

import type { Snapshot, State } from "../types.gen.ts";

export type LessonName = "draw" | "change";

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
const errors = (s: Snapshot): boolean => s.findings.some((f) => f.severity === "error");
const does = (s: Snapshot, name: string, action: string): boolean => !!state(s, name)?.do.some((a) => a.name === action);

export const lessons: Record<LessonName, Lesson> = {
  draw: {
    title: "Draw your own: the robot greets",
    path: "greet_me.yaml",
    text: `# My first machine: the robot looks for the red ball, and greets whoever shows it.
machine: greet_me
rate_hz: 50
initial: look
states:
  look:
    description: waits for the red ball
`,
    steps: [
      { title: "Have it look for the ball", how: "Select the state look. On the right, under do, add search and choose the colour red.", done: (s) => does(s, "look", "search") || does(s, "look", "track") },
      { title: "Add a state: greet", how: "Press S, type greet and press Enter.", done: (s) => !!state(s, "greet") },
      { title: "Have it speak", how: "Select greet. Under do, add say and type what the robot says.", done: (s) => does(s, "greet", "say") },
      { title: "Draw a transition from look to greet", how: "Drag from the right edge of look to greet. With the keyboard: select look, T, arrow keys, Enter.", done: (s) => !!state(s, "look")?.transitions.some((t) => t.target === "greet") },
      { title: "Say when it is taken", how: "Select the transition. As its guard (if), type final: the search has found the ball.", done: (s) => !!state(s, "look")?.transitions.some((t) => t.target === "greet" && (t.if || t.event?.length)) },
      { title: "And back again", how: "Draw a transition from greet to look, with after 5s.", done: (s) => !!state(s, "greet")?.transitions.some((t) => t.target === "look" && t.after) },
      { title: "Nothing is wrong", how: "The findings at the left name what the machine still lacks; a click shows the place.", done: (s) => !errors(s) && s.machine.states.length > 1 },
      { title: "Run it", how: "Press Save and run. The active state is drawn in orange.", done: (_, r) => r?.status === 0 },
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
      { title: "Save and let the robot take it", how: "Press Save and run (or Save and take over). The robot stops what it did and dances.", done: (s, r) => s.machine.initial === "left" && r?.status === 0 },
    ],
  },
};
