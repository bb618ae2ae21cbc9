// The colours that vision looks for, in the form of its parameter `colors`:
//
//	"red: hsv 340..20 0.5..1 0.15..1"
//
// and the conversion of pixels, as package vision computes them: full-range BT.601.

export type Space = "hsv" | "rgb" | "yuv";
export type Triple = [number, number, number];

export interface Color {
  name: string;
  space: Space;
  low: Triple; // if the low hue is above the high one, the range passes through 0
  high: Triple;
}

export const channels: Record<Space, { names: Triple3<string>; max: Triple; step: Triple }> = {
  hsv: { names: ["hue", "saturation", "value"], max: [360, 1, 1], step: [1, 0.01, 0.01] },
  rgb: { names: ["red", "green", "blue"], max: [255, 255, 255], step: [1, 1, 1] },
  yuv: { names: ["luma", "blue chroma", "red chroma"], max: [255, 255, 255], step: [1, 1, 1] },
};
type Triple3<T> = [T, T, T];

export function parseColor(text: string): Color {
  const m = /^\s*([^:]+?)\s*:\s*(\w+)\s+(\S+)\s+(\S+)\s+(\S+)\s*$/.exec(text);
  const wrong = (what: string) => new Error(`colour "${text}": ${what}: expected "name: space low..high low..high low..high"`);
  if (!m) throw wrong("not of that form");
  const space = m[2] as Space;
  if (!(space in channels)) throw wrong(`space "${space}" is not hsv, rgb or yuv`);
  const low: Triple = [0, 0, 0];
  const high: Triple = [0, 0, 0];
  for (let i = 0; i < 3; i++) {
    const r = /^([\d.eE+-]+?)\.\.([\d.eE+-]+)$/.exec(m[3 + i]!);
    low[i] = Number(r?.[1]);
    high[i] = Number(r?.[2]);
    if (!r || Number.isNaN(low[i]) || Number.isNaN(high[i])) throw wrong(`range "${m[3 + i]}"`);
  }
  return { name: m[1]!, space, low, high };
}

const digits = (v: number, max: number) => String(Number(v.toFixed(max <= 1 ? 3 : 1)));

export function formatColor(c: Color): string {
  const { max } = channels[c.space];
  const range = (i: number) => `${digits(c.low[i]!, max[i]!)}..${digits(c.high[i]!, max[i]!)}`;
  return `${c.name}: ${c.space} ${range(0)} ${range(1)} ${range(2)}`;
}

const clip = (v: number) => (v < 0 ? 0 : v > 255 ? 255 : v);

export function yuvToRGB(y: number, u: number, v: number): Triple {
  u -= 128;
  v -= 128;
  return [clip(y + 1.402 * v), clip(y - 0.344136 * u - 0.714136 * v), clip(y + 1.772 * u)];
}

export function rgbToHSV(r: number, g: number, b: number): Triple {
  const hi = Math.max(r, g, b);
  const d = hi - Math.min(r, g, b);
  if (hi === 0) return [0, 0, 0];
  let h = 0;
  if (d > 0) {
    if (hi === r) h = ((g - b) / d + 6) % 6;
    else if (hi === g) h = (b - r) / d + 2;
    else h = (r - g) / d + 4;
  }
  return [60 * h, d / hi, hi / 255];
}

// inSpace converts a pixel from YUV to the channels of a colour space.
export function inSpace(space: Space, y: number, u: number, v: number): Triple {
  if (space === "yuv") return [y, u, v];
  const rgb = yuvToRGB(y, u, v);
  return space === "rgb" ? rgb : rgbToHSV(...rgb);
}

const within = (x: number, low: number, high: number) => (low > high ? x >= low || x <= high : x >= low && x <= high);

// contains reports whether a pixel, in YUV, has the colour.
export function contains(c: Color, y: number, u: number, v: number): boolean {
  const at = inSpace(c.space, y, u, v);
  return within(at[0], c.low[0], c.high[0]) && within(at[1], c.low[1], c.high[1]) && within(at[2], c.low[2], c.high[2]);
}

