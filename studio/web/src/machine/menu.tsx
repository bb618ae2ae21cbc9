// The context menu of a state or a transition. A right click, a long press or the menu key opens it.

import { useEffect, useRef } from "react";
import { useDocument } from "./document.ts";
import { runToState, runToTransition } from "./debug.ts";
import * as edit from "./edit.ts";
import { look, useLook } from "./look.ts";
import { toggleOpen } from "./opened.ts";

export function Menu() {
  const menu = useLook((s) => s.menu);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!menu) return;
    const before = document.activeElement as HTMLElement | null;
    ref.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const close = (e: Event) => !ref.current?.contains(e.target as Node) && look({ menu: undefined });
    addEventListener("pointerdown", close);
    return () => {
      removeEventListener("pointerdown", close);
      before?.focus?.();
    };
  }, [menu]);
  if (!menu) return null;
  const items: [string, () => void][] = menu.transition
    ? [["Disable or enable", edit.toggleDisabled], ["Breakpoint", edit.breakpoint], ["Run to it", () => void runToTransition(menu.transition!)], ["Why not?", () => dispatchEvent(new Event("studio-why"))], ["Copy", () => void edit.copy()], ["Delete", edit.remove]]
    : [["Open", edit.open], ["Open in place, or close", () => void toggleOpen(menu.state!)], ["Rename", edit.rename], ["Draw a transition", edit.connect], ["Initial", edit.setInitial], ["Final", edit.toggleFinal], ["Breakpoint", edit.breakpoint], ["Run to it", () => void runToState(menu.state!)],
       ["Copy", () => void edit.copy()], ["Paste", () => void edit.paste()], ["Duplicate", edit.duplicate], ["Align in a row", () => edit.align("row")], ["Align in a column", () => edit.align("column")], ["Put inside a new state", edit.nestSelected], ["Move one level out", edit.unnestSelected], ["Delete", edit.remove]];
  return (
    <div
      ref={ref} role="menu" className="menu" aria-label={menu.transition ? "Transition" : "State"}
      style={{ left: Math.min(menu.x, innerWidth - 220), top: Math.max(8, Math.min(menu.y, innerHeight - items.length * (matchMedia("(pointer: coarse)").matches ? 46 : 34) - 12)) }}
      onKeyDown={(e) => {
        const all = [...e.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")];
        const i = all.indexOf(document.activeElement as HTMLElement);
        if (e.key === "ArrowDown") all[(i + 1) % all.length].focus();
        else if (e.key === "ArrowUp") all[(i + all.length - 1) % all.length].focus();
        else if (e.key === "Escape" || e.key === "Tab") look({ menu: undefined });
        else return;
        e.preventDefault();
        e.stopPropagation();
      }}
    >
      {items.map(([title, run]) => (
        <button key={title} type="button" role="menuitem" onClick={() => (look({ menu: undefined }), setTimeout(run, 0))}>{title}</button>
      ))}
    </div>
  );
}

/** openMenu opens the menu at the selection. */
export function openMenu(): void {
  const { selection } = useDocument.getState();
  const id = selection.transition ?? selection.state;
  if (!id) return;
  const e = document.querySelector(selection.transition ? `[data-transition="${CSS.escape(id)}"]` : `.box[data-state="${CSS.escape(id)}"]`);
  const r = e?.getBoundingClientRect();
  look({ menu: { x: r ? r.left + 20 : 300, y: r ? r.bottom : 200, state: selection.state, transition: selection.transition } });
}
