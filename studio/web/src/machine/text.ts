/** minimalChange returns the one change that turns a text into another. The common beginning and end stay, so that a
 * cursor before or after it stays where it is. */
export function minimalChange(from: string, to: string): { from: number; to: number; insert: string } {
  let start = 0;
  const most = Math.min(from.length, to.length);
  while (start < most && from[start] === to[start]) start++;
  let end = 0;
  while (end < most - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}
