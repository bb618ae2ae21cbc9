// Brings pictures together with what vision has found in them: marks belong to the picture with the same stamp. Vision needs some time for a
// picture, and skips some, so a picture waits until its marks come.

/** stampKey returns a stamp as a key. */
export const stampKey = (t: { sec: number; nsec?: number; nanosec?: number }): string => `${t.sec}.${t.nsec ?? t.nanosec ?? 0}`;

interface Waiting<P> { key: string; picture: P; at: number }

const mostMarks = 90; // kept, for pictures that come after them
const mostPictures = 12; // that wait
const silentMs = 1000; // after this time without marks nothing waits for them
const patienceMs = 400; // after this time without a picture, one is shown without marks

/** Overlay shows pictures with their marks. */
export class Overlay<P extends { close(): void }, M> {
  private marks = new Map<string, M>();
  private waiting: Waiting<P>[] = [];
  private shown = "";
  private shownAt = -Infinity;
  private heardAt = -Infinity;

  constructor(private readonly show: (picture: P) => void, private readonly draw: (marks: M | undefined) => void) {}

  /** found takes the marks of the picture with a stamp. */
  found(key: string, marks: M, now: number): void {
    this.heardAt = now;
    this.marks.delete(key);
    this.marks.set(key, marks);
    if (this.marks.size > mostMarks) this.marks.delete(this.marks.keys().next().value!);
    if (key === this.shown) return this.draw(marks);
    const i = this.waiting.findIndex((w) => w.key === key);
    if (i >= 0) this.put(i, now);
  }

  /** picture takes a picture. If it may wait, it is shown when its marks come, or never if those of a later one come first. */
  picture(key: string, picture: P, now: number, mayWait: boolean): void {
    this.waiting.push({ key, picture, at: now });
    if (!mayWait || now - this.heardAt > silentMs || this.marks.has(key)) return this.put(this.waiting.length - 1, now);
    if (now - this.shownAt > patienceMs && now - this.waiting[0]!.at > patienceMs) return this.put(this.waiting.length - 1, now);
    if (this.waiting.length > mostPictures) this.waiting.shift()!.picture.close();
  }

  /** clear forgets all marks. */
  clear(): void {
    this.marks.clear();
    this.heardAt = -Infinity;
    this.draw(undefined);
  }

  close(): void {
    for (const w of this.waiting) w.picture.close();
    this.waiting = [];
  }

  // put shows a waiting picture; earlier ones are dropped.
  private put(i: number, now: number): void {
    const all = this.waiting.splice(0, i + 1);
    const { key, picture } = all.pop()!;
    for (const w of all) w.picture.close();
    this.shown = key;
    this.shownAt = now;
    this.show(picture);
    this.draw(this.marks.get(key));
    picture.close();
  }
}
