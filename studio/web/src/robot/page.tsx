// The Robot page: panels that a person can arrange, with a layout for each task.
import { createDockview, type DockviewApi, type IContentRenderer } from "dockview-core";
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from "react";
import { createRoot, type Root } from "react-dom/client";
import { Boundary } from "../shell/boundary.tsx";
import { useCommands } from "../shell/commands.ts";
import { announce } from "../shell/announce.ts";
import { adopt } from "../ui/sheet.ts";
import { layouts, panels, type Layout, type Panel } from "./layouts.ts";
import { Actions } from "./panels/actions.tsx";
import { Camera } from "./panels/camera.tsx";
import { Drive } from "./panels/drive.tsx";
import { Field } from "./panels/field.tsx";
import { Joints } from "./panels/joints.tsx";
import { Log } from "./panels/log.tsx";
import { Parameters } from "./panels/parameters.tsx";
import { Simulator } from "./panels/simulator.tsx";
import { Skills } from "./panels/skills.tsx";
import dockCSS from "./dock.css" with { type: "text" };
import css from "./page.css" with { type: "text" };

adopt(dockCSS);
adopt(css);

const View = lazy(() => import("./view.tsx"));
const Plots = lazy(() => import("./panels/plot.tsx").then((m) => ({ default: m.Plot })));

const contents: Record<Panel, ComponentType> = {
  scene: () => <View />,
  camera: () => <Camera initial="top" />,
  bottom: () => <Camera initial="bottom" />,
  joints: Joints,
  plot: () => <Plots name="plot" initial={[{ topic: "~/robot_state", path: "position[0]" }, { topic: "~/robot_state", path: "position[1]" }]} />,
  plot2: () => <Plots name="plot2" initial={[{ topic: "~/robot_state", path: "angles[0]" }, { topic: "~/robot_state", path: "angles[1]" }]} />,
  log: Log,
  parameters: Parameters,
  actions: Actions,
  skills: Skills,
  drive: Drive,
  field: Field,
  simulator: Simulator,
};

// Content puts a React component into a panel of the dock. Panels share their state through stores instead of a
// context.
class Content implements IContentRenderer {
  readonly element = document.createElement("div");
  private root: Root | undefined;

  constructor(private readonly panel: Panel) {
    this.element.className = "dock-panel";
    this.element.dataset.panel = panel;
  }

  init(): void {
    const Inside = contents[this.panel];
    this.root = createRoot(this.element);
    this.root.render(
      <Boundary>
        <Suspense fallback={<p className="loading">Loading …</p>}>
          <Inside />
        </Suspense>
      </Boundary>,
    );
  }

  dispose(): void {
    const root = this.root;
    this.root = undefined;
    // The dock may remove panels while React draws them.
    setTimeout(() => root?.unmount(), 0);
  }
}

// On a phone the panels are in one column: what is first in each column above, all others below.
const narrow = matchMedia("(max-width: 700px)");

function upright(layout: Layout): Layout {
  const groups = layout.columns.flatMap((c) => c.groups.map((g) => g.tabs));
  const above = layout.columns.map((c) => c.groups[0]!.tabs[0]!);
  const below = groups.flat().filter((t) => !above.includes(t));
  return { ...layout, columns: [{ width: 1, groups: [{ height: 0.5, tabs: above }, { height: 0.5, tabs: below }] }] };
}

// arrangement returns where the browser keeps how a person has arranged a layout.
const arrangement = (layout: string) => `robot.layout.${layout}${narrow.matches ? ".narrow" : ""}`;

// arrange puts the panels of a layout in their places. It adds all columns first: otherwise a group below another
// one would span the whole page.
function arrange(api: DockviewApi, wanted: Layout): void {
  api.clear();
  const layout = narrow.matches ? upright(wanted) : wanted;
  const add = (tabs: Panel[], position?: { referencePanel: string; direction: "right" | "below" }) => {
    const [first, ...rest] = tabs;
    api.addPanel({ id: first!, component: first!, title: panels[first!], renderer: "onlyWhenVisible", position });
    for (const tab of rest) {
      api.addPanel({ id: tab, component: tab, title: panels[tab], renderer: "onlyWhenVisible", inactive: true, position: { referencePanel: first!, direction: "within" } });
    }
  };
  const tops = layout.columns.map((c) => c.groups[0]!.tabs);
  tops.forEach((tabs, i) => add(tabs, i > 0 ? { referencePanel: tops[i - 1]![0]!, direction: "right" } : undefined));
  for (const column of layout.columns) {
    let above = column.groups[0]!.tabs[0]!;
    for (const group of column.groups.slice(1)) {
      add(group.tabs, { referencePanel: above, direction: "below" });
      above = group.tabs[0]!;
    }
  }
  // Sizes are set after all groups exist, because a new group takes half of its neighbour.
  for (const column of layout.columns) {
    api.getPanel(column.groups[0]!.tabs[0]!)?.group.api.setSize({ width: api.width * column.width });
  }
  for (const column of layout.columns) {
    for (const group of column.groups.slice(0, -1)) api.getPanel(group.tabs[0]!)?.group.api.setSize({ height: api.height * group.height });
  }
}

