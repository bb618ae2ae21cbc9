// Unpacks the LZ4 frames of MCAP chunks. It does not verify their checksums, because MCAP has its own.

const magic = 0x184d2204;

// unpackBlock unpacks a block into out at a place, and returns the place after it. A match may refer to earlier
// blocks.
function unpackBlock(src: Uint8Array, out: Uint8Array, at: number): number {
  let i = 0;
  const length = (n: number) => {
    if (n !== 15) return n;
    for (let b = 255; b === 255; n += b) {
      if (i >= src.length) throw new Error("lz4: a length ends too early");
      b = src[i++]!;
    }
    return n;
  };
  while (i < src.length) {
    const token = src[i++]!;
    const literals = length(token >> 4);
    if (i + literals > src.length || at + literals > out.length) throw new Error("lz4: literals beyond the end");
    out.set(src.subarray(i, i + literals), at);
    i += literals;
    at += literals;
    if (i >= src.length) break; // the last sequence has no match
    const offset = src[i]! | (src[i + 1]! << 8);
    i += 2;
    const size = length(token & 15) + 4;
    if (offset === 0 || offset > at || at + size > out.length) throw new Error("lz4: a match outside the data");
    for (let k = 0; k < size; k++, at++) out[at] = out[at - offset]!; // the match may overlap itself
  }
  return at;
}

/** unpackLZ4 returns the content of an LZ4 frame of a known size. */
export function unpackLZ4(frame: Uint8Array, size: number): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.byteLength < 7 || view.getUint32(0, true) !== magic) throw new Error("lz4: not a frame");
  const flags = frame[4]!;
  let i = 6 + (flags & 8 ? 8 : 0) + (flags & 1 ? 4 : 0) + 1;
  const out = new Uint8Array(size);
  let at = 0;
  for (;;) {
    if (i + 4 > frame.length) throw new Error("lz4: the frame ends too early");
    const word = view.getUint32(i, true);
    i += 4;
    if (word === 0) break;
    const n = word & 0x7fffffff;
    if (i + n > frame.length) throw new Error("lz4: a block ends too early");
    const block = frame.subarray(i, i + n);
    i += n + (flags & 16 ? 4 : 0);
    if (word & 0x80000000) {
      if (at + n > size) throw new Error("lz4: more data than announced");
      out.set(block, at);
      at += n;
    } else at = unpackBlock(block, out, at);
  }
  if (at !== size) throw new Error(`lz4: ${at} bytes, expected ${size}`);
  return out;
}
