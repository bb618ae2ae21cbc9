// The shell: header, chosen page, footer, and everything that all pages share.

import { Suspense, useEffect, useState } from "react";
import { Keys, Palette } from "./palette.tsx";
import { runKey, useCommands } from "./commands.ts";
import { announce, useAnnouncement } from "./announce.ts";
import { Header } from "./header.tsx";
import { Footer } from "./footer.tsx";
import { Boundary } from "./boundary.tsx";
import { go, useRoute } from "./route.ts";
import { footed, useRunning } from "../machine/running.ts";
import { useWire } from "../wire/client.ts";
import { pages, useDialogs } from "./pages.tsx";
import Foot from "../machine/foot.tsx";

export function App() {
  const route = useRoute();
  const dialog = useDialogs((s) => s.open);
  const [drawer, setDrawer] = useState(false);
  useEffect(() => {
    const key = (e: KeyboardEvent) => void runKey(e);
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  useCommands([
    ...pages.map((p, i) => ({ id: "page." + p.id, title: `Page ${p.title}`, keys: [String(i + 1)], group: "Pages", run: () => (go({ page: p.id }), announce(`page ${p.title}`)) })),
    { id: "palette", title: "Commands", keys: ["Ctrl+K"], run: () => useDialogs.setState({ open: "palette" }) },
    { id: "keys", title: "All keys", keys: ["?"], run: () => useDialogs.setState({ open: "keys" }) },
  ]);
  // A program that only plays a match begins with that page.
  const plays = useWire((s) => s.server === "gonao match");
  useEffect(() => {
    if (plays && !location.hash) go({ page: "match" });
  }, [plays]);
  const shown = pages.find((p) => p.id === route.page) ?? pages[0];
  const runs = useRunning((s) => s.ns !== undefined && !s.instead.length);
  const foot = runs && footed.includes(shown.id);
  const close = () => useDialogs.setState({ open: undefined });
  useEffect(() => {
    document.title = shown.title + " · gonao studio";
  }, [shown]);
  return (
    <div className={"app" + (drawer ? " drawer-open" : "")}>
      <Header page={shown.id} onDrawer={() => setDrawer(!drawer)} drawer={drawer} />
      <main id="page" tabIndex={-1} className={"page page-" + shown.id}>
        <Boundary key={shown.id}>
          <Suspense fallback={<p className="loading">Loading {shown.title} …</p>}>
            <shown.page />
          </Suspense>
        </Boundary>
      </main>
      {foot && <Foot />}
      <Footer />
      <Live />
      {dialog === "palette" && <Palette onClose={close} />}
      {dialog === "keys" && <Keys onClose={close} />}
    </div>
  );
}

function Live() {
  const { text, count } = useAnnouncement();
  return (
    <div aria-live="polite" role="status" className="visually-hidden" data-count={count}>
      {text}
    </div>
  );
}
