// The life of each newer kind with the real engine: every field is set, changed, changed by hand, put back and deleted.

import { expect, it } from "vitest";
import { argumentFields, type Resource } from "../../../contract/index.ts";
import { describeStack, server, stack } from "../described.ts";
import type { FieldChange } from "../every-field.ts";
import { destroy, expectSettled, held, succeeds, upOf, writes } from "../lives/helpers.ts";
import { allChangesOf, keyNameOf, MADE_KINDS, type MadeKind, requiredOf, resourceOf } from "../lives/made.ts";
import { ask, list } from "../service.ts";

/** tests/engine/drift.test.ts changes the fields of an endpoint. */
const KINDS = MADE_KINDS.filter((kind) => kind !== "SipEndpoint");

describeStack("a program with every field of", { inProcess: true }, () => {
  it.each(KINDS)("%s comes up, changes each, finds each changed by hand, and leaves nothing", async (kind) => {
    const [changes, resource] = [allChangesOf(kind), resourceOf(kind)];
    expect(changes.map(({ field }) => field).toSorted()).toEqual(configurable(resource));
    await upOf(stack, program(kind, "before"));
    await expectSettled(stack);
    const ids = await held(stack);

    server.journal.clear();
    await upOf(stack, program(kind, "after"));
    // One update for each resource, and no replacement.
    expect(await held(stack)).toEqual(ids);
    expect(writes(server).toSorted()).toEqual(
      Object.values(ids)
        .map((id) => `${resource.operations.update?.method} ${resource.operations.list?.path}/${id}`)
        .toSorted(),
    );
    await expectSettled(stack);
    const declared = await live(kind);

    const shown = changes.filter(({ field }) => !resource.fields[wireOf(resource, field)]?.writeOnly);
    for (const { field, before } of shown) {
      const whole = resource.operations.update?.requires ? Object.entries(required(kind, field)) : [];
      const body = [...whole, [field, before] as const].map(([name, value]) => [wireOf(resource, name), value]);
      await ask(server, "PUT", `${resource.operations.list?.path}/${ids[field]}`, Object.fromEntries(body));
    }
    const drift = await stack.run("refresh", "--preview-only", "--expect-no-changes", "--diff");
    expect(drift.code, drift.output).not.toBe(0);
    const found = (field: string) => new RegExp(`::${field}\\](?:(?!\\[urn=)[^])*[~+-] ${field}\\b`);
    expect(shown.filter(({ field }) => !found(field).test(drift.output))).toEqual([]);
    expect(await live(kind)).not.toEqual(declared);
    await succeeds(stack.up("--refresh"));
    expect(await live(kind)).toEqual(declared);
    await expectSettled(stack);

    // Every optional field is taken out again.
    await upOf(stack, program(kind));
    expect(await held(stack)).toEqual(ids);
    await expectSettled(stack);
    await succeeds(destroy(stack));
    expect(await live(kind)).toEqual([]);
    expect(await held(stack)).toEqual({});
  });

  /** Returns a program with a resource for each field, which has the value from before or after its change, or none. */
  function program(kind: MadeKind, when?: "before" | "after"): string {
    const args = ({ field, others, ...values }: FieldChange) => ({
      ...required(kind, field),
      ...(when && { ...others, [field]: values[when] }),
    });
    const declared = allChangesOf(kind).map((each) => `new ${kind}("${each.field}", ${JSON.stringify(args(each))});\n`);
    return declared.join("");
  }

  function required(kind: MadeKind, field: string): object {
    return { ...requiredOf(kind), [keyNameOf(kind)]: field.toLowerCase() };
  }

  /** Returns the objects at the service without their counters and times. */
  async function live(kind: MadeKind): Promise<unknown> {
    const objects = await list(server, String(resourceOf(kind).operations.list?.path));
    return JSON.parse(JSON.stringify(objects, (key, value) => (UPDATED.has(key) ? undefined : value)));
  }
});

const UPDATED = new Set(["updated_at", "date_updated", "validated_at"]);

/** Returns the arguments that configure an object, in alphabetical order. */
function configurable(resource: Resource): string[] {
  return [...argumentFields(resource).keys()].toSorted();
}

function wireOf(resource: Resource, argument: string): string {
  const wire = argumentFields(resource).get(argument);
  if (wire === undefined) throw new Error(`no field ${argument}`);
  return wire;
}
