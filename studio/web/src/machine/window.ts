// The name of this window, so that undo reverts only what was done in it. A reload keeps the name; a copy of the
// window gets another one.

const storage = "window";

// claim reports whether no other window has a name.
function claim(name: string): Promise<boolean> {
  return new Promise((done) => {
    if (!navigator.locks) return done(true);
    void navigator.locks.request("gonao window " + name, { ifAvailable: true }, (lock) => {
      done(!!lock);
      return lock ? new Promise(() => {}) : undefined; // until the window is closed
    });
  });
}

async function find(): Promise<string> {
  const last = sessionStorage.getItem(storage);
  if (last && (await claim(last))) return last;
  const name = Math.random().toString(36).slice(2, 10);
  sessionStorage.setItem(storage, name);
  await claim(name);
  return name;
}

let found: Promise<string> | undefined;

/** windowName returns the name of this window. */
export const windowName = (): Promise<string> => (found ??= find());
