import { KINDS } from "./routes/expectation.ts";

/** The help of `call` about `--digits`. */
export const PRESSED = `
What --digits takes: at most 64 of 0-9 * # w. Each menu (<Gather>, prompt) takes its keys from the front:
  --digits 12     a menu of one digit takes 1, the next one 2; a menu of any length takes both
  --digits 42#7   a menu that ends at # takes 42, the next one 7
  --digits w2     the first menu gets nothing until it times out, the next one 2
Without keys, and after the last one, a menu times out.`;

/** The help of `call` about `--expect`. */
export const EXPECTED = `
What --expect takes, of a call that is tried with --stack, --preview or --program (exit code 7 where it is not so):
${Object.values(KINDS)
  .map(({ help }) => `  ${help}`)
  .join("\n")}`;
