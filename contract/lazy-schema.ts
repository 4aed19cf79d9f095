// Decides when zod is loaded and a schema built: at the first value to be judged by it. Loading zod takes longer than all else
// that a server or a provider does before it is ready, and most fields are never judged in one run.

type Zod = typeof import("zod");

/** Gives what `build` makes, which runs at the first call only. */
export function lazily<T extends object>(build: (z: Zod) => T): () => T {
  let built: T | undefined;
  return () => {
    built ??= build(zod());
    return built;
  };
}

let loaded: Zod | undefined;

function zod(): Zod {
  // By `require`, for a value is judged synchronously.
  loaded ??= process.getBuiltinModule("node:module").createRequire(import.meta.url)("zod") as Zod;
  return loaded;
}
