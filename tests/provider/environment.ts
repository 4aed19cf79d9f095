// Runs work under an environment of its own.

/** Returns the result of the work, which sees these variables alone. The work must end before it returns. */
export function under<Result>(environment: { readonly [name: string]: string }, work: () => Result): Result {
  const before = process.env;
  process.env = { ...environment };
  try {
    return work();
  } finally {
    process.env = before;
  }
}
