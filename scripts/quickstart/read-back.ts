// Summarises the objects of the service, as the project's credentials can read them.

import { phoneNumber, sipEndpoint } from "../../contract/index.ts";
import type { ReferenceServer } from "../../server/index.ts";

type Live = { readonly [field: string]: unknown };

/** Returns one line for each of the project's endpoints and configured numbers. */
export async function readBack(server: ReferenceServer): Promise<string> {
  const endpoints = await list(server, sipEndpoint.operations.list.path);
  const numbers = await list(server, phoneNumber.operations.list.path);
  const nameOf = (id: unknown) => endpoints.find((each) => each.id === id)?.username ?? id;

  const lines = [
    ...endpoints.map((each) =>
      line("SIP endpoint", each.username, [
        each.caller_id && `"${each.caller_id}"`,
        `encryption ${each.encryption}`,
        each.call_handler ? `calls → ${each.call_relay_script_url ?? each.call_handler}` : "no call handler",
      ]),
    ),
    ...numbers.map((each) =>
      line("phone number", each.number, [
        each.name && `"${each.name}"`,
        each.call_handler === "relay_sip_endpoint"
          ? `calls → ${nameOf(each.call_sip_endpoint_id)}`
          : `${each.call_handler ?? "no call handler"}`,
        each.message_handler && `messages → ${each.message_request_url ?? each.message_handler}`,
      ]),
    ),
  ];
  const width = Math.max(0, ...lines.map(({ name }) => name.length));
  return lines.map(({ kind, name, facts }) => `  ${kind}  ${name.padEnd(width)}  ${facts}`).join("\n");
}

function line(kind: string, name: unknown, facts: readonly unknown[]): { kind: string; name: string; facts: string } {
  return { kind, name: String(name), facts: facts.filter(Boolean).join(", ") };
}

async function list({ url, project }: ReferenceServer, path: string): Promise<Live[]> {
  const authorization = `Basic ${btoa(`${project.id}:${project.apiToken}`)}`;
  const answer = await fetch(url + path, { headers: { authorization } });
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`);
  return ((await answer.json()) as { data: Live[] }).data;
}
