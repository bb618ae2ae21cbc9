// The keyboard commands of the Machine page.

import { useCommands } from "../shell/commands.ts";
import { useService } from "../shell/session.ts";
import { announce } from "../shell/announce.ts";
import { call } from "../wire/client.ts";
import { useRobot } from "../wire/robots.ts";
import { redo, save, select, undo, useDocument } from "./document.ts";
import { runToState, runToTransition } from "./debug.ts";
import { dryRun, useDryRun } from "./dry.ts";
import * as edit from "./edit.ts";
import { look, useLook } from "./look.ts";
import { inside, up } from "./navigate.ts";
import { toggleOpen } from "./opened.ts";
import { useRunning } from "./running.ts";

const arrows: [string, number, number][] = [["Left", -1, 0], ["Right", 1, 0], ["Up", 0, -1], ["Down", 0, 1]];

export function useMachineCommands(): void {
  const open = useDocument((s) => s.snapshot !== undefined);
  const text = useDocument((s) => s.snapshot?.format === "lua");
  const selection = useDocument((s) => s.selection);
  const some = !!selection.state || !!selection.transition;
  const editor = useService("studio/apply");
  const stops = useService("studio/stop");
  const plays = useService("studio/play");
  const drying = useService("studio/dry_run");
  const dry = useDryRun() !== undefined;
  const robot = useRobot();
  const connecting = useLook((s) => s.connecting !== undefined);
  const yaml = useLook((s) => s.yaml);
  const running = useRunning((s) => s.ns !== undefined);
  const within = inside();
  const can = open && editor && !text;
  const group = "Machine";
  useCommands([
    { id: "add-state", title: "Add a state", keys: ["S"], group, enabled: can && !connecting, run: edit.addState },
    { id: "connect", title: "Draw a transition (arrow keys choose the target, Enter draws it)", keys: ["T"], group, enabled: can && !connecting, run: edit.connect },
    { id: "open", title: "Open the state", keys: ["Enter"], group, enabled: open && !connecting && some, run: edit.open },
    { id: "up", title: "Up: show the enclosing automaton", keys: ["Backspace", "Alt+ArrowUp"], group, enabled: open && !connecting, run: up },
    { id: "rename", title: "Rename", keys: ["F2"], group, enabled: can && some, run: edit.rename },
    { id: "initial", title: "Make it the initial state", keys: ["I"], group, enabled: can && some, run: edit.setInitial },
    { id: "final", title: "Make it final, or not", keys: ["E"], group, enabled: can && some, run: edit.toggleFinal },
    { id: "disable", title: "Disable the transition, or enable it", keys: ["D"], group, enabled: can, run: edit.toggleDisabled },
    { id: "next-transition", title: "Select the next transition of the state", keys: ["N"], group, enabled: open && some, run: edit.nextTransition },
    { id: "delete", title: "Delete", keys: ["Delete"], group, enabled: can && some, run: edit.remove },
    { id: "duplicate", title: "Duplicate the state", keys: ["Ctrl+D"], group, enabled: can && some, run: edit.duplicate },
    { id: "copy", title: "Copy", keys: ["Ctrl+C"], group, enabled: open && some, run: () => void edit.copy() },
    { id: "cut", title: "Cut", keys: ["Ctrl+X"], group, enabled: can && some, run: () => void edit.cut() },
    { id: "paste", title: "Paste", keys: ["Ctrl+V"], group, enabled: can, run: () => void edit.paste() },
    { id: "nest", title: "Put the selected states inside a new one", keys: ["G"], group, enabled: can && some, run: edit.nestSelected },
    { id: "unnest", title: "Move the state out by one level", keys: ["Shift+G"], group, enabled: can && some && within !== "", run: edit.unnestSelected },
    { id: "tidy", title: "Tidy: place all shown states again", keys: ["Shift+T"], group, enabled: can, run: () => void edit.tidy() },
    { id: "open-in-place", title: "Show the state's inner states in place, or close it", keys: ["O"], group, enabled: can && some && !connecting, run: () => selection.state && void toggleOpen(selection.state) },
    { id: "align-row", title: "Align the selected states in a row", keys: ["R"], group, enabled: can && some, run: () => edit.align("row") },
    { id: "align-column", title: "Align the selected states in a column", keys: ["Shift+R"], group, enabled: can && some, run: () => edit.align("column") },
    { id: "distribute", title: "Space the selected states equally", group, enabled: can && some, run: edit.distribute },
    { id: "fit", title: "Fit the drawing into the window", keys: ["0"], group, enabled: open, run: () => (dispatchEvent(new Event("studio-fit")), announce("the drawing fits the window")) },
    { id: "yaml", title: yaml ? "Hide the text" : "Show the text", keys: ["Y"], group, enabled: open, run: () => (look({ yaml: !yaml }), announce(yaml ? "the text is hidden" : "the text is shown")) },
    { id: "why", title: "Why not? Explain why a transition is not taken", keys: ["W"], group: "Debugger", enabled: running && some, run: () => dispatchEvent(new Event("studio-why")) },
    { id: "undo", title: "Undo", keys: ["Ctrl+Z"], group, enabled: open && editor, run: () => void undo() },
    { id: "redo", title: "Redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"], group, enabled: open && editor, run: () => void redo() },
    { id: "save", title: "Save", keys: ["Ctrl+S"], group, enabled: open && editor, run: () => void save() },
    { id: "take-over", title: "Save and take over", keys: ["Ctrl+Shift+S"], group, enabled: open && editor, run: () => void edit.saveAndTakeOver() },
    { id: "run", title: "Run this machine on the robot", group: "Debugger", enabled: open && editor, run: () => void edit.run() },
    { id: "dry-run", title: dry ? "End the dry run" : "Dry run: run this machine without a robot", keys: ["Shift+F8"], group: "Debugger", enabled: open && drying, run: () => void dryRun({ op: dry ? "stop" : "start" }) },
    { id: "play", title: "Play this machine in a match", group: "Debugger", enabled: open && editor && plays, run: () => void edit.playMatch() },
    { id: "generate", title: "Generate and compile …", group, enabled: open && editor, run: () => look({ dialog: "generate" }) },
    { id: "open-file", title: "Open a machine …", keys: ["Ctrl+O"], group, run: () => look({ dialog: "open" }) },
    { id: "new-file", title: "New machine …", group, enabled: editor, run: () => look({ dialog: "new" }) },
    { id: "export", title: "Export …", group, enabled: open && editor, run: () => look({ dialog: "import" }) },
    { id: "breakpoint", title: "Breakpoint on or off", keys: ["F9"], group: "Debugger", enabled: open && some, run: edit.breakpoint },
    { id: "run-to", title: "Run to the selected state or transition", keys: ["Ctrl+F10"], group: "Debugger", enabled: running && some,
      run: () => void (selection.transition ? runToTransition(selection.transition) : runToState(selection.state!)) },
    { id: "stop", title: "Stop: the robot stands still", keys: ["Shift+Escape"], group: "Debugger", enabled: stops,
      run: () => call("studio/stop", { robot }).then(() => announce("stopped"), (e: Error) => announce(e.message)) },
    { id: "unselect", title: "Select nothing", keys: ["Escape"], group, enabled: !connecting && some && useRunning.getState().moment === undefined, run: () => select({}, "nothing is selected") },
    ...arrows.flatMap(([name, dx, dy]) => [
      { id: "select-" + name, title: `Select the state ${name.toLowerCase()}`, keys: ["Arrow" + name], group, enabled: open && !connecting, run: () => edit.move(dx, dy) },
      { id: "move-" + name, title: `Move the box ${name.toLowerCase()}`, keys: ["Shift+Arrow" + name], group, enabled: can && some && !connecting, run: () => edit.shift(dx * 20, dy * 20) },
      { id: "aim-" + name, title: `Transition: ${dx + dy > 0 ? "next" : "previous"} target`, keys: ["Arrow" + name], group, enabled: connecting, run: () => edit.aim(dx + dy) },
    ]),
    { id: "draw", title: "Transition: draw it", keys: ["Enter"], group, enabled: connecting, run: edit.drawConnection },
    { id: "cancel-draw", title: "Transition: do not draw it", keys: ["Escape"], group, enabled: connecting, run: () => (look({ connecting: undefined }), announce("no transition")) },
  ]);
}
