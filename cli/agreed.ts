import { createInterface } from "node:readline/promises";

/** Asks the user on standard error. Returns true for `y` or `yes`. */
export async function agreed(question: string): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question(`${question} [y/N] `);
  prompt.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
