// The browser client example over its whole life: its backend and its page, with the published client SDK.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { ReferenceServer } from "../../server/index.ts";
import { describeWithBrowser, open } from "../server/inspector/browser.ts";
import { given, JWT, NUMBERS } from "../server/support.ts";

const BACKEND = fileURLToPath(new URL("../../examples/browser-client/backend.ts", import.meta.url));

interface Backend {
  readonly url: string;
  end(): Promise<void>;
}

async function backend(server: ReferenceServer, refreshToken: string, subscriberToken = ""): Promise<Backend> {
  const child = spawn(process.execPath, [BACKEND], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PORT: "0",
      REFRESH_TOKEN: refreshToken,
      SUBSCRIBER_TOKEN: subscriberToken,
      SIGNALWIRE_BASE_URL: server.url,
      SIGNALWIRE_PROJECT_ID: server.project.id,
      SIGNALWIRE_API_TOKEN: server.project.apiToken,
    },
  });
  onTestFinished(() => void child.kill());
  const [line] = await once(child.stdout, "data");
  const url = /http:\S+/.exec(String(line))?.[0] ?? "";
  const ended = once(child, "exit");
  return {
    url,
    end: async () => {
      child.kill();
      await ended;
    },
  };
}

describeWithBrowser("the example of a browser client", () => {
  test("connects, is called, hangs up, refreshes its token, outlives the first, and is cut off after the last", async () => {
    const { server, get, put, post } = await given();
    // Creates the stack's objects: a number that rings the client, and its first token. The SDK asks for a new token a minute
    // before the end.
    const [number] = (await get(NUMBERS)).body.data;
    await put(`${NUMBERS}/${number.id}`, { call_handler: "relay_verto_endpoint", call_verto_resource: "reception" });
    const { refresh_token } = (await post(JWT, { resource: "reception", expires_in: 1 })).body;
    const started = await backend(server, refresh_token);
    const call = () => server.call({ to: number.number, from: "+12025550177" });
    expect((await call()).outcome).toBe("unanswered");

    server.journal.clear();
    const { sees, seesNo, click } = await open(started.url, { mayFail: true });
    await sees(/Connected until \d\d:\d\d:\d\d/);
    await sees(/The token was refreshed and is good until \d\d:\d\d:\d\d/);
    expect(server.sessions).toMatchObject([{ resource: "reception" }]);
    // The page's backend renewed the stack's token, and later the SDK's.
    expect(server.journal.entries.map(({ method, path, status }) => [method, path, status])).toEqual([
      ["PUT", JWT, 200],
      ["PUT", JWT, 200],
    ]);

    expect((await call()).outcome).toBe("ringing");
    await sees("+12025550177 is calling");
    server.clock.advance({ seconds: 31 });
    await seesNo("is calling");
    await sees("The call of +12025550177 is over");

    await call();
    await sees("+12025550177 is calling");
    await click("Answer");
    await sees("The reference server plays no media");
    await click("Hang up");
    await seesNo("is calling");

    await started.end();
    expect(server.sessions).toHaveLength(1);
    server.clock.advance({ seconds: 30 });
    await sees("Disconnected");
    expect(server.sessions).toEqual([]);
    expect((await call()).outcome).toBe("unanswered");
  });

  test("refreshes its token at a click, and shows until when the new one is good", async () => {
    const { server, post } = await given();
    const { refresh_token } = (await post(JWT, { resource: "reception", expires_in: 15 })).body;
    const { url } = await backend(server, refresh_token);
    const { sees, seesNo, click } = await open(url);
    await sees(/Connected until \d\d:\d\d:\d\d/);
    await seesNo("The token was refreshed");
    await click("Refresh the token");
    await sees(/Connected until (\d\d:\d\d:\d\d) .*The token was refreshed and is good until \1/);
    expect(server.sessions).toHaveLength(1);
  });

  test("gets a new token of its name where the one of the stack can be refreshed no longer", async () => {
    const { server } = await given();
    const { url } = await backend(server, "spent");
    const { sees } = await open(url);
    await sees(/Connected until \d\d:\d\d:\d\d/);
    expect(server.sessions).toMatchObject([{ resource: "reception" }]);
    expect(server.journal.entries.map(({ method, status }) => [method, status])).toEqual([
      ["PUT", 422],
      ["POST", 201],
    ]);
  });

  test("connects as a subscriber with the stack's token, and says when the service refuses it", async () => {
    const { server, post } = await given();
    const { token, refresh_token } = (await post("/api/fabric/subscribers/tokens", { reference: "reception" })).body;
    const connected = await open(`${(await backend(server, "", token)).url}/subscriber`);
    await connected.sees("Connected as a subscriber");
    const refused = await open(`${(await backend(server, "", refresh_token)).url}/subscriber`, { mayFail: true });
    await refused.sees("Refused: ");
  });
});
