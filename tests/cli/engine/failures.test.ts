import { expect, test } from "vitest";
import { failureOf } from "../../../cli/engine/failures.ts";

/** What the engine prints when it fails. */
const outputs = [
  // Without the resources that it did not reach.
  [
    " +  SipEndpoint desk creating error: there is no such endpoint",
    "error: expected resource operations for urn:pulumi:prod::phones::SipEndpoint::a but none were seen",
    "error: expected resource operations for urn:pulumi:prod::phones::SipEndpoint::b but none were seen",
    "error: expected resource operations for urn:pulumi:prod::phones::SipEndpoint::c but none were seen",
    "Diagnostics:",
    "    error: Correct the problems listed by resource and run the command again. Nothing was changed at the service.",
    "    error: preview failed",
    "    error: there is no such endpoint to adopt",
  ],
  // What the host of a language finds in a program.
  [
    "Error: of an earlier run",
    " +  pulumi:pulumi:Stack y-t create \u001b[31mError\u001b[0m: PhoneNumber is not assignable from {nme: string}",
    "Diagnostics:",
    "  pulumi:pulumi:Stack (y-t):",
    "    \u001b[31mError\u001b[0m: PhoneNumber is not assignable from {nme: string}",
    "",
    "      Existing properties are: name, number and 28 others",
    "",
    "Resources:",
    "    + 1 to create",
  ],
  ["Error: the end is missing", "  more"],
  ...[["error: a", "error: b", "error: a", "error: c", "error: d", ""], ["a", "b", "", ""], [""]],
  ...[
    "no stack named 'prod' found",
    "the stack is currently locked by 1 lock(s)",
    "[409] Conflict: Another update is currently in progress.",
    "failed to load checkpoint: EOF",
    "incorrect passphrase",
    "passphrase must be set with PULUMI_CONFIG_PASSPHRASE",
    "no Pulumi.yaml project file found",
    "could not find a Pulumi project",
    "Unable to find Pulumi.yaml",
    "PULUMI_ACCESS_TOKEN must be set for login",
    "not logged in",
    "Please run `pulumi login`",
    "please run pulumi login",
  ].map((line) => [`error: ${line}`]),
];

test("the sentence for each failure is the golden file", async () => {
  const texts = outputs.map((lines) => {
    const failure = failureOf("prod", "It failed", lines.join("\n"));
    return `${lines.at(-1)}\n  ${failure.constructor.name}: ${failure.message}\n`;
  });
  await expect(texts.join("")).toMatchFileSnapshot("golden/failures.txt");
});
