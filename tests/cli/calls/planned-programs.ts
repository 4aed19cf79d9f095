// Random programs and random changes of them, for the test of planned routes.

import fc from "fast-check";
import type { ResourceName } from "../../../contract/index.ts";
import type { Props } from "../../provider/host.ts";

export const NUMBERS = ["+12025550101", "+12025550102", "+12025550103"];
export const FOREIGN = "foreign";

/** A declaration in a program. `endpoint` is the name of the endpoint that a number rings. */
export interface Declared {
  readonly type: ResourceName;
  readonly args: Props;
  readonly endpoint?: string;
}
export type Program = { readonly [name: string]: Declared };

export type Change = { readonly before: Program; readonly after: Program; readonly found: readonly Props[] };

export const DOCUMENTS: { readonly [path: string]: string } = {
  "/keep": "<Response/>",
  "/dial-a": "<Response><Dial><Sip>sip:a@there</Sip></Dial></Response>".replace("@there", ""),
  "/dial-number": `<Response><Dial><Number>${NUMBERS[1]}</Number></Dial></Response>`,
  "/dial-client": "<Response><Dial><Client>alice</Client></Dial></Response>",
  "/swml": '{"sections":{"main":[{"connect":{"to":"sip:b"}}]}}',
  "/nonsense": "nonsense",
};

/** Returns random changes. `at` is the address of the documents. */
export function randomChanges(at: string): fc.Arbitrary<Change> {
  const url = fc.constantFrom(...Object.keys(DOCUMENTS), "/gone").map((path) => at + path);
  const id = fc.constantFrom("6f2c1b9e-8f0a-4c11-9f3f-0a4d1c2b3e4f", "7a2c1b9e-8f0a-4c11-9f3f-0a4d1c2b3e4f");
  const method = fc.constantFrom("GET", "POST");
  const callStatusCallbackUrl = fc.constant(`${at}/status`);
  // An endpoint needs all these fields.
  const laml = fc.record({
    callRequestUrl: url,
    callRequestMethod: method,
    callFallbackUrl: url,
    callFallbackMethod: method,
    callStatusCallbackUrl,
    callStatusCallbackMethod: method,
  });
  const endpointHandler = fc.oneof(
    fc.constant({}),
    fc.record({ callHandler: fc.constant("relay_script"), callRelayScriptUrl: url }),
    laml.map((fields) => ({ callHandler: "laml_webhooks", ...fields })),
    fc.record({ callHandler: fc.constant("relay_context"), callRelayContext: fc.constantFrom("sales", "support") }),
    fc.record({ callHandler: fc.constant("ai_agent"), callAiAgentId: id }),
  );
  const numberArgs = fc.record(
    {
      callHandler: fc.constantFrom(
        "laml_webhooks",
        "relay_sip_endpoint",
        "relay_sip_endpoint",
        "relay_context",
        "relay_application",
        "relay_verto_endpoint",
        "video_room",
      ),
      callRequestUrl: url,
      callRequestMethod: method,
      callFallbackUrl: url,
      callStatusCallbackUrl,
      callRelayContext: fc.constantFrom("sales", "support"),
      callRelayApplication: fc.constantFrom("sales", "support"),
      callVertoResource: fc.constantFrom("alice", "bob"),
      callVideoRoomId: id,
      callReceiveMode: fc.constantFrom("voice", "fax"),
      onDestroy: fc.constantFrom("leave", "restore", "clear"),
      exclusive: fc.boolean(),
      callRelayScriptUrl: url,
    },
    { requiredKeys: [] },
  );
  const endpoint = (name: string) =>
    fc
      .record({ username: fc.constantFrom(name, name, `${name}2`), args: endpointHandler })
      .map(({ username, args }): Declared => {
        return { type: "SipEndpoint", args: { username, passwordFrom: { env: "ANY_PASSWORD" }, ...args } };
      });
  const number = (at: number) =>
    fc
      .record({
        args: numberArgs,
        endpoint: fc.constantFrom("a", "b", "c", FOREIGN),
        isOther: fc.integer({ max: 5, min: 0 }),
      })
      .map(({ args, endpoint, isOther }): Declared => {
        // Sometimes another number than before, which replaces the resource.
        return { type: "PhoneNumber", args: { number: isOther === 0 ? NUMBERS[2] : NUMBERS[at], ...args }, endpoint };
      });
  const token = fc
    .constantFrom("alice", "bob")
    .map((resource): Declared => ({ type: "ClientToken", args: { resource } }));
  const program = fc
    .record(
      { a: endpoint("a"), b: endpoint("b"), c: endpoint("c"), line: number(0), second: number(1), token },
      { requiredKeys: [] },
    )
    .map((each) => withoutRepetition(each as Program));
  // The state encrypts an address that the program does not name, so no command can try it.
  const found = fc.array(
    numberArgs.map(({ extra: _, onDestroy: __, exclusive: ___, ...args }: Props) =>
      Object.fromEntries(Object.entries(args).filter(([name]) => !name.endsWith("Url"))),
    ),
    { minLength: 3, maxLength: 3 },
  );
  return fc.record({ before: program, after: program, found });
}

/** Removes a second declaration of the same number. */
function withoutRepetition(program: Program): Program {
  const seen = new Set<unknown>();
  const kept = Object.entries(program).filter(([, { args }]) => {
    const key = args.number ?? args.username;
    if (key === undefined) return true;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  return Object.fromEntries(kept);
}
