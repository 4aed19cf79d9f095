// Updates and adoptions of an object that a program creates, a SIP endpoint: the requests, and the stored outputs.

import { describe, expect, it } from "vitest";
import { ask, list, requests } from "../../engine/service.ts";
import { COLLECTION, DESK, desk, EVERYTHING, GONE, host, puts, server, UUID, useDesks } from "../desks.ts";
import { change, messageOf, shown, up } from "../managed.ts";

useDesks();

describe("updating", () => {
  it("sends what changed and nothing else", async () => {
    const made = await desk(EVERYTHING);
    const changed = await change(host, "sipEndpoint", made, { ...EVERYTHING, callerId: "Reception", codecs: ["VP8"] });
    expect(requests(server)).toEqual([`PUT ${COLLECTION}/${made.id}`]);
    expect(puts()).toEqual([{ caller_id: "Reception", codecs: ["VP8"] }]);
    expect(shown(changed.outputs)).toEqual({ ...EVERYTHING, callerId: "Reception", codecs: ["VP8"] });
  });

  it("sends the form that unsets each argument that was taken away", async () => {
    const made = await desk(EVERYTHING);
    const changed = await change(host, "sipEndpoint", made, DESK);
    expect(puts()).toEqual([
      {
        caller_id: null,
        send_as: null,
        ciphers: [],
        codecs: [],
        encryption: "default",
        call_handler: null,
        call_request_url: null,
        call_request_method: null,
        call_fallback_url: null,
        call_fallback_method: null,
        call_status_callback_url: null,
        call_status_callback_method: null,
        call_laml_application_id: null,
        call_relay_context: null,
        call_video_room_id: null,
        call_flow_id: null,
        call_ai_agent_id: null,
        call_relay_script_url: null,
      },
    ]);
    expect(shown(changed.outputs)).toEqual(DESK);
    expect((await host.read("sipEndpoint", made.id, changed.outputs)).inputs).toEqual(DESK);
  });

  it("changes user name and password in place", async () => {
    const made = await desk();
    await change(host, "sipEndpoint", made, { username: "reception", password: "canary-other" });
    expect(puts()).toEqual([{ username: "reception", password: "[hidden]" }]);
  });

  it("sends the password only when it changed", async () => {
    const made = await desk();
    await change(host, "sipEndpoint", made, { ...DESK, callerId: "x" });
    expect(puts()).toEqual([{ caller_id: "x" }]);
  });

  it("goes from one handler to another in one request", async () => {
    const script = { callHandler: "relay_script", callRelayScriptUrl: "https://example.com/script.json" };
    const made = await desk(script);
    await change(host, "sipEndpoint", made, { ...DESK, callHandler: "video_room", callVideoRoomId: UUID });
    expect(puts()).toEqual([{ call_handler: "video_room", call_relay_script_url: null, call_video_room_id: UUID }]);
  });

  it("sends nothing when only the order within a list changed, and keeps the stored order", async () => {
    const made = await desk({ codecs: ["OPUS", "PCMU", "VP8"], ciphers: ["AEAD_AES_256_GCM_8"] });
    const changed = await change(host, "sipEndpoint", made, {
      ...DESK,
      codecs: ["VP8", "OPUS", "PCMU"],
      ciphers: ["AEAD_AES_256_GCM_8"],
    });
    expect(requests(server)).toEqual([]);
    expect(changed.inputs.codecs).toEqual(["OPUS", "PCMU", "VP8"]);
  });

  it("puts right what a refresh found changed", async () => {
    const made = await desk({ callerId: "Front desk" });
    await ask(server, "PUT", `/endpoints/sip/${made.id}`, { caller_id: "Somebody", call_video_room_id: UUID });
    const { outputs, inputs = {} } = await host.read("sipEndpoint", made.id, made.outputs);
    server.journal.clear();
    await change(host, "sipEndpoint", { id: made.id, outputs, inputs }, { ...DESK, callerId: "Front desk" });
    expect(puts()).toEqual([{ caller_id: "Front desk", call_video_room_id: null }]);
  });

  it("fails with the identifier and what to do when the endpoint is gone", async () => {
    const message = await messageOf(host.update("sipEndpoint", GONE, DESK, { ...DESK, callerId: "x" }));
    expect(message).toBe(
      `Could not update the SIP endpoint "front-desk" (${GONE}): the service answered 404 Not Found. ` +
        "It was removed outside this stack: run `pulumi refresh`, then `pulumi up` to make it anew.",
    );
  });
});

describe("adopting without a password", () => {
  const { username } = DESK;

  it("sends what differs, and no password", async () => {
    await ask(server, "POST", "/endpoints/sip", { ...DESK, caller_id: "Theirs" });
    server.journal.clear();
    const made = await up(host, "sipEndpoint", { username, callerId: "Ours", adopt: true });
    expect(puts()).toEqual([{ caller_id: "Ours" }]);
    await change(host, "sipEndpoint", made, { username, callerId: "Others" });
    expect(puts().at(-1)).toEqual({ caller_id: "Others" });
  });

  it("writes nothing to an endpoint that is as the program says", async () => {
    const { id } = await ask(server, "POST", "/endpoints/sip", DESK);
    server.journal.clear();
    expect((await up(host, "sipEndpoint", { username, adopt: true })).id).toBe(id);
    expect(requests(server).filter((line) => !line.startsWith("GET "))).toEqual([]);
  });

  it("fails where there is no such endpoint, and says that one cannot be made without a password", async () => {
    expect(await messageOf(up(host, "sipEndpoint", { username, adopt: true }))).toBe(
      'Could not create the SIP endpoint "front-desk": there is no such SIP endpoint to adopt, and a new one needs `password` or `passwordFrom`. ' +
        "Set it, or correct `username`.",
    );
    expect(await list(server, "/endpoints/sip")).toEqual([]);
  });
});
