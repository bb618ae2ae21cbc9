// A modal dialog: the browser's own, which keeps the focus inside. It closes on Escape. A browser may suppress an
// Escape that no click preceded, so the dialog handles that key too. A key that is still down when the dialog opens
// belongs to the command that opened it. Its repetitions are dropped, so that a long press of Enter in the palette
// does not confirm the dialog.

import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";

export function Dialog(props: { title: string; onClose: () => void; children: ReactNode; wide?: boolean }) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const pressed = useRef(new Set<string>()); // keys that went down in this dialog
  useEffect(() => {
    const d = ref.current;
    if (!d || d.open) return;
    d.showModal();
    // Otherwise the browser would focus the button that closes the dialog.
    d.querySelector<HTMLElement>(".dialog-body > :not(header) input, .dialog-body > input, .dialog-body select, [tabindex='0']")?.focus();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={props.wide ? "wide" : undefined}
      onCancel={(e) => (e.preventDefault(), props.onClose())}
      onClose={props.onClose}
      onKeyDownCapture={(e) => {
        if (!e.repeat) pressed.current.add(e.key);
        else if (!pressed.current.has(e.key)) (e.preventDefault(), e.stopPropagation());
      }}
      onKeyDown={(e) => e.key === "Escape" && !e.defaultPrevented && (e.preventDefault(), props.onClose())}
      onClick={(e) => e.target === ref.current && props.onClose()}
    >
      <div className="dialog-body">
        <header>
          <h2 id={id}>{props.title}</h2>
          <button type="button" className="quiet" aria-label="Close" onClick={props.onClose}>✕</button>
        </header>
        {props.children}
      </div>
    </dialog>
  );
}
