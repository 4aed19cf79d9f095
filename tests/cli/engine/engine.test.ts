import { CommandError } from "@pulumi/pulumi/automation/index.js";
import { expect, test } from "vitest";
import { explained } from "../../../cli/engine/engine.ts";

test("the engine's failure is reported, without the resources that it did not reach", () => {
  const output = [
    " +  SipEndpoint desk creating error: there is no such endpoint",
    "error: expected resource operations for urn:pulumi:prod::phones::SipEndpoint::a but none were seen",
    "error: expected resource operations for urn:pulumi:prod::phones::SipEndpoint::b but none were seen",
    "error: expected resource operations for urn:pulumi:prod::phones::SipEndpoint::c but none were seen",
    "Diagnostics:",
    "    error: there is no such endpoint to adopt",
  ];
  const error: Error = Reflect.construct(CommandError, [{ toString: () => output.join("\n") }]);
  expect(explained(error, "prod").message).toBe(
    'The engine could not check "prod": there is no such endpoint to adopt',
  );
});
