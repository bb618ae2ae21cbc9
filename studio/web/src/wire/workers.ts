// Workers run in their own threads. The page's HTML names their files.

/** newWorker starts a worker. */
export function newWorker(name: "socket" | "layout"): Worker {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name=worker-${name}]`);
  if (!meta) throw new Error(`the page does not name its worker ${name}`);
  return new Worker(meta.content, { type: "module" });
}
