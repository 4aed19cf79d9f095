// The values behind the engine's masks. The calls are tried with them, and no word of a report shows one.

import type { EngineEvent, StepEventMetadata, StepEventStateMetadata } from "@pulumi/pulumi/automation/index.js";
import { parse } from "yaml";
import {
  declaredAs,
  hideSecrets,
  isSecretField,
  type Props,
  parsedJson,
  RECORDS,
  resourceOfType,
  resources,
  SECRET,
  SECRET_MARK,
  secretsIn,
  timesIn,
  UNKNOWN,
  withoutSecrets,
} from "../../contract/index.ts";
import { nameOfHidden } from "./hidden-values.ts";
import { type KnownObject, labelOf } from "./objects.ts";

/** Values in clear. */
export interface ClearValues {
  /** Kind, with a resource's name or with an object's id → what the provider checked or read. */
  readonly reported: ReadonlyMap<string, unknown>;
  /** Returns the resources of the state. Asked when a mask hides a recorded value. */
  readonly recorded: () => Promise<readonly Recorded[]>;
}

type Recorded = Pick<StepEventStateMetadata, "urn" | "type"> & { readonly inputs?: Props; readonly outputs?: Props };

interface Revealing {
  /** Replaces the masks in a step. A mask stays where the value is not known. */
  readonly inClear: <Step extends StepEventMetadata>(step: Step) => Step;
  /** The values that replaced a mask so far. */
  readonly secrets: readonly unknown[];
}

/** Reads the state when a mask of these steps hides a recorded value. */
export async function revealing(
  steps: readonly StepEventMetadata[],
  { reported, recorded }: ClearValues,
): Promise<Revealing> {
  const secrets: unknown[] = [];
  const reportsOf = ({ kind, urn, id }: { kind: string; urn: string; id: string | undefined }) =>
    [declaredAs(urn), id].map((name) => reported.get(`${kind} ${name}`) as Props | undefined);
  const isMasked = steps.some((step) => {
    const { type, urn, old, new: planned } = step;
    const kind = kindOf(type);
    if (kind === undefined) return false;
    // The engine checks no resource outside of `--target`.
    const isUnreported = () => reportsOf({ kind, urn, id: planned?.id }).every((each) => each === undefined);
    return (old && hidesSettings(type, old.outputs ?? {})) || (hidesAny(planned?.inputs) && isUnreported());
  });
  const byUrn = new Map((isMasked ? await recorded() : []).map((each) => [each.urn, each]));
  const reveal = (props: Props | undefined, clear: Props | undefined) => {
    if (!props) return props;
    const { expects, [RECORDS]: records, ...others } = props;
    const expected = revealed(expects, clear?.expects, (each) => secrets.push(new Expected(each)));
    // The state encrypts each address of these records, and any other part of one is as open as in an argument.
    const recorded = revealed(records, clear?.[RECORDS], (each, name) =>
      secrets.push(...(typeof each === "string" ? secretsIn(each, name) : [each])),
    );
    return {
      ...(revealed(others, clear, (each) => secrets.push(each)) as Props),
      ...(expects !== undefined && { expects: expected }),
      ...(records !== undefined && { [RECORDS]: recorded }),
    };
  };
  return {
    secrets,
    inClear: (step) => {
      const kind = kindOf(step.type);
      if (kind === undefined) return step;
      const { old, new: planned } = step;
      const [checked, read] = reportsOf({ kind, urn: step.urn, id: planned?.id });
      const known = byUrn.get(old?.urn ?? "");
      const before = old && {
        ...old,
        ...{ inputs: reveal(old.inputs, known?.inputs), outputs: reveal(old.outputs, known?.outputs) },
      };
      const after = planned && {
        ...planned,
        inputs: reveal(planned.inputs, checked ?? read ?? known?.inputs),
        // A preview expects the service to show what the program says.
        outputs: reveal(planned.outputs, { ...known?.outputs, ...read, ...checked }),
      };
      return { ...step, ...(before && { old: before }), ...(after && { new: after }) };
    },
  };
}

/** Replaces the masks in the events of a preview. */
export async function eventsInClear(events: readonly EngineEvent[], values: ClearValues) {
  const steps = events.flatMap((event) => (event.resourcePreEvent ?? event.resOutputsEvent)?.metadata ?? []);
  const { inClear, secrets } = await revealing(steps, values);
  const revealedEvents = events.map((event): EngineEvent => {
    const { resourcePreEvent: started, resOutputsEvent: ended } = event;
    if (started) return { ...event, resourcePreEvent: { ...started, metadata: inClear(started.metadata) } };
    return ended ? { ...event, resOutputsEvent: { ...ended, metadata: inClear(ended.metadata) } } : event;
  });
  return { events: revealedEvents, secrets };
}

function kindOf(type: string): string | undefined {
  const name = resourceOfType(type);
  return name && resources[name].kind;
}

/** True when a mask hides more than the fields that are always secret and no call depends on. */
function hidesSettings(type: string, outputs: Props): boolean {
  const name = resourceOfType(type);
  if (name === undefined) return false;
  const settings = Object.entries(outputs).filter(([argument]) => !isSecretField(resources[name], argument));
  return hidesAny(Object.fromEntries(settings));
}

