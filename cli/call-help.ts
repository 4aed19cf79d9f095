import { KINDS } from "./routes/expectation.ts";

/** The help of `call` about `--digits`. */
export const PRESSED = `
What --digits takes: at most 64 of 0-9 * # w. Each menu takes its keys from the front, and times out without keys:
  --digits 12     a menu of one digit takes 1, the next one 2; a menu of any length takes both
  --digits 42#7   a menu that ends at # takes 42, the next one 7
  --digits w2     the first menu times out, the next one gets 2`;

/** The help of `call` about `--expect`. */
export const EXPECTED = `
What --expect takes, with --stack, --preview or --program:
${Object.values(KINDS)
  .map(({ help }) => `  ${help}`)
  .join("\n")}`;
