// The life of each newer kind with the real engine: every field is set, changed, changed by hand, put back and deleted.

import { expect, it } from "vitest";
import { argumentFields, type Resource, resources } from "../../../contract/index.ts";
import { describeStack, server, stack } from "../described.ts";
import {
  ADDRESS,
  ADDRESS_CHANGES,
  APPLICATION_CHANGES,
  CXML_CHANGES,
  DOMAIN_CHANGES,
  type FieldChange,
  GROUP_CHANGES,
  SWML_CHANGES,
} from "../every-field.ts";
import { destroy, expectSettled, held, succeeds, upOf, writes } from "../lives/helpers.ts";
import { ask, list } from "../service.ts";

interface Kind {
  readonly name:
    | "DomainApplication"
    | "CxmlScript"
    | "SwmlScript"
    | "NumberGroup"
    | "CxmlApplication"
    | "EmergencyAddress";
  readonly resource: Resource;
  readonly changes: readonly FieldChange[];
  /** Returns the required arguments for a resource of this name. */
  required(name: string): object;
}

const KINDS: readonly Kind[] = [
  {
    name: "DomainApplication",
    resource: resources.DomainApplication,
    changes: DOMAIN_CHANGES,
    required: (name) => ({ name, identifier: name.toLowerCase() }),
  },
  {
    name: "CxmlScript",
    resource: resources.CxmlScript,
    changes: CXML_CHANGES,
    required: (name) => ({ displayName: name, contents: "<Response/>" }),
  },
  {
    name: "SwmlScript",
    resource: resources.SwmlScript,
    changes: SWML_CHANGES,
    required: (name) => ({ displayName: name, contents: { sections: { main: ["hangup"] } } }),
  },
  {
    name: "NumberGroup",
    resource: resources.NumberGroup,
    changes: GROUP_CHANGES,
    required: (name) => ({ name }),
  },
  {
    name: "CxmlApplication",
    resource: resources.CxmlApplication,
    changes: APPLICATION_CHANGES,
    required: (friendlyName) => ({ friendlyName }),
  },
  {
    name: "EmergencyAddress",
    resource: resources.EmergencyAddress,
    changes: ADDRESS_CHANGES,
    required: (label) => ({ label, ...ADDRESS }),
  },
];

describeStack("a program with every field of", { inProcess: true }, () => {
  it.each(KINDS)("$name comes up, changes each, finds each changed by hand, and leaves nothing", async (kind) => {
    const { changes, resource } = kind;
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
      const whole = resource.operations.update?.requires ? Object.entries(kind.required(field)) : [];
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
  function program({ name, changes, required }: Kind, when?: "before" | "after"): string {
    const args = ({ field, others, ...values }: FieldChange) => ({
      ...required(field),
      ...(when && { ...others, [field]: values[when] }),
    });
    return changes.map((each) => `new ${name}("${each.field}", ${JSON.stringify(args(each))});\n`).join("");
  }

  /** Returns the objects at the service without their counters and times. */
  async function live({ resource }: Kind): Promise<unknown> {
    const objects = await list(server, String(resource.operations.list?.path));
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
