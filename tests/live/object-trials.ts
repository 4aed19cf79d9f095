// The trials that make one script of each kind and one domain application, and remove each again.

import { type Body, cxmlScript, domainApplication, isObject, type Resource, swmlScript } from "../../contract/index.ts";
import { compared, isSuccess, notTried, type Outcome, type Trial } from "./outcome.ts";
import { objectOf, type Reply, type Session } from "./session.ts";

export const objectTrials: readonly Trial[] = (
  [
    {
      gap: "fabric-forms",
      makes: cxmlScript,
      run: (session) =>
        ofScript(session, cxmlScript, "<Response><Hangup/></Response>", {
          "created by name": true,
          outside: ["display_name"],
          inside: ["name"],
          "renamed by name": true,
        }),
    },
    {
      gap: "script-updates",
      makes: swmlScript,
      run: (session) =>
        ofScript(session, swmlScript, DOCUMENT, {
          "created by name": true,
          outside: ["display_name"],
          inside: ["display_name"],
          "renamed by name": true,
        }),
    },
    { gap: "domain-identifier", makes: domainApplication, run: ofDomain },
  ] satisfies Trial[]
).map((trial) => ({ ...trial, needsNoEndpoint: true }));

const DOCUMENT = { version: "1.0.0", sections: { main: ["hangup"] } };

/** Creates a script by `name`, renames it by `name`, and removes it. The name keeps its letters, so that a later run finds it. */
async function ofScript(
  session: Session,
  resource: Resource,
  contents: unknown,
  expected: { readonly [step: string]: unknown },
): Promise<Outcome> {
  const { path } = resource.operations.create ?? { path: "" };
  const made = await session.send("POST", path, { name: session.name, contents });
  const { id } = objectOf(made);
  if (isRefused(made) || typeof id !== "string") return notMade(resource, made);
  const member = resource.dialect?.nested?.member ?? "";
  const name = session.name.toUpperCase();
  const renamed = await session.send("PUT", `${path}/${id}`, { name });
  const after = objectOf(await session.send("GET", `${path}/${id}`));
  const inside = isObject(after[member]) ? (after[member] as Body) : {};
  const namesIn = (object: Body) => ["name", "display_name"].filter((each) => object[each] === name);
  const gone = await removed(session, `${path}/${id}`);
  return compared(
    { ...expected, "contents kept": contents, ...GONE },
    {
      "created by name": isSuccess(made.status),
      outside: namesIn(after),
      inside: namesIn(inside),
      "renamed by name": isSuccess(renamed.status),
      "contents kept": inside.contents,
      ...gone,
    },
  );
}

async function ofDomain(session: Session): Promise<Outcome> {
  const { path } = domainApplication.operations.create;
  const body = { name: session.name, identifier: session.name };
  const made = await session.send("POST", path, body);
  const { id, domain } = objectOf(made);
  if (isRefused(made) || typeof id !== "string") return notMade(domainApplication, made);
  const second = await session.send("POST", path, body);
  const gone = await removed(session, `${path}/${id}`);
  return compared(
    { "domain ends with the identifier": true, "a second one": 422, ...GONE },
    {
      "domain ends with the identifier": String(domain).endsWith(`-${session.name}`),
      "a second one": second.status,
      ...gone,
    },
  );
}

const GONE = { DELETE: 204, "DELETE again": 404, "GET afterwards": 404 };

async function removed(session: Session, path: string): Promise<typeof GONE> {
  const first = await session.send("DELETE", path);
  const second = await session.send("DELETE", path);
  const read = await session.send("GET", path);
  return { DELETE: first.status, "DELETE again": second.status, "GET afterwards": read.status };
}

function isRefused({ status }: Reply): boolean {
  return status === 401 || status === 403;
}

function notMade({ title }: Resource, { status }: Reply): Outcome {
  return notTried(`no ${title} could be made (${status})`);
}
