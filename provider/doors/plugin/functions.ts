// The functions that a program calls: look-ups of objects, and tokens that no state stores.

import {
  clientToken,
  lookUpArgument,
  masked,
  type Props,
  plural,
  type Resource,
  type ResourceName,
  resourceNames,
  resources,
  toCamel,
} from "../../../contract/index.ts";
import { readConnection, type StackConfig } from "../../config/config.ts";
import { issueClientToken, noClientToken, refreshClientToken } from "../../issue.ts";
import { OperationFailure } from "../../lifecycle/failures.ts";
import { withSecretsMarked } from "../../lifecycle/secrets.ts";
import { eachObject, idByKey, listObjects } from "../../look-up.ts";
import type { Providers } from "../../providers.ts";
import type { Run } from "../../run/run.ts";

export interface Caller {
  readonly run: Run;
  readonly config: StackConfig;
  readonly providers: Providers;
}

type Invoked = (caller: Caller, args: Props, isPreview: boolean) => Promise<Props>;

/** Returns the function with this name, the last part of its token in the schema. */
export function functionNamed(name: string): Invoked | undefined {
  const issuing = name === "issueClientToken" ? issueClientToken : undefined;
  const issued = issuing ?? (name === "refreshClientToken" ? refreshClientToken : undefined);
  // The engine accepts no unknown value from a function.
  if (issued)
    return async ({ run, config }, args, isPreview) => {
      const token = isPreview ? noClientToken(issuing ? args : {}) : { ...(await issued(run, config, args)) };
      return withSecretsMarked(clientToken, token);
    };
  const one = looked.find((each) => name === `get${each}`);
  if (one) return (caller, args) => lookAt(one, caller, args);
  const all = looked.find((each) => name === `get${plural(each)}` && (resources[each] as Resource).operations.list);
  return all && ((caller, args) => list(all, caller, args));
}

const looked = resourceNames.filter((name) => (resources[name] as Resource).usage.lookUpId !== undefined);

async function lookAt(name: ResourceName, { run, config, providers }: Caller, args: Props): Promise<Props> {
  const resource: Resource = resources[name];
  const { kind } = resources[name];
  const key = lookUpArgument(resource);
  const given = ["id", ...(key === undefined ? [] : [key])].filter((each) => typeof args[each] === "string");
  if (given.length > 1) throw new OperationFailure("invalid", `id and ${key} are both given: keep one of them`);
  const id = await idOf();
  const { props } = await providers[kind].read(id, {});
  return { ...withSecretsMarked(resource, withoutRecords(props ?? {})), id };

  async function idOf(): Promise<string> {
    if (typeof args.id === "string") return args.id;
    if (key !== undefined && typeof args[key] === "string") return idByKey(run, config, kind, args[key]);
    if (key === undefined && resource.operations.list === undefined) return readConnection(config).projectId;
    throw new OperationFailure("invalid", `${["id", key ?? []].flat().join(" or ")} is required`);
  }
}

async function list(name: ResourceName, { run, config }: Caller, args: Props): Promise<Props> {
  return { [plural(resources[name].kind)]: await listObjects(run, config, name, args) };
}

export interface Page {
  readonly objects: readonly { readonly id: string; readonly name: string }[];
  /** The token of the next page; undefined after the last. */
  readonly next?: string;
}

export interface Wanted {
  /** Texts that the objects contain, by argument. */
  readonly query: Props;
  /** The largest number of objects; 0 for no limit. */
  readonly limit: number;
  /** 0 for the page size of the service. */
  readonly pageSize: number;
  /** The token from the previous page; empty for the first. */
  readonly token: string;
}

/**
 * Lists the objects of a class by pages. A token is the number of objects on the pages before it: the list is read again for
 * each page, in the fewest requests, so a token stays valid in another process.
 */
export async function listPage(name: ResourceName, { run, config }: Caller, wanted: Wanted): Promise<Page> {
  const resource: Resource = resources[name];
  if (!resource.operations.list)
    throw new OperationFailure("invalid", `The service has no list of ${plural(resource.title)}.`);
  const from = Number(wanted.token || 0);
  if (!Number.isSafeInteger(from) || from < 0)
    throw new OperationFailure("invalid", "The continuation token is not one of this list.");
  const size = Math.min(wanted.pageSize || MOST_ON_A_PAGE, wanted.limit || MOST_ON_A_PAGE, MOST_ON_A_PAGE);
  const objects: Page["objects"][number][] = [];
  let at = 0;
  for await (const { id, ...props } of eachObject(run, config, name, wanted.query)) {
    if (at++ < from) continue;
    if (objects.length === size) return { objects, next: String(from + size) };
    objects.push({ id, name: masked(String(props[toCamel(resource.label)] ?? "")) });
  }
  return { objects };
}

/** The service's lists have pages of this size. */
const MOST_ON_A_PAGE = 1000;

/** Removes the provider's own records. */
function withoutRecords(props: Props): Props {
  return Object.fromEntries(Object.entries(props).filter(([name]) => !name.startsWith("__")));
}
