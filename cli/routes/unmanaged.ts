// The SIP endpoints of an account that the program does not manage, where its scripts or numbers may ring one of them.

import { isSingle, resources } from "../../contract/index.ts";
import { dialledIn, projectUsernameIn } from "./dialled.ts";
import { type KnownObject, scriptIn } from "./objects.ts";
import type { PlannedStack } from "./stack.ts";

/** Reads all SIP endpoints of an account and its profile; undefined when that cannot be done. */
export type ReadEndpoints = (account: string | undefined) => Promise<readonly KnownObject[] | undefined>;

/** Adds the endpoints that the account has beside the program's, before the change and after it. */
export async function withUnmanaged(planned: PlannedStack, read: ReadEndpoints): Promise<PlannedStack> {
  const all = [...planned.before, ...planned.after];
  const known = new Set(all.map(keyOf));
  const whole = new Set<string | undefined>();
  const added: KnownObject[] = [];
  for (const account of new Set(all.map((each) => each.account))) {
    if (!ringsOthers(all.filter((each) => each.account === account))) continue;
    const live = await read(account);
    if (!live) continue;
    whole.add(account);
    added.push(...live.map((each) => ({ ...each, account })).filter((each) => !known.has(keyOf(each))));
  }
  return { ...planned, before: [...planned.before, ...added], after: [...planned.after, ...added], whole };
}

function keyOf({ type, id, account }: KnownObject): string {
  return JSON.stringify([account, type, isSingle(resources[type]) ? "" : id]);
}

/** True when a number or a script rings an endpoint that is not among these objects, or one that only the call decides. */
function ringsOthers(objects: readonly KnownObject[]): boolean {
  const endpoints = objects.filter(({ type }) => type === "SipEndpoint");
  const names = new Set(endpoints.flatMap(({ id, fields }) => [id, fields.username]));
  return objects.some((object) => {
    const { fields } = object;
    if (!scriptIn(object)) return fields.call_sip_endpoint_id !== undefined && !names.has(fields.call_sip_endpoint_id);
    return dialledIn(object).some((to) => {
      if (/[$%]\{|@/.test(to)) return true;
      const username = projectUsernameIn(to, []);
      return username !== undefined && !names.has(username);
    });
  });
}
