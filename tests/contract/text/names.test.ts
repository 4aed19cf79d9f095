// The conversion between names of the API and names in programs.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argumentFields, type Resource, resources, toCamel, toSnake } from "../../../contract/index.ts";

const RESOURCES: readonly Resource[] = Object.values(resources);

describe("a field's name", () => {
  it.each([
    ["username", "username"],
    ["caller_id", "callerId"],
    ["call_relay_script_url", "callRelayScriptUrl"],
    ["call_status_callback_method", "callStatusCallbackMethod"],
    ["e911_address_id", "e911AddressId"],
    ["call_ai_agent_id", "callAiAgentId"],
  ])("%s is %s in a program, and back", (snake, camel) => {
    expect(toCamel(snake)).toBe(camel);
    expect(toSnake(camel)).toBe(snake);
  });

  it.each(RESOURCES.flatMap((resource) => Object.keys(resource.fields).map((name) => [resource.title, name])))(
    "the %s's %s survives the way to camelCase and back",
    (_, name) => {
      expect(toSnake(toCamel(name))).toBe(name);
    },
  );

  it("survives it whatever its words are", () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/);
    const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join("_"));
    fc.assert(fc.property(name, (snake) => toSnake(toCamel(snake)) === snake));
  });
});

describe("an argument's name", () => {
  it.each(RESOURCES)("is unique among the fields and settings of a $title", (resource) => {
    const names = [...argumentFields(resource).keys(), ...Object.keys(resource.settings ?? {})];
    expect(new Set(names).size).toBe(names.length);
  });

  it("is the camelCase form of the field's", () => {
    const different = RESOURCES.flatMap((resource) =>
      [...argumentFields(resource)].filter(([name, field]) => toSnake(name) !== field),
    );
    expect(different).toEqual([]);
  });

  // Pulumi gives every resource these two outputs.
  it.each(RESOURCES)("is neither id nor urn on a $title", (resource) => {
    const names = [...argumentFields(resource).keys(), ...Object.keys(resource.settings ?? {})];
    expect(names).not.toContain("id");
    expect(names).not.toContain("urn");
  });
});
