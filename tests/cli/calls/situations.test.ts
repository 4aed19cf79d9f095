// The same broken pull requests where only the program is known, and where a state is; in every format.

import { describe, expect, test } from "vitest";
import { callsOf } from "../../../cli/calls/compare.ts";
import type { KnownObject } from "../../../cli/calls/objects.ts";
import { plannedStack, type SavedPlan } from "../../../cli/calls/stack.ts";
import { annotations } from "../../../cli/report/github.ts";
import { json } from "../../../cli/report/json.ts";
import { junit } from "../../../cli/report/junit.ts";
import type { Report } from "../../../cli/report/model.ts";
import { sarif } from "../../../cli/report/sarif.ts";
import { terminal } from "../../../cli/report/terminal.ts";
import { shown } from "../../../cli/report/text.ts";
import { dynamicType, own, type Resource, resources, toCamel, UNKNOWN } from "../../../contract/index.ts";
import { previewed } from "../preview/reports.ts";
import { breaks, office, sales, sorted } from "./offices.ts";

/** The address of a script that was deleted may be another server's where only the program is known. */
const DELETED = ["by deleting a script", "by deleting a script that another one transfers to"];

/** A new program may leave a carrier or a number without a handler, and a desk without failover. */
const NO_MISTAKE = ["the carrier's domain application", "the failover behind a desk", "the number's handler"];

const without = (names: readonly string[]) => breaks.filter(([what]) => !names.includes(what));

/** An account without further endpoints. */
const EMPTY = { read: async () => [] };

const pathIn = (named: string) => named.replace(/ \(\w+ \w+\)$/, "");

describe("before the first up, the program alone shows", () => {
  test.each(without([...DELETED, ...NO_MISTAKE]))("%s", async (_what, _before, after, named) => {
    const { events, plan } = created(office(after));
    const report = previewed(events, { calls: await callsOf(await plannedStack(events, plan), EMPTY) });
    expectInEveryFormat(report, pathIn(named));
  });

  test.each(breaks.filter(([what]) => [...DELETED, ...NO_MISTAKE].includes(what)))(
    "no mistake in %s",
    async (_what, _before, after) => {
      const { events, plan } = created(office({ main: sales, ...after }));
      expect(sorted((await callsOf(await plannedStack(events, plan), EMPTY)).paths).broken).toEqual([]);
    },
  );
});

test.each(breaks)("the state shows %s", async (_what, before, after, named) => {
  const events = changed(office(before), office(after));
  const calls = await callsOf(await plannedStack(events, {}));
  expect(
    sorted(calls.paths).broken.map(({ path, declared }) => `${path} (${declared?.type} ${declared?.name})`),
  ).toContain(named);
  const report = previewed(events, { calls });
  expectInEveryFormat(report, pathIn(named));
});

function expectInEveryFormat(report: Report, path: string): void {
  expect(report.exitCode).toBe(7);
  expect(report.title).toMatch(/would reach nobody/);
  const texts = {
    text: terminal(shown(report), false),
    json: json(report),
    junit: junit(shown(report)),
    sarif: sarif(shown(report), "Pulumi.yaml", "1.0.0"),
    github: annotations(shown(report)),
  };
  for (const [format, text] of Object.entries(texts)) expect(unescaped(text), format).toContain(path);
}

/** Reads the escapes of GitHub's annotations, and joins wrapped lines. */
function unescaped(text: string): string {
  return text.replaceAll("%3A", ":").replaceAll("%2C", ",").replace(/\s+/g, " ");
}

function urnOf({ type, name }: KnownObject): string {
  return `urn:pulumi:prod::phones::${dynamicType(type)}::${name}`;
}

/** Returns a resource as a state holds it. */
function stored(object: KnownObject, values = object.fields) {
  const { type, id } = object;
  const { fields, label }: Resource = resources[type];
  // A number is adopted by its label.
  const isArgument = (wire: string) => wire === label || !own(fields, wire)?.responseOnly;
  const named = (wires: readonly string[]) => Object.fromEntries(wires.map((wire) => [toCamel(wire), values[wire]]));
  const all = Object.keys(values);
  const inputs = named(all.filter(isArgument));
  return { type: dynamicType(type), urn: urnOf(object), id, inputs, outputs: { ...named(all), id } };
}

function step(op: string, object: KnownObject, old: unknown, planned: unknown) {
  const metadata = { op, urn: urnOf(object), type: dynamicType(object.type), old, new: planned, diffs: [] };
  return { resourcePreEvent: { metadata } } as never;
}

/** A first preview: no object has an id or an address yet. */
function created(objects: readonly KnownObject[]): { readonly events: never[]; readonly plan: SavedPlan } {
  const sources = new Map<unknown, KnownObject>(
    objects.flatMap((object) => [[object.id, object] as const, [object.fields.request_url, object] as const]),
  );
  sources.delete(undefined);
  const plans: [string, object][] = [];
  const events = objects.map((object) => {
    const wires = Object.entries(object.fields).filter(([wire]) => wire !== "request_url" && wire !== "domain");
    const isLink = ([, value]: readonly [string, unknown]) => sources.has(value);
    const links = wires
      .filter(isLink)
      .map(([wire, value]) => [toCamel(wire), [urnOf(sources.get(value) as KnownObject)]]);
    plans.push([urnOf(object), { goal: { propertyDependencies: Object.fromEntries(links) } }]);
    const values = Object.fromEntries(wires.map((each) => [each[0], isLink(each) ? UNKNOWN : each[1]]));
    const { inputs, ...rest } = stored(object, values);
    return step("create", object, undefined, { ...rest, id: "", inputs, outputs: {} });
  });
  return { events, plan: { resourcePlans: Object.fromEntries(plans) } };
}

function changed(before: readonly KnownObject[], after: readonly KnownObject[]): never[] {
  const [old, now] = [before, after].map((all) => new Map(all.map((each) => [urnOf(each), each])));
  return [...new Map([...before, ...after].map((each) => [urnOf(each), each])).values()].map((object) => {
    const [was, is] = [old?.get(urnOf(object)), now?.get(urnOf(object))];
    const op = was && is ? "update" : is ? "create" : "delete";
    return step(op, object, was && stored(was), is && stored(is));
  });
}
