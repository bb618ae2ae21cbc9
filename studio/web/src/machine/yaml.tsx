// The text of the document beside the canvas, with completion and findings in place. It is loaded when it is first
// shown. The editor lives in a shadow root with constructed style sheets, which the content security policy allows.

import { useEffect, useRef } from "react";
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentOnInput, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import { Annotation, Compartment, EditorState, StateEffect, StateField, Transaction } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";
import { yaml } from "@codemirror/legacy-modes/mode/yaml";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { tags } from "@lezer/highlight";
import { call } from "../wire/client.ts";
import { announce } from "../shell/announce.ts";
import type { CompleteResponse, Outcome, Snapshot } from "../types.gen.ts";
import { edit, findState, findTransition, guardTyped, redo, select, undo, useDocument } from "./document.ts";
import { allStates } from "./graph.ts";
import { showState } from "./navigate.ts";
import { Shared } from "./shared.ts";

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.attributeName], color: "var(--link)" },
  { tag: [tags.keyword, tags.controlKeyword, tags.operatorKeyword], color: "var(--ghost)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--active)" },
  { tag: [tags.comment, tags.lineComment, tags.meta], color: "var(--text2)", fontStyle: "italic" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--bg)", color: "var(--text)", fontSize: "13px" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace' },
  ".cm-gutters": { backgroundColor: "var(--bg2)", color: "var(--text2)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 8%, transparent)" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-chosen": { backgroundColor: "var(--accent-bg)" },
  ".cm-tooltip": { backgroundColor: "var(--bg)", color: "var(--text)", border: "1px solid var(--line-strong)", borderRadius: "6px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { color: "inherit", marginLeft: "12px" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent) !important" },
});

const mark = StateEffect.define<{ from: number; to: number } | null>();
const chosen = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(d, tr) {
    d = d.map(tr.changes);
    for (const e of tr.effects) {
      if (!e.is(mark)) continue;
      if (!e.value) d = Decoration.none;
      else {
        const line = Decoration.line({ class: "cm-chosen" });
        const list = [];
        for (let n = e.value.from; n <= Math.min(e.value.to, tr.state.doc.lines); n++) list.push(line.range(tr.state.doc.line(n).from));
        d = Decoration.set(list);
      }
    }
    return d;
  },
  provide: (f) => EditorView.decorations.from(f),
});

const writable = new Compartment();

async function complete(c: CompletionContext): Promise<CompletionResult | null> {
  const s = useDocument.getState().snapshot;
  if (!s || (!c.explicit && !c.matchBefore(/[\w.]+/))) return null;
  const line = c.state.doc.lineAt(c.pos);
  const r = await call<CompleteResponse>("studio/complete", { id: s.id, format: s.format, text: c.state.doc.toString(), line: line.number, column: c.pos - line.from + 1 }).catch(() => undefined);
  if (!r?.items?.length) return null;
  return {
    from: line.from + r.from - 1, to: line.from + r.to - 1,
    options: r.items.map((i) => ({ label: i.label, detail: i.detail, info: i.info, apply: i.insert ?? i.label, type: i.kind === "key" ? "property" : i.kind === "action" ? "function" : i.kind === "state" ? "class" : "variable" })),
  };
}

function diagnostics(s: Snapshot, view: EditorView): Diagnostic[] {
  return s.findings.filter((f) => f.line >= 1 && f.line <= view.state.doc.lines).map((f) => {
    const line = view.state.doc.line(f.line);
    const from = Math.min(line.to, line.from + Math.max(0, f.column - 1));
    return { from, to: Math.max(from, line.to), severity: f.severity === "note" ? "info" : f.severity, message: f.message };
  });
}

const theirs = Annotation.define<boolean>(); // marks a change that others have made
const typedMs = 400; // time after the last key press until the text becomes a command, ms

