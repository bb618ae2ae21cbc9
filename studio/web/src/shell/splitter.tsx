// A separator between two panels. A pointer or the arrow keys move it, and its size is kept.

import { useRef, useState } from "react";

export function useSize(name: string, initial: number): [number, (n: number) => void] {
  const [size, set] = useState(() => Number(localStorage.getItem("size." + name)) || initial);
  return [size, (n) => (localStorage.setItem("size." + name, String(n)), set(n))];
}

interface Props {
  label: string;
  size: number;
  min: number;
  max: number;
  onSize: (n: number) => void;
  vertical?: boolean; // the separator is a vertical line, moved left and right
  invert?: boolean; // the panel with the size is after the separator
}

export function Splitter({ label, size, min, max, onSize, vertical, invert }: Props) {
  const start = useRef<{ at: number; size: number } | null>(null);
  const clamp = (n: number) => Math.round(Math.min(max, Math.max(min, n)));
  const sign = invert ? -1 : 1;
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={vertical ? "vertical" : "horizontal"}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      className={"splitter " + (vertical ? "splitter-v" : "splitter-h")}
      onPointerDown={(e) => {
        e.currentTarget.setPointerCapture(e.pointerId);
        start.current = { at: vertical ? e.clientX : e.clientY, size };
      }}
      onPointerMove={(e) => {
        if (start.current) onSize(clamp(start.current.size + sign * ((vertical ? e.clientX : e.clientY) - start.current.at)));
      }}
      onPointerUp={() => (start.current = null)}
      onPointerCancel={() => (start.current = null)}
      onKeyDown={(e) => {
        const less = vertical ? "ArrowLeft" : "ArrowUp";
        const more = vertical ? "ArrowRight" : "ArrowDown";
        const step = e.key === more ? 20 : e.key === less ? -20 : 0;
        if (step) {
          e.preventDefault();
          e.stopPropagation();
          onSize(clamp(size + sign * step));
        } else if (e.key === "Home") onSize(min);
        else if (e.key === "End") onSize(max);
      }}
    />
  );
}
