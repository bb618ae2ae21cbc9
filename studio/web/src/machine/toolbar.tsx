import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useService } from "../shell/session.ts";
import { redo, save, undo, useDocument } from "./document.ts";
import { dryRun, useDryRun } from "./dry.ts";
import * as edit from "./edit.ts";
import { ancestors } from "./graph.ts";
import { look, useLook } from "./look.ts";
import { inside, openInside, up } from "./navigate.ts";
import { useLive } from "./running.ts";

export function Toolbar() {
  const snapshot = useDocument((s) => s.snapshot);
  const editor = useService("studio/apply");
  const yaml = useLook((s) => s.yaml);
  const plays = useService("studio/play");
  const within = inside();
  const drying = useService("studio/dry_run");
  const dry = useDryRun();
  const { summary } = useLive();
  if (!snapshot) return <div className="bar toolbar" role="toolbar" aria-label="Machine"><button type="button" disabled>↑ Up</button></div>;
  const can = editor && snapshot.format !== "lua";
  const errors = snapshot.findings.some((f) => f.severity === "error");
  return (
    <div className="bar toolbar" role="toolbar" aria-label="Machine">
      <button type="button" onClick={up} disabled={!within} title="Show the enclosing automaton (Backspace)" aria-label="Up">↑<span className="wide"> Up</span></button>
      <nav className="breadcrumb" aria-label="Where">
        <button type="button" className="link-button" onClick={() => openInside("")} aria-current={within ? undefined : "location"} title={snapshot.machine.name || snapshot.path}>{snapshot.machine.name || snapshot.path}</button>
        {ancestors(within).map((id) => (
          <span key={id} className="crumb">
            <span aria-hidden="true">›</span>
            <button type="button" className="link-button" onClick={() => openInside(id)} aria-current={id === within ? "location" : undefined}>{id.slice(id.lastIndexOf("/") + 1)}</button>
          </span>
        ))}
      </nav>
      <span className="grow" />
      <button type="button" disabled={!can} onClick={edit.addState} title="Add a state (S)" aria-label="+ State">+ <span className="wide">State</span></button>
      <button type="button" disabled={!can} onClick={edit.connect} title="Draw a transition: T, then the arrow keys and Enter" aria-label="→ Transition">→ <span className="wide">Transition</span></button>
      <button type="button" disabled={!editor} onClick={() => void undo()} aria-label="Undo" title="Undo (Ctrl+Z)">↶</button>
      <button type="button" disabled={!editor} onClick={() => void redo()} aria-label="Redo" title="Redo (Ctrl+Shift+Z)">↷</button>
      {drying && <button type="button" disabled={errors && !dry} aria-pressed={!!dry} onClick={() => void dryRun({ op: dry ? "stop" : "start" })}
        title={dry ? "End the run without a robot (Shift+F8)" : "Run this machine without a robot (Shift+F8)"} aria-label={dry ? "End the dry run" : "Dry run"}>{dry ? "■" : "▷"} <span className="named">{dry ? "End dry run" : "Dry run"}</span></button>}
      <More>
      <button type="button" disabled={!can} onClick={() => void edit.tidy()} title="Place all states again (Shift+T)">Tidy</button>
      <button type="button" onClick={() => dispatchEvent(new Event("studio-fit"))} title="Fit the drawing into the window (0)" aria-label="Fit">⤢<span className="in-more"> Fit</span></button>
      <button type="button" aria-pressed={yaml} title="Show the text (Y)" onClick={() => look({ yaml: !yaml })}>{snapshot.format === "lua" ? "Lua" : "YAML"}</button>
      <button type="button" disabled={!editor || !(snapshot.unsaved || snapshot.disk === "new")} onClick={() => void save()} title="Ctrl+S">Save</button>
      {plays && !dry && <button type="button" disabled={!editor || errors || snapshot.format !== "yaml"} onClick={() => void edit.playMatch()} title="Play this machine in a match" aria-label="Play this machine">▶ <span className="wide">Play</span></button>}
      {!dry && <button type="button" className="primary" disabled={!editor || errors} onClick={() => void edit.saveAndTakeOver()}
        title={errors ? "The machine has errors: the robot keeps its present machine" : "Ctrl+Shift+S"}>
        {summary ? <>Save and<wbr /> take over</> : "Save and run"}
      </button>}
      </More>
    </div>
  );
}

// More is the rest of the toolbar. Where it has no room beside the other buttons, it is a menu.
function More({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const part = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!open) return;
    const close = (e: Event) => !part.current?.contains(e.target as Node) && setOpen(false);
    addEventListener("pointerdown", close);
    return () => removeEventListener("pointerdown", close);
  }, [open]);
  return (
    <span ref={part} className="more" onKeyDown={(e) => e.key === "Escape" && open && (e.stopPropagation(), setOpen(false))}>
      <button type="button" className="more-button" aria-label="More" aria-expanded={open} onClick={() => setOpen(!open)}>⋯</button>
      <span className={"more-items" + (open ? " open" : "")} onClick={() => setOpen(false)}>{children}</span>
    </span>
  );
}
