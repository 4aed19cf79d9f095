// The objects of an account: every object that the service lists, and the singletons of the project.

import {
  isGiven,
  masked,
  type Resource,
  type ResourceName,
  resources,
  SignalWireError,
  scopeWords,
} from "../../contract/index.ts";
import type { Live } from "../../provider/client/answers.ts";
import type { RequestFailure } from "../../provider/client/errors.ts";
import type { Connection } from "../../provider/config/config.ts";
import { exportable, kindWord } from "./kinds.ts";
import { readKinds } from "./read.ts";

export interface AccountObject {
  readonly type: ResourceName;
  readonly live: Live;
  /** User name, number or resource name of the object. Secrets are masked. */
  readonly label: string;
}

export interface Account {
  readonly objects: readonly AccountObject[];
  /** One sentence for each kind of object that could not be read. */
  readonly gaps: readonly string[];
}

class AccountUnreadable extends SignalWireError {
  readonly code = "account_unreadable";
}

/** @throws AccountUnreadable when nothing could be read, with every reason. */
export async function readAccount(connection: Connection, progress: (count: number) => void): Promise<Account> {
  let count = 0;
  const kinds = await readKinds(connection, exportable, () => progress(++count));
  const failures = kinds.flatMap(({ type, failure }) => (failure ? [{ type, failure }] : []));
  const gaps = failures.map(({ type, failure }) => gapOf(type, failure));
  const isRefused = failures.some(({ failure }) => failure.code === "unauthorized");
  if (gaps.length === exportable.length) throw new AccountUnreadable(isRefused ? REFUSED : gaps.join("\n"));
  const objects = kinds.flatMap(({ type, objects }) =>
    objects.map((live) => ({ type, live, label: labelOf(resources[type], live) })),
  );
  return { objects: objects.sort(byLabel), gaps };
}

function gapOf(type: ResourceName, { code, message }: RequestFailure): string {
  const { list, read }: Resource["operations"] = resources[type].operations;
  const words = scopeWords(list ?? read);
  const remedy = words !== "" && code === "unauthorized" ? ` The API token needs ${words}.` : "";
  return `The ${kindWord(type)} could not be read: ${message}.${remedy}`;
}

const REFUSED =
  "The service refuses the credentials: the project ID, the API token and the space have to belong together, and the token needs the " +
  "scope Voice for endpoints and the profile, and Numbers for numbers. Check SIGNALWIRE_PROJECT_ID, SIGNALWIRE_API_TOKEN and " +
  "SIGNALWIRE_SPACE.";

function labelOf(resource: Resource, live: Live): string {
  const label = [live[resource.label], live.id].find(isGiven);
  return masked(String(label ?? resource.title));
}

/** Sorts by label. A list is ordered by creation time, but exported text must not depend on that order. */
function byLabel(a: AccountObject, b: AccountObject): number {
  const kinds = exportable.indexOf(a.type) - exportable.indexOf(b.type);
  return kinds || compare(a.label, b.label) || compare(String(a.live.id), String(b.live.id));
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
