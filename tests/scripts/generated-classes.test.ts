// What the generator writes for a descriptor that no class has yet.

import { expect, it } from "vitest";
import { domainApplication, type Resource } from "../../contract/index.ts";
import { renderClass } from "../../scripts/generate/classes.ts";

it("a look-up by the key `name` has a parameter of its own for it", () => {
  const resource: Resource = { ...domainApplication, uniqueKey: "name" };
  const text = renderClass("DomainApplication", resource);
  expect(text).toContain("getByName(name: string, domainApplicationName: pulumi.Input<string>,");
  expect(text).toContain("`DomainApplication.getByName(name, domainApplicationName)`");
});
