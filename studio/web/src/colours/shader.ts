// Draws a raw frame and marks the pixels of a colour on the graphics processor; the page's thread only passes the
// bytes. The shader reads the same table as segment with integers, so both find the same pixels.
import type { Frame, Region } from "./frame.ts";

const vertex = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1); }`;

const fragment = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D frame; // y0 u y1 v of two pixels
uniform usampler2D table; // a row of 64 red chromas for each luma and blue chroma
uniform ivec2 size;
uniform ivec4 region; // from x, y to x, y
uniform bool marked;
out vec4 color;
void main() {
  ivec2 at = ivec2(gl_FragCoord.x, float(size.y) - gl_FragCoord.y);
  uvec4 two = texelFetch(frame, ivec2(at.x >> 1, at.y), 0);
  uint luma = (at.x & 1) == 0 ? two.r : two.b;
  if (marked && texelFetch(table, ivec2(two.a >> 2, ((luma >> 3) << 6) | (two.g >> 2)), 0).r != 0u) {
    bool inside = all(greaterThanEqual(at, region.xy)) && all(lessThan(at, region.zw));
    color = vec4(inside ? vec3(0, 229, 255) : vec3(255, 0, 200), 255) / 255.0;
    return;
  }
  float y = float(luma), u = float(two.g) - 128.0, v = float(two.a) - 128.0;
  color = vec4(floor(clamp(vec3(y + 1.402 * v, y - 0.344136 * u - 0.714136 * v, y + 1.772 * u), 0.0, 255.0) + 0.5), 255) / 255.0;
}`;

/** Shader draws frames into its own canvas. */
export class Shader {
  readonly canvas = document.createElement("canvas");
  private readonly gl: WebGL2RenderingContext;
  private readonly places: Record<string, WebGLUniformLocation | null> = {};
  private of: Frame | undefined;
  private table: Uint8Array | undefined;
  private size = "";
  private readonly pixel = new Uint8Array(4);

  private constructor(gl: WebGL2RenderingContext, program: WebGLProgram) {
    this.gl = gl;
    gl.useProgram(program);
    for (const name of ["frame", "table", "size", "region", "marked"]) this.places[name] = gl.getUniformLocation(program, name);
    for (const unit of [0, 1]) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    }
    gl.uniform1i(this.places.table!, 1);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    this.canvas = gl.canvas as HTMLCanvasElement;
  }

  /** make returns a shader, or undefined if the browser has no WebGL 2. */
  static make(): Shader | undefined {
    const gl = document.createElement("canvas").getContext("webgl2", { alpha: false, antialias: false, depth: false, preserveDrawingBuffer: true });
    const program = gl?.createProgram();
    if (!gl || !program) return undefined;
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
      const s = gl.createShader(kind);
      if (!s) return undefined;
      gl.shaderSource(s, text);
      gl.compileShader(s);
      gl.attachShader(program, s);
    }
    gl.linkProgram(program);
    return gl.getProgramParameter(program, gl.LINK_STATUS) ? new Shader(gl, program) : undefined;
  }

  /** draw draws a frame and reports whether it succeeded. It fails if the context is lost or a row does not consist of whole pairs of pixels. */
  draw(f: Frame, table: Uint8Array | undefined, region: Region | undefined, marked: boolean): boolean {
    const { gl, places } = this;
    if (gl.isContextLost() || f.step % 4 !== 0) return false;
    const size = `${f.step} ${f.width} ${f.height}`;
    if (this.of !== f) {
      gl.activeTexture(gl.TEXTURE0);
      if (this.size !== size) {
        this.canvas.width = f.width;
        this.canvas.height = f.height;
        gl.viewport(0, 0, f.width, f.height);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8UI, f.step / 4, f.height, 0, gl.RGBA_INTEGER, gl.UNSIGNED_BYTE, f.data);
        gl.uniform2i(places.size!, f.width, f.height);
        this.size = size;
      } else gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, f.step / 4, f.height, gl.RGBA_INTEGER, gl.UNSIGNED_BYTE, f.data);
      this.of = f;
    }
    if (table && this.table !== table) {
      gl.activeTexture(gl.TEXTURE1);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8UI, 64, 2048, 0, gl.RED_INTEGER, gl.UNSIGNED_BYTE, table);
      this.table = table;
    }
    const r = region ?? { x: 0, y: 0, width: f.width, height: f.height };
    gl.uniform4i(places.region!, Math.ceil(r.x), Math.ceil(r.y), Math.ceil(r.x + r.width), Math.ceil(r.y + r.height));
    gl.uniform1i(places.marked!, table && marked ? 1 : 0);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    // Wait until the picture is drawn. Otherwise frames that are queued faster than they are drawn would block the
    // page for seconds, and measurements would not show the time.
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, this.pixel);
    return true;
  }
}
