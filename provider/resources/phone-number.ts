// The differences of phone numbers: adopted by id or by number.

import { isGiven, type Props, phoneNumber } from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { RequestFailure } from "../client/errors.ts";
import type { Client } from "../client/operations.ts";
import { adopted } from "../lifecycle/adopted.ts";
import type { Lifecycle } from "../lifecycle/lifecycle.ts";

export const phoneNumberLifecycle: Lifecycle = adopted({
  resource: phoneNumber,
  label: (props) => props.number ?? props.phoneNumberId,
  identity: (id, { number }) => ({ phoneNumberId: id, number }),
  find: (client, { phoneNumberId, number }) =>
    typeof phoneNumberId === "string"
      ? client.collection(phoneNumber).read(phoneNumberId.toLowerCase())
      : withNumber(client, String(number)),
  read: (client, id) => (id.startsWith("+") ? withNumber(client, id) : client.collection(phoneNumber).read(id)),
  // The engine keeps the id it was given, which may be the number itself. The service's id is an output.
  warnings: queryWarnings,
  lookedAt: ({ id }) => ({ phoneNumberId: id }),
  named: (olds) => (isGiven(olds.phoneNumberId) ? { ...olds, number: null } : olds),
});

/** Gap `number-script`. */
function queryWarnings({ callRelayScriptUrl: url }: Props): readonly string[] {
  if (typeof url !== "string" || !URL.parse(url)?.search) return [];
  return [
    "callRelayScriptUrl has a query, and one record of the live service shows a request without it. " +
      "Put what the script needs into the path, or try a call before you rely on it",
  ];
}

async function withNumber(client: Client, number: string): Promise<Live> {
  const live = await client.collection(phoneNumber).find(number);
  if (live) return live;
  throw new RequestFailure("not_found", "it is not among the numbers of the project");
}
