// What a person would call broken, found by geometry: the value is a list of sentences.
(() => {
  const found = [];
  const name = (e) => {
    const words = (e.getAttribute("aria-label") || e.innerText || e.value || "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `${e.tagName.toLowerCase()}${typeof e.className === "string" && e.className ? "." + e.className.trim().split(/\s+/).join(".") : ""} "${words}"`;
  };
  const modal = document.querySelector("dialog[open]");
  const root = modal ?? document.body;
  const shown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !e.closest(".visually-hidden, .skip, [inert]");
  // visible returns the part of an element that its scrolling ancestors show.
  const visible = (e) => {
    const r = e.getBoundingClientRect();
    let box = { left: r.left, right: r.right, top: r.top, bottom: r.bottom };
    let scrolls = false;
    for (let p = e.parentElement; p && p !== document.documentElement; p = p.parentElement) {
      const s = getComputedStyle(p);
      if (s.overflowX === "visible" && s.overflowY === "visible") continue;
      const c = p.getBoundingClientRect();
      if (/auto|scroll/.test(s.overflowX + s.overflowY)) scrolls = true;
      box = { left: Math.max(box.left, c.left), right: Math.min(box.right, c.right), top: Math.max(box.top, c.top), bottom: Math.min(box.bottom, c.bottom) };
    }
    return { ...box, scrolls, whole: r };
  };
  const empty = (b) => b.right - b.left < 2 || b.bottom - b.top < 2;
  const hit = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;

  if (document.documentElement.scrollWidth > innerWidth) found.push(`the window scrolls sideways: ${document.documentElement.scrollWidth} of ${innerWidth}`);

  // Controls and texts: none outside the window, none over another, none cut.
  const controls = [...root.querySelectorAll("button, input, select, textarea, a[href], h1, h2, h3, .pill, .strip, .start p, .footer > *")]
    .filter((e) => shown(e) && !e.closest(".canvas, .cm-host, canvas, .dv-resize-container"));
  const boxes = controls.map((e) => [e, visible(e)]);
  for (const [e, b] of boxes) {
    if (b.whole.width < 1 || b.whole.height < 1) continue;
    if (!b.scrolls && (b.whole.left < -1 || b.whole.right > innerWidth + 1 || b.whole.top < -1 || b.whole.bottom > innerHeight + 1)) found.push(`outside the window: ${name(e)}`);
    else if (!b.scrolls && (b.whole.left < b.left - 2 || b.whole.right > b.right + 2 || b.whole.top < b.top - 2 || b.whole.bottom > b.bottom + 2)) found.push(`cut: ${name(e)}`);
    const s = getComputedStyle(e);
    if (/button|a|h1|h2|h3|span/i.test(e.tagName) && e.scrollWidth > e.clientWidth + 2 && e.clientWidth > 0 && s.display !== "inline" && s.textOverflow !== "ellipsis") found.push(`text wider than its box: ${name(e)}`);
  }
  const leaves = boxes.filter(([, b]) => !empty(b));
  leaves.forEach(([a, ra], i) => {
    for (const [b, rb] of leaves.slice(i + 1)) {
      if (a.contains(b) || b.contains(a) || !hit(ra, rb)) continue;
      if (layer(a) !== layer(b)) continue;
      found.push(`${name(a)} overlaps ${name(b)}`);
    }
  });
  function layer(e) {
    for (let p = e; p && p !== root; p = p.parentElement) {
      const s = getComputedStyle(p);
      if (s.position === "fixed" || (s.position === "absolute" && s.zIndex !== "auto")) return p;
    }
    return root;
  }

  // A toolbar is one line.
  for (const bar of root.querySelectorAll(".header, .toolbar, .footer")) {
    const lines = new Set([...bar.children].filter(shown).filter((c) => c.getBoundingClientRect().width > 0).map((c) => Math.round((c.getBoundingClientRect().top + c.getBoundingClientRect().bottom) / 2 / 12)));
    if (lines.size > 1 && Math.max(...lines) - Math.min(...lines) > 1 && innerWidth > 900) found.push(`more than one line: ${name(bar)}`);
  }

  // The drawing: boxes and labels do not cover each other; edges do not run across labels of others or boxes of others.
  const rects = (q) => [...root.querySelectorAll(q)].map((e) => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width > 0);
  const states = rects(".box:not(.box-open)"), labels = rects(".link-label");
  const pairs = (list, what) => list.forEach(([a, ra], i) => list.slice(i + 1).forEach(([b, rb]) => hit(ra, rb) && found.push(`${what}: ${name(a)} and ${name(b)}`)));
  pairs(states, "states overlap");
  pairs(labels, "labels overlap");
  for (const [l, rl] of labels) for (const [b, rb] of states) if (hit(rl, rb)) found.push(`label over a state: ${name(l)} on ${name(b)}`);
  const lines = [...root.querySelectorAll(".link")].map((g) => {
    const path = g.querySelector(".link-line"), m = path.getScreenCTM(), n = path.getTotalLength(), points = [];
    for (let i = 0; i <= 40; i++) points.push(path.getPointAtLength((n * i) / 40).matrixTransform(m));
    return { g, points };
  });
  for (const { g, points } of lines) for (const [l, r] of labels) {
    if (g.contains(l)) continue;
    if (points.some((p) => p.x > r.left + 3 && p.x < r.right - 3 && p.y > r.top + 3 && p.y < r.bottom - 3)) found.push(`edge across a label: ${name(g)} over ${name(l)}`);
  }
  for (const { g, points } of lines) for (const [b, r] of states) {
    if (points.slice(3, -3).some((p) => p.x > r.left + 4 && p.x < r.right - 4 && p.y > r.top + 4 && p.y < r.bottom - 4)) found.push(`edge across a state: ${name(g)} over ${name(b)}`);
  }
  const canvas = root.querySelector(".canvas")?.getBoundingClientRect();
  if (canvas && states.length) {
    const outside = states.filter(([, r]) => r.left < canvas.left || r.right > canvas.right || r.top < canvas.top || r.bottom > canvas.bottom).length;
    if (outside && innerWidth > 900 && (states.length <= 60 || !root.querySelector(".map"))) found.push(`${outside} of ${states.length} states are outside the canvas`);
  }
  if (!root.innerText.trim()) found.push("the page is empty");
  return found;
})()
