// Draws a raw frame and marks the pixels of a colour: cyan on the object, magenta for false positives.
import { count, segment, toRGBA, type Frame, type Region, type Score } from "./frame.ts";
import { Shader } from "./shader.ts";

const right = [0, 229, 255] as const;
const wrong = [255, 0, 200] as const;

/** drawing selects how pictures are drawn. Tests compare the shader with plain code. */
export const drawing = { plain: false, byShader: 0, byCode: 0 };
(globalThis as { gonaoColours?: typeof drawing }).gonaoColours = drawing;

// Picture holds the buffers for one size of frame, so that drawing again allocates nothing. It draws with a shader
// if the browser supports that; otherwise plain code finds the same pixels.
export class Picture {
  private shader: Shader | undefined | null; // null if the browser has none
  private image: ImageData | undefined;
  private plain: Uint8ClampedArray | undefined;
  private of: Frame | undefined;
  private mask = new Uint8Array(0);

  /** draw draws the frame and returns how many pixels have the colour, and how many of them are false. */
  draw(c: HTMLCanvasElement, f: Frame, table: Uint8Array | undefined, region: Region | undefined, marked: boolean): Score {
    if (c.width !== f.width || c.height !== f.height) {
      c.width = f.width;
      c.height = f.height;
    }
    const g = c.getContext("2d", { alpha: false })!;
    if (this.shader === undefined) this.shader = Shader.make() ?? null;
    if (this.shader && !drawing.plain && this.shader.draw(f, table, region, marked)) {
      g.drawImage(this.shader.canvas, 0, 0);
      drawing.byShader++;
    } else {
      this.byCode(g, f, table, region, marked);
      drawing.byCode++;
    }
    if (region) {
      g.lineWidth = 2;
      g.strokeStyle = "#fff";
      g.strokeRect(region.x, region.y, region.width, region.height);
      g.setLineDash([4, 4]);
      g.strokeStyle = "#000";
      g.strokeRect(region.x, region.y, region.width, region.height);
      g.setLineDash([]);
    }
    return table ? count(f, table, region) : { found: 0, inside: 0, wrong: 0 };
  }

  private byCode(g: CanvasRenderingContext2D, f: Frame, table: Uint8Array | undefined, region: Region | undefined, marked: boolean): void {
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
    this.image.data.set(this.plain!);
    if (table && marked) {
      segment(f, table, this.mask);
      this.mark(this.image.data, f.width, region);
    }
    g.putImageData(this.image, 0, 0);
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

/** scores returns what a table finds in each kept frame. */
export function scores(kept: Kept[], table: Uint8Array | undefined): Score[] {
  return kept.map((k) => (table ? count(k.frame, table, k.region) : { found: 0, inside: 0, wrong: 0 }));
}