function hidesAny(props: Props | undefined): boolean {
  return props !== undefined && JSON.stringify(withoutSecrets(props)).includes(SECRET);
}

/** Calls `onSecret` with each value that replaces a mask, and with the name of the member that holds it. */
function revealed(
  value: unknown,
  clear: unknown,
  onSecret: (secret: unknown, name: string) => void,
  name = "",
): unknown {
  if (isMask(value)) {
    if (clear === undefined) return value;
    onSecret(clear, name);
    return clear;
  }
  if (Array.isArray(value)) return value.map((each, at) => revealed(each, Object(clear)[at], onSecret, name));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, each]) => [key, revealed(each, Object(clear)[key], onSecret, key)]);
  return Object.fromEntries(members);
}

export function isMask(value: unknown): boolean {
  return value === SECRET || (typeof value === "object" && value !== null && SECRET_MARK.name in value);
}

/** A list of expectations with a secret in it, which the engine masks as a whole. */
class Expected {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

  /** The texts of the list that may be the secret: no time, and no name that the objects show. */
  textsBeside(shown: ReadonlySet<string>): string[] {
    const isOpen = (text: string) => shown.has(text) || text === "nobody" || timesIn(text) !== undefined;
    const texts = textsIn(this.value).filter((text) => text.length >= LEAST_PART && !isOpen(text));
    return texts.flatMap((text) => [text, text.replace(/^\+/, "")]);
  }
}

/**
 * Returns a function that hides secrets and their parts in words. It calls an object whose number or user name is secret by its
 * resource, and keeps the names of all others.
 */
export function hiding(secrets: readonly unknown[], objects: readonly KnownObject[]): (text: string) => string {
  if (secrets.length === 0) return (text) => text;
  const texts = new Set(secrets.filter((each) => !(each instanceof Expected)).flatMap(textsIn));
  const isNamed = (each: KnownObject) => texts.has(labelOf(each));
  const names = new Map(objects.filter(isNamed).map((each) => [labelOf(each), nameOfHidden(each)]));
  const shown = new Set(objects.filter((each) => !isNamed(each)).flatMap((each) => [labelOf(each), each.id]));
  const titles = objects.flatMap(({ name = "", fields }) => [name, String(fields.name ?? "")]);
  const open = new Set([...shown, ...titles].filter((each) => !texts.has(each)));
  const expected = secrets.flatMap((each) => (each instanceof Expected ? each.textsBeside(open) : []));
  const hidden = [...texts].flatMap((text) => {
    const parts = partsOf(text);
    // The name of a public object is hidden in no address.
    return parts.some((part) => shown.has(part)) ? parts : [text, ...parts];
  });
  // Hosts and expressions of scripts change the case.
  const inEachCase = [...hidden, ...expected].flatMap((part) => [part, part.toLowerCase(), part.toUpperCase()]);
  const parts = [...new Set(inEachCase)].filter((part) => !shown.has(part) && part !== UNKNOWN);
  return (text) => {
    const named = [...names].reduce((all, [label, name]) => all.replaceAll(label, name), text);
    return hideSecrets(named, parts);
  };
}

/** Returns the texts in a value: of a document, those of its members and attributes. */
function textsIn(value: unknown): string[] {
  if (typeof value === "number" && value >= LEAST_NUMBER) return [String(value)];
  if (typeof value === "string") return [value, ...textsInDocument(value)];
  if (typeof value !== "object" || value === null) return [];
  const keys = Array.isArray(value) ? [] : NAMED.flatMap((member) => Object.keys(Object(value)[member] ?? {}));
  return [...keys, ...Object.values(value).flatMap(textsIn)];
}

/** Smaller ones are keys and times. */
const LEAST_NUMBER = 1_000_000;

/** The members of a document whose own members the author names. */
const NAMED = ["sections", "case"];

function textsInDocument(text: string): string[] {
  if (text.trimStart().startsWith("<"))
    return [...text.matchAll(/>([^<]+)<|="([^"]*)"|='([^']*)'/g)].flatMap((found) => found.slice(1).filter(Boolean));
  if (!text.includes("\n") && !text.trimStart().startsWith("{")) return [];
  const tree = parsedJson(text) ?? parsedYaml(text);
  return typeof tree === "object" ? textsIn(tree) : [];
}

function parsedYaml(text: string): unknown {
  try {
    return parse(text, { logLevel: "silent" });
  } catch {
    return undefined; // The player reports what is no document.
  }
}

/** Returns the parts of an address that a sentence may name alone. */
function partsOf(text: string): string[] {
  if (/\s/.test(text.trim())) return [];
  const parts = text.split(/[:/@;?&=<>"',\s]+|%40/).filter((part) => part.length >= LEAST_PART && !SCHEMES.has(part));
  return [...parts, ...parts.map((part) => part.replace(/^\+/, ""))];
}

/** Characters. */
const LEAST_PART = 4;

const SCHEMES: ReadonlySet<string> = new Set(["http", "https", "sips"]);
