// A long press opens the context menu, even if the browser itself does not do so.

const pressMs = 550;
const slack = 10; // distance in pixels that a resting finger may move

let timer: ReturnType<typeof setTimeout> | undefined;
let from = { x: 0, y: 0 };

const end = (): void => clearTimeout(timer);

/** longPress holds the event handlers of an element in which a long press acts as a right click. */
export const longPress = {
  onPointerDownCapture: (e: React.PointerEvent): void => {
    end();
    if (e.pointerType !== "touch" || !e.isPrimary) return;
    const { target, clientX, clientY } = e;
    from = { x: clientX, y: clientY };
    timer = setTimeout(() => target.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX, clientY })), pressMs);
  },
  onPointerMoveCapture: (e: React.PointerEvent): void => {
    if (Math.hypot(e.clientX - from.x, e.clientY - from.y) > slack) end();
  },
  onPointerUpCapture: end,
  onPointerCancelCapture: end,
};
