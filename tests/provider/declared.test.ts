// The objects that the resources of one run hold.

import { expect, it } from "vitest";
import { sipEndpoint } from "../../contract/index.ts";
import { DeclaredResources } from "../../provider/declared.ts";

const ID = "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11";

it("an object that one resource adopted is not another's, although the state has it under another user name", async () => {
  const declared = new DeclaredResources(sipEndpoint, async () => undefined);
  for (const name of ["new", "old"])
    declared.checked({}, { username: name }, { declaredAs: name, recorded: undefined });
  await declared.created(ID, { username: "new" });
  await expect(declared.held(ID, {}, { username: "old" })).rejects.toThrow(
    'the SipEndpoint "new" of this stack has adopted it in this run. Keep one of the two resources.',
  );
  await declared.held(ID, {}, { username: "new" });
});