const wrap = (deg: number) => ((deg % 360) + 360) % 360;

// hueWith extends a range of hues in the shorter direction so that it contains the hue at.
function hueWith(low: number, high: number, at: number): [number, number] {
  if (within(at, low, high)) return [low, high];
  return wrap(low - at) < wrap(at - high) ? [at, high] : [low, at];
}

const room: Record<Space, Triple> = { hsv: [6, 0.06, 0.08], rgb: [12, 12, 12], yuv: [12, 6, 6] };
// The filter's table has steps of 8 in luma and 4 in chroma, so narrower ranges are refused.
const least: Record<Space, Triple> = { hsv: [8, 0.08, 0.08], rgb: [16, 16, 16], yuv: [16, 8, 8] };

// around returns the smallest range around one pixel that the filter accepts, with a margin.
export function around(name: string, space: Space, pixel: Triple): Color {
  const { max } = channels[space];
  const low: Triple = [0, 0, 0];
  const high: Triple = [0, 0, 0];
  for (let i = 0; i < 3; i++) {
    const r = Math.max(room[space][i]!, least[space][i]! / 2);
    low[i] = pixel[i]! - r;
    high[i] = pixel[i]! + r;
    if (space === "hsv" && i === 0) {
      low[i] = wrap(low[i]!);
      high[i] = wrap(high[i]!);
      continue;
    }
    if (low[i]! < 0) [low[i], high[i]] = [0, Math.max(high[i]!, 2 * r)];
    if (high[i]! > max[i]!) [low[i], high[i]] = [Math.min(low[i]!, max[i]! - 2 * r), max[i]!];
  }
  return { name, space, low, high };
}

// grow returns the colour extended by a margin around a pixel, so that it contains the pixel.
export function grow(c: Color, pixel: Triple): Color {
  const small = around(c.name, c.space, pixel);
  const low: Triple = [...c.low];
  const high: Triple = [...c.high];
  for (let i = 0; i < 3; i++) {
    if (c.space === "hsv" && i === 0) {
      [low[0], high[0]] = hueWith(low[0], high[0], small.low[0]);
      [low[0], high[0]] = hueWith(low[0], high[0], small.high[0]);
      continue;
    }
    low[i] = Math.min(low[i]!, small.low[i]!);
    high[i] = Math.max(high[i]!, small.high[i]!);
  }
  return { ...c, low, high };
}

// shrink returns the colour without a pixel. It moves the bound that costs the smallest share of its channel's
// range. If the pixel is outside already, nothing changes. It returns undefined if the range would become narrower
// than the filter accepts.
export function shrink(c: Color, pixel: Triple): Color | undefined {
  const { max } = channels[c.space];
  let best: { share: number; i: number; end: "low" | "high"; to: number } | undefined;
  for (let i = 0; i < 3; i++) {
    const hue = c.space === "hsv" && i === 0;
    const at = pixel[i]!;
    if (!within(at, c.low[i]!, c.high[i]!)) return c;
    const span = hue ? wrap(c.high[i]! - c.low[i]!) : c.high[i]! - c.low[i]!;
    const fromLow = hue ? wrap(at - c.low[i]!) : at - c.low[i]!;
    const margin = room[c.space][i]! / 4;
    for (const [end, cut] of [["low", fromLow + margin], ["high", span - fromLow + margin]] as const) {
      if (span - cut < least[c.space][i]!) continue;
      const share = cut / max[i]!;
      const to = end === "low" ? c.low[i]! + cut : c.high[i]! - cut;
      if (!best || share < best.share) best = { share, i, end, to: hue ? wrap(to) : to };
    }
  }
  if (!best) return undefined;
  const out: Color = { ...c, low: [...c.low], high: [...c.high] };
  out[best.end][best.i] = best.to;
  return out;
}
