import * as zod from "zod";

/** Gives what `build` makes at the first call. Only the server's schemas still use it; zod is loaded with the contract. */
export function lazily<T extends object>(build: (z: typeof zod) => T): () => T {
  let built: T | undefined;
  return () => {
    built ??= build(zod);
    return built;
  };
}
