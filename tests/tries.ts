/** Returns how often a random test tries: `usual` times, or with `TRIES=20` twenty times as often. */
export function tries(usual: number): number {
  return usual * Number(process.env.TRIES ?? 1);
}
