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
