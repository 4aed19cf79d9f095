// What a program would have to say of an object that is there already, for it to be as it is.

import {
  argumentFields,
  argumentName,
  argumentNames,
  type Body,
  ignoredFields,
  isGiven,
  isSingle,
  own,
  type Resource,
  validateArguments,
} from "../../contract/index.ts";
import type { Live } from "../client/batched-reads.ts";
import type { Client } from "../client/collection.ts";
import { unlessGone } from "../client/errors.ts";
import { inputsFromLive, type Props } from "./state.ts";

/** The word that stands for the id of what a project has exactly one of. */
const ONLY = "default";

/** The object with this id or this unique key. */
export async function findByIdOrKey(
  client: Client,
  resource: Resource,
  id: string,
  projectId: string,
): Promise<Live | undefined> {
  const collection = client.collection(resource);
  if (isSingle(resource))
    return [projectId.toLowerCase(), ONLY].includes(id.toLowerCase()) ? collection.read() : undefined;
  const isKey = resource.uniqueKey !== undefined && !UUID.test(id);
  return isKey ? collection.find(id) : unlessGone(collection.read(id.toLowerCase()));
}

/** Everything that is set on the object and that a program may say of it. */
export function importedInputs(resource: Resource, live: Live, profile?: Body): Props {
  const inputs = settingsOf(resource, live, profile);
  const refused = validateArguments(resource, inputs, () => false, inputs).problems.map(({ field }) => field);
  // On an object that is adopted, what the chosen handler does not read may stay what it is.
  const idle = resource.configuredBy === "update" ? idleArguments(resource, inputs) : new Map();
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !refused.includes(name) && !idle.has(name)));
}

/** Everything that is set on the object, by the names of arguments, and who it is, where that is one. */
export function settingsOf(resource: Resource, live: Live, profile?: Body): Props {
  const fields = [...argumentFields(resource)].filter(([, wire]) => !own(resource.fields, wire)?.aliasOf);
  const cleared = fields.map(([name]) => name);
  const label = argumentName(resource, resource.label);
  return {
    ...(argumentNames(resource).includes(label) ? { [label]: live[resource.label] } : {}),
    ...inputsFromLive(resource, {}, live, { cleared, profile, isFirst: true }),
  };
}

/** What is set and the chosen handler does not read, each with the argument that chooses. */
export function idleArguments(resource: Resource, args: Props): Map<string, string> {
  return new Map(
    resource.handlers.flatMap((table) => {
      const chooser = argumentName(resource, table.field);
      const handler = args[chooser];
      if (typeof handler !== "string") return [];
      const idle = ignoredFields(table, handler).map((wire) => argumentName(resource, wire));
      return idle.filter((name) => isGiven(args[name])).map((name) => [name, chooser] as const);
    }),
  );
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
