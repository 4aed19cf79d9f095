import { expect, test } from "vitest";
import { failureOf } from "../../../cli/engine/failures.ts";

test("the engine's failure is reported, without the resources that it did not reach", () => {
  const output = [
    " +  SipEndpoint desk creating error: there is no such endpoint",
    "error: expected resource operations for urn:pulumi:prod::phones::SipEndpoint::a but none were seen",
    "error: expected resource operations for urn:pulumi:prod::phones::SipEndpoint::b but none were seen",
    "error: expected resource operations for urn:pulumi:prod::phones::SipEndpoint::c but none were seen",
    "Diagnostics:",
    "    error: there is no such endpoint to adopt",
  ];
  expect(failureOf("prod", "The engine failed", output.join("\n")).message).toBe(
    "The engine failed: there is no such endpoint to adopt",
  );
});