export default function YamlPane() {
  const host = useRef<HTMLDivElement>(null);
  const id = useDocument((s) => s.id);
  useEffect(() => {
    const snapshot = useDocument.getState().snapshot;
    if (!host.current || !snapshot) return;
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const { id } = snapshot;
    const shared = new Shared(snapshot.text, snapshot.revision);
    // push sends the typed changes. If others have changed the text in between, their changes are merged and the
    // text is sent again.
    const push = async () => {
      clearTimeout(timer);
      timer = undefined;
      if (shared.sending || !shared.dirty) return;
      const text = shared.send();
      const o: Outcome = await edit(id, () => shared.revision, { op: "replace_text", text }).catch((e: Error) => ({ refused: { code: "failed", message: e.message } }));
      shared.sent(!o.refused);
      const now = useDocument.getState().snapshot;
      if (now?.id === id) receive(now);
      else if (o.snapshot) receive(o.snapshot);
      if (o.refused && o.refused.code !== "stale") useDocument.setState({ problem: o.refused.message });
      else if (shared.dirty && (o.refused || gone || !timer)) void push();
      if (!o.refused) announce("text changed");
    };
    const cursor = () => {
      const s = useDocument.getState().snapshot;
      if (!s || !view.hasFocus || timer) return;
      const line = view.state.doc.lineAt(view.state.selection.main.head).number;
      const at = allStates(s.machine.states).filter(({ state }) => state.line <= line && line <= state.end_line).at(-1)?.state;
      if (!at) return;
      const t = at.transitions.find((x) => x.line <= line && line <= x.end_line);
      showState(at.id);
      select(t ? { transition: t.id } : { state: at.id });
    };
    const view = new EditorView({
      parent: shadow,
      root: shadow,
      state: EditorState.create({
        doc: snapshot.text,
        extensions: [
          lineNumbers(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(), lintGutter(),
          StreamLanguage.define(snapshot.format === "lua" ? lua : yaml),
          syntaxHighlighting(colours), theme, chosen, autocompletion({ override: [complete] }),
          EditorView.contentAttributes.of({ "aria-label": `text of ${snapshot.path}` }),
          writable.of(EditorState.readOnly.of(false)),
          keymap.of([
            { key: "Mod-z", run: () => (void push(), void undo(), true), preventDefault: true },
            { key: "Mod-Shift-z", run: () => (void redo(), true), preventDefault: true },
            { key: "Mod-y", run: () => (void redo(), true), preventDefault: true },
            { key: "Escape", run: (v) => (v.contentDOM.blur(), true) },
            ...closeBracketsKeymap, ...completionKeymap, indentWithTab, ...defaultKeymap,
          ]),
          EditorView.updateListener.of((u) => {
            for (const t of u.transactions) if (t.docChanged && !t.annotation(theirs)) shared.typed(t.changes);
            if (u.docChanged && u.transactions.some((t) => !t.annotation(theirs) && t.docChanged)) {
              clearTimeout(timer);
              timer = setTimeout(() => void push(), typedMs);
            } else if (u.selectionSet && !u.docChanged) cursor();
          }),
          EditorView.domEventHandlers({ blur: () => void push() }),
        ],
      }),
    });
    const receive = (s: Snapshot) => {
      if (shared.sending || s.id !== id) return;
      const changes = shared.receive(s.text, s.revision);
      if (gone) return;
      if (!changes.empty) view.dispatch({ changes, annotations: [theirs.of(true), Transaction.addToHistory.of(false)] });
      if (!timer) view.dispatch(setDiagnostics(view.state, diagnostics(s, view)));
    };
    const highlight = () => {
      const { snapshot: s, selection } = useDocument.getState();
      if (!s) return;
      const t = selection.transition ? findTransition(s.machine.states, selection.transition)?.transition : undefined;
      const st = selection.state ? findState(s.machine.states, selection.state) : undefined;
      const at = t ?? st;
      view.dispatch({ effects: mark.of(at && at.line > 0 ? { from: at.line, to: Math.max(at.line, at.end_line) } : null) });
      if (at && at.line > 0 && at.line <= view.state.doc.lines && !view.hasFocus) {
        view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(at.line).from, { y: "nearest", yMargin: 40 }) });
      }
    };
    const toLine = (e: Event) => {
      const n = (e as CustomEvent<number>).detail;
      if (n < 1 || n > view.state.doc.lines) return;
      const line = view.state.doc.line(n);
      view.dispatch({ selection: { anchor: line.from }, effects: EditorView.scrollIntoView(line.from, { y: "center" }) });
      view.focus();
    };
    receive(snapshot);
    highlight();
    const stop = useDocument.subscribe((s, before) => {
      if (s.snapshot && s.snapshot !== before.snapshot) receive(s.snapshot);
      if (s.selection !== before.selection || s.snapshot !== before.snapshot) highlight();
    });
    addEventListener("studio-line", toLine);
    (host.current as any).editor = view; // for tests
    const guarded = guardTyped(() => shared.dirty);
    return () => {
      void push();
      gone = true;
      guarded();
      stop();
      removeEventListener("studio-line", toLine);
      view.destroy();
    };
  }, [id]);
  return <div className="cm-host" ref={host} />;
}
