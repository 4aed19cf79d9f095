// The conversion between names of the API and names in programs.

import { describe, expect, it } from "vitest";
import { argumentFields, type Resource, resources, toCamel, toSnake } from "../../contract/index.ts";

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
});

describe("an argument's name", () => {
  // Pulumi gives every resource the outputs id and urn.
  it.each(RESOURCES)("is unique among the fields, the settings and Pulumi's outputs of a $title", (resource) => {
    const names = [...argumentFields(resource).keys(), ...Object.keys(resource.settings ?? {}), "id", "urn"];
    expect(new Set(names).size).toBe(names.length);
  });

  it("is the camelCase form of the field's", () => {
    const different = RESOURCES.flatMap((resource) =>
      [...argumentFields(resource)].filter(([name, field]) => toSnake(name) !== field),
    );
    expect(different).toEqual([]);
  });
});

// Pages show the examples one by one, and a test runs them as one program.
it("each example has a name of its own", () => {
  const names = RESOURCES.flatMap(({ example }) => (example ? [example.name] : []));
  expect(names.toSorted()).toEqual([...new Set(names)].sort());
});
