import { expect, test } from "vitest";
import { failureOf } from "../../../cli/engine/failures.ts";

test("the engine's failure is reported, without the resources that it did not reach", () => {
  const output = [
    " +  SipEndpoint desk creating error: there is no such endpoint",
    "error: expected resource operations for urn:pulumi:prod::phones::SipEndpoint::a but none were seen",
    "error: expected resource operations for urn:pulumi:prod::phones::SipEndpoint::b but none were seen",
    "error: expected resource operations for urn:pulumi:prod::phones::SipEndpoint::c but none were seen",
    "Diagnostics:",
    "    error: Correct the problems listed by resource and run the command again. Nothing was changed at the service.",
    "    error: preview failed",
    "    error: there is no such endpoint to adopt",
  ];
  expect(failureOf("prod", "The engine failed", output.join("\n")).message).toBe(
    "The engine failed: there is no such endpoint to adopt",
  );
});

test("attributes that a killed engine left empty are named with the way on", () => {
  const { message } = failureOf("prod", "The engine failed", "error: failed to load checkpoint: EOF\n");
  expect(message).toContain(
    "remove .pulumi/stacks/<project>/prod.json.attrs in the backend's folder, then run `pulumi cancel",
  );
});

test("what the host of a language finds in a program is a cause", () => {
  const output = [
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
  ].join("\n");
  expect(failureOf("prod", "The preview failed", output).message).toBe(
    "The preview failed: PhoneNumber is not assignable from {nme: string} Existing properties are: name, number and 28 others",
  );
});

test.each([
  ["no stack named 'prod' found", 'There is no stack "prod" on this backend'],
  ["the stack is currently locked by 1 lock(s)", 'The stack "prod" is locked by another operation'],
  ["[409] Conflict: Another update is currently in progress.", 'The stack "prod" is locked by another operation'],
  ["incorrect passphrase", 'The passphrase does not open the stack "prod"'],
  ["passphrase must be set with PULUMI_CONFIG_PASSPHRASE", 'The stack "prod" is protected by a passphrase'],
  ["no Pulumi.yaml project file found", "There is no Pulumi.yaml here or above"],
  ["could not find a Pulumi project", "There is no Pulumi.yaml here or above"],
  ["Unable to find Pulumi.yaml", "There is no Pulumi.yaml here or above"],
  ["PULUMI_ACCESS_TOKEN must be set for login", "The Pulumi CLI is not logged in"],
  ["not logged in", "The Pulumi CLI is not logged in"],
  ["Please run `pulumi login`", "The Pulumi CLI is not logged in"],
  ["please run pulumi login", "The Pulumi CLI is not logged in"],
])("the error of an engine that ends with %j is one sentence", (output, sentence) => {
  expect(failureOf("prod", "It failed", `error: ${output}`).message).toContain(sentence);
});

test.each([
  ["error: a\nerror: b\nerror: a\nerror: c\nerror: d\n", "It failed: a; b; c"],
  ["a\nb\n\n", "It failed: b"],
  ["", "It failed: it gave no reason."],
])("the error for the output %j names the cause", (output, message) => {
  expect(failureOf("prod", "It failed", output).message).toBe(message);
});
