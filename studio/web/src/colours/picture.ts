// Draws a raw frame with the pixels of a colour marked: those where the object is in cyan, false positives in magenta.
import { score, segment, tableOf, toRGBA, type Frame, type Region, type Score } from "./frame.ts";
import type { Color } from "./table.ts";

const right = [0, 229, 255] as const;
const wrong = [255, 0, 200] as const;

// A Picture holds the buffers of one size of frame, so that a new look at it allocates nothing.
export class Picture {
  private image: ImageData | undefined;
  private plain: Uint8ClampedArray | undefined;
  private of: Frame | undefined;
  private mask = new Uint8Array(0);

  /** draw draws the frame and returns how many pixels are of the colour, and how many of them are false. */
  draw(c: HTMLCanvasElement, f: Frame, table: Uint8Array | undefined, region: Region | undefined, marked: boolean): Score {
    if (!this.image || this.image.width !== f.width || this.image.height !== f.height) {
      this.image = new ImageData(f.width, f.height);
      this.plain = new Uint8ClampedArray(f.width * f.height * 4);
      this.mask = new Uint8Array(f.width * f.height);
      this.of = undefined;
    }
    if (this.of !== f) {
      toRGBA(f, this.plain!);
      this.of = f;
    }
    const out = this.image.data;
    out.set(this.plain!);
    let result: Score = { found: 0, inside: 0, wrong: 0 };
    if (table) {
      segment(f, table, this.mask);
      result = score(f, this.mask, region);
      if (marked) this.mark(out, f.width, region);
    }
    if (c.width !== f.width || c.height !== f.height) {
      c.width = f.width;
      c.height = f.height;
    }
    const g = c.getContext("2d", { alpha: false })!;
    g.putImageData(this.image, 0, 0);
    if (region) {
      g.lineWidth = 2;
      g.strokeStyle = "#fff";
      g.strokeRect(region.x, region.y, region.width, region.height);
      g.setLineDash([4, 4]);
      g.strokeStyle = "#000";
      g.strokeRect(region.x, region.y, region.width, region.height);
      g.setLineDash([]);
    }
    return result;
  }

  private mark(out: Uint8ClampedArray, width: number, r: Region | undefined): void {
    for (let i = 0; i < this.mask.length; i++) {
      if (!this.mask[i]) continue;
      const x = i % width;
      const y = (i / width) | 0;
      const c = !r || (x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height) ? right : wrong;
      out[i * 4] = c[0];
      out[i * 4 + 1] = c[1];
      out[i * 4 + 2] = c[2];
    }
  }
}

export interface Kept {
  id: number;
  frame: Frame;
  region?: Region;
}

/** scores returns what a colour finds in each kept frame. */
export function scores(kept: Kept[], color: Color | undefined): Score[] {
  if (!color) return kept.map(() => ({ found: 0, inside: 0, wrong: 0 }));
  const table = tableOf(color);
  let mask = new Uint8Array(0);
  return kept.map((k) => {
    if (mask.length !== k.frame.width * k.frame.height) mask = new Uint8Array(k.frame.width * k.frame.height);
    segment(k.frame, table, mask);
    return score(k.frame, mask, k.region);
  });
}