// Tab is the tab of a panel. Its cross is for the pointer; the key Delete closes the tab with the focus.
class Tab {
  readonly element = document.createElement("div");

  init(p: { title: string; api: { close(): void } }): void {
    this.element.className = "dv-default-tab";
    this.element.append(p.title);
    const close = document.createElement("span");
    close.className = "dv-default-tab-action";
    close.title = "Close (Delete)";
    close.ariaHidden = "true";
    close.addEventListener("pointerdown", (e) => e.preventDefault());
    close.addEventListener("click", () => p.api.close());
    this.element.append(close);
  }
}

const kept = "robot.layout";

export default function RobotPage() {
  const host = useRef<HTMLDivElement>(null);
  const dock = useRef<DockviewApi>(undefined);
  const [layout, setLayout] = useState(() => localStorage.getItem(kept) ?? "drive");
  const [open, setOpen] = useState<string[]>([]);

  const show = (id: string) => {
    const found = layouts.find((l) => l.id === id) ?? layouts[0]!;
    localStorage.setItem(kept, found.id);
    localStorage.removeItem(arrangement(found.id));
    setLayout(found.id);
    if (dock.current) arrange(dock.current, found);
    announce(`layout ${found.title}`);
  };
  const add = (p: Panel) => {
    const had = dock.current?.getPanel(p);
    if (had) had.api.setActive();
    else dock.current?.addPanel({ id: p, component: p, title: panels[p], renderer: "onlyWhenVisible" });
  };

  useEffect(() => {
    const api = createDockview(host.current!, {
      createComponent: ({ name }) => new Content(name as Panel),
      createTabComponent: () => new Tab(),
      defaultTabComponent: "tab",
      theme: { name: "gonao", className: "dockview-theme-gonao" },
      disableFloatingGroups: true,
    });
    dock.current = api;
    const size = () => api.layout(host.current!.clientWidth, host.current!.clientHeight);
    size();
    const restore = () => {
      const id = localStorage.getItem(kept) ?? layouts[0]!.id;
      const own = localStorage.getItem(arrangement(id));
      try {
        if (!own) throw new Error("no saved arrangement");
        api.fromJSON(JSON.parse(own));
      } catch {
        arrange(api, layouts.find((l) => l.id === id) ?? layouts[0]!);
      }
    };
    restore();
    const update = () => setOpen(api.panels.map((p) => p.id));
    update();
    const changed = api.onDidLayoutChange(() => {
      update();
      localStorage.setItem(arrangement(localStorage.getItem(kept) ?? layouts[0]!.id), JSON.stringify(api.toJSON()));
    });
    narrow.addEventListener("change", restore);
    const watch = new ResizeObserver(size);
    watch.observe(host.current!);
    return () => {
      watch.disconnect();
      narrow.removeEventListener("change", restore);
      changed.dispose();
      dock.current = undefined;
      api.dispose();
    };
    // The dock is made once; layouts change its content.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useCommands([
    ...layouts.map((l) => ({ id: `layout.${l.id}`, title: `Layout ${l.title}`, group: "Robot", run: () => show(l.id) })),
    ...(Object.keys(panels) as Panel[]).map((p) => ({ id: `panel.${p}`, title: `Show ${panels[p]}`, group: "Robot", run: () => add(p) })),
  ]);
  const missing = (Object.keys(panels) as Panel[]).filter((p) => !open.includes(p));
  return (
    <div className="robot-page">
      <div className="robot-bar" role="toolbar" aria-label="Layouts">
        {layouts.map((l) => (
          <button key={l.id} type="button" aria-pressed={l.id === layout} onClick={() => show(l.id)}>{l.title}</button>
        ))}
        <span className="grow" />
        {missing.length > 0 && (
          <select aria-label="Add a panel" value="" onChange={(e) => e.target.value && add(e.target.value as Panel)}>
            <option value="">add a panel …</option>
            {missing.map((p) => <option key={p} value={p}>{panels[p]}</option>)}
          </select>
        )}
      </div>
      <div ref={host} className="robot-dock" />
    </div>
  );
}
