// The picture of a head camera with the objects that vision has found. Pictures arrive as JPEG on the socket for
// bulk data; the raw topic is used only if no compressed one exists.
import { useEffect, useRef, useState } from "react";
import { subscribe, usePast, useWire } from "../../wire/client.ts";
import { Overlay, stampKey } from "../overlay.ts";
import { useRobot } from "../../wire/robots.ts";
import { Empty } from "../../ui/empty.tsx";
import { frameOf, toRGBA } from "../../colours/frame.ts";

interface Blobs {
  header: { frame_id: string; stamp: { sec: number } };
  width: number;
  height: number;
  blobs: { color: string; x: number; y: number; radius: number; azimuth: number; distance: number }[];
}

interface Shown { image: ImageData | ImageBitmap; width: number; height: number; close(): void }

/** shownFrames counts the drawn pictures, for tests. */
export const shownFrames = { count: 0 };
(globalThis as { gonaoCamera?: typeof shownFrames }).gonaoCamera = shownFrames;

export function camerasOf(ns: string, topics: Record<string, string>): string[] {
  const found = new Set<string>();
  for (const t of Object.keys(topics)) {
    const m = t.startsWith(ns + "/camera/") && /^\/camera\/(\w+)\/image_raw(\/compressed)?$/.exec(t.slice(ns.length));
    if (m) found.add(m[1]!);
  }
  return [...found].sort().reverse(); // top first
}

export function Camera({ initial = "top", bare = false }: { initial?: string; bare?: boolean }) {
  const ns = useRobot();
  const topics = useWire((s) => s.names.topics);
  const cameras = ns === undefined ? [] : camerasOf(ns, topics);
  const [chosen, choose] = useState(initial);
  const [overlay, setOverlay] = useState(true);
  const camera = cameras.includes(chosen) ? chosen : cameras[0];
  if (ns === undefined || camera === undefined) {
    return <Empty title="No camera" command="gonao launch sim.launch.yaml">This panel shows what the robot sees, when a camera or a simulator runs.</Empty>;
  }
  return (
    <div className="camera">
      {!bare && (
        <div className="panel-bar">
          {cameras.map((c) => (
            <button key={c} type="button" aria-pressed={c === camera} onClick={() => choose(c)}>{c}</button>
          ))}
          <label><input type="checkbox" checked={overlay} onChange={(e) => setOverlay(e.target.checked)} /> what vision finds</label>
        </div>
      )}
      <Picture key={ns + camera} ns={ns} camera={camera} overlay={overlay} compressed={`${ns}/camera/${camera}/image_raw/compressed` in topics} />
    </div>
  );
}

function Picture({ ns, camera, overlay, compressed }: { ns: string; camera: string; overlay: boolean; compressed: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const [words, say] = useState("waiting for a picture …");
  const heard = useRef("");
  const [joined] = useState(() => new Overlay<Shown, Blobs>(
    ({ image, width, height }) => {
      if (!canvas.current) return;
      draw(canvas.current, image, width, height);
      shownFrames.count++;
      say(`${width}×${height}${compressed ? "" : ", raw"}`);
    },
    (m) => (heard.current = drawMarks(marks.current, m, heard.current)),
  ));

  useEffect(() => {
    if (!overlay) return joined.clear();
    return subscribe(ns + "/color_blobs", (m: Blobs) => {
      if (m.header.frame_id && !m.header.frame_id.toLowerCase().includes(camera)) return;
      joined.found(stampKey(m.header.stamp), m, performance.now());
    });
  }, [ns, camera, overlay]);

  useEffect(() => {
    let ended = false;
    let busy = false;
    const take = (m: { header: Blobs["header"] }, shown: Shown) => joined.picture(stampKey(m.header.stamp), shown, performance.now(), usePast.getState().time === undefined);
    const topic = `${ns}/camera/${camera}/image_raw${compressed ? "/compressed" : ""}`;
    const stop = subscribe(topic, (m) => {
      if (busy) return; // newer pictures are coming, so a late one is not drawn
      if (!compressed) {
        try {
          const f = frameOf(m);
          const image = new ImageData(f.width, f.height);
          toRGBA(f, image.data);
          take(m, { image, width: f.width, height: f.height, close: () => {} });
        } catch (e) {
          say((e as Error).message);
        }
        return;
      }
      busy = true;
      createImageBitmap(new Blob([m.data], { type: "image/jpeg" })).then(
        (b) => {
          busy = false;
          if (ended) b.close();
          else take(m, { image: b, width: b.width, height: b.height, close: () => b.close() });
        },
        () => {
          busy = false;
          say(`the picture is ${m.format}: this browser cannot show this format`);
        },
      );
    }, { kind: "bulk" });
    return () => {
      ended = true;
      stop();
      joined.close();
    };
  }, [ns, camera, compressed]);

  return (
    <div className="camera-picture" role="img" aria-label={`${camera} camera, ${words}`} data-camera={camera}>
      <canvas ref={canvas} width={640} height={480} />
      <canvas ref={marks} className="camera-marks" width={640} height={480} />
      <span className="camera-words dim">{words}</span>
    </div>
  );
}

function draw(c: HTMLCanvasElement, image: ImageData | ImageBitmap, width: number, height: number): void {
  if (c.width !== width || c.height !== height) {
    c.width = width;
    c.height = height;
  }
  const g = c.getContext("2d", { alpha: false })!;
  if (image instanceof ImageData) g.putImageData(image, 0, 0);
  else g.drawImage(image, 0, 0);
}

// drawMarks draws circles around the found objects, with name and distance. It returns a key of the drawing, so
// that the same marks are not drawn twice.
function drawMarks(c: HTMLCanvasElement | null, m: Blobs | undefined, before: string): string {
  if (!c) return before;
  const key = m ? m.blobs.map((b) => `${b.color} ${b.x.toFixed(0)} ${b.y.toFixed(0)} ${b.radius.toFixed(0)}`).join() : "";
  if (key === before && m) return before;
  if (m && (c.width !== m.width || c.height !== m.height) && m.width > 0) {
    c.width = m.width;
    c.height = m.height;
  }
  const g = c.getContext("2d")!;
  g.clearRect(0, 0, c.width, c.height);
  const unit = c.width / 640;
  g.font = `${Math.max(10, 15 * unit)}px system-ui, sans-serif`;
  for (const b of m?.blobs ?? []) {
    const r = Math.max(b.radius, 4 * unit) + 3 * unit;
    for (const [style, width] of [["#000", 5 * unit], ["#fff", 2 * unit]] as const) {
      g.strokeStyle = style;
      g.lineWidth = width;
      g.beginPath();
      g.arc(b.x, b.y, r, 0, 2 * Math.PI);
      g.stroke();
    }
    const text = `${b.color}${b.distance > 0 ? ` ${b.distance.toFixed(2)} m` : ""} ${((b.azimuth * 180) / Math.PI).toFixed(1)}°`;
    const w = g.measureText(text).width;
    const x = Math.min(Math.max(2, b.x - w / 2), c.width - w - 6);
    const y = b.y - r - 8 * unit > 20 * unit ? b.y - r - 8 * unit : b.y + r + 18 * unit;
    g.fillStyle = "#fff";
    g.fillRect(x - 3, y - 14 * unit, w + 6, 18 * unit);
    g.fillStyle = "#111";
    g.fillText(text, x, y);
  }
  return key;
}
