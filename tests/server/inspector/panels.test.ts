// Every panel, used like a person would.

import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElementHandle } from "puppeteer-core";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ReferenceServer } from "../../../server/index.ts";
import { type Client, ENDPOINTS, given, JWT, NUMBERS } from "../support.ts";
import { describeWithBrowser, type Opened, open } from "./browser.ts";

interface Inspected extends Client, Opened {
  show(panel: string): Promise<void>;
}

async function inspected(): Promise<Inspected> {
  const client = await given({ control: true });
  const opened = await open(client.server.inspector ?? "");
  await opened.sees("live");
  return {
    ...client,
    ...opened,
    show: (panel) => opened.page.locator(`nav a[href="#/${panel.toLowerCase()}"]`).click(),
  };
}

describeWithBrowser("the inspector", () => {
  test("shows each request as it comes, without its secrets, and finds those that matter", async () => {
    const inspector = await inspected();
    const { server, page, sees, show, click, fill, get, post } = inspector;
    await show("Journal");
    await sees("No request has come yet");
    await post(ENDPOINTS, { username: "front-desk", password: "correct-horse-battery" });
    server.faults.add({ effect: "status", status: 503 });
    await get(NUMBERS);
    await get(NUMBERS);
    await sees("3 requests");
    await sees(/GET \/api\/relay\/rest\/phone_numbers status 503/);

    await page.locator("[role=option]").click();
    await sees(
      /POST \/api\/relay\/rest\/endpoints\/sip ✕ Answered 201 .* Copy curl .*"username": "front-desk", "password": "\[hidden\]"/,
    );
    expect(await page.content()).not.toContain("correct-horse-battery");

    await click("Faults", "radio");
    await sees("1 of 3 requests");
    await click("Writes", "radio");
    await sees("1 of 3 requests");
    await click("All", "radio");
    await fill("Filter", "phone_numbers 200");
    await sees("1 of 3 requests");
    page.once("dialog", (dialog) => void dialog.dismiss());
    await click("Clear");
    expect(server.journal.entries).toHaveLength(3);
    page.once("dialog", (dialog) => void dialog.accept());
    await click("Clear");
    await sees("No request has come yet");
    expect(server.journal.entries).toEqual([]);
  });

  test("sends a message, and says what stands in the way", async () => {
    const { server, sees, show, click, fill } = await inspected();
    await show("Calls");
    await click("Message", "radio");
    await fill("From", "+12025550199");
    await fill("To", "+12025550102");
    await fill("Text", "Are you open?");
    await click("Send the message");
    await sees("No handler is set, so the message is not taken.");
    await sees("Was not taken: the phone number +12025550102 has no handler for messages");
    await server.close();
    await sees("The server is not reached.");
  });

  test("sets faults by clicking, shows whom they struck, and takes them away", async () => {
    const { server, page, sees, seesNo, show, click, fill, post } = await inspected();
    await show("Server");
    const paths = () =>
      page.$$eval("#paths option", (options) => options.map((each) => (each as HTMLOptionElement).value));
    await expect.poll(paths).toEqual(expect.arrayContaining([JWT, `${ENDPOINTS}/{id}`]));
    await sees("None is set");
    await page.select('::-p-aria([name="Method"][role="combobox"])', "POST");
    await fill("Path; {id} or * is a segment", JWT);
    await click("Set a fault");
    await sees("status POST /api/relay/rest/jwt · status 503 · struck 0 of 1");
    expect((await post(JWT)).status).toBe(503);
    await sees("struck 1 of 1");
    await page.select("form select", "lose-answer");
    await click("Set a fault");
    await sees("lose-answer POST /api/relay/rest/jwt · struck 0 of 1");
    await click("Remove status");
    await seesNo("struck 1 of 1");
    expect(server.faults.all.map(({ options }) => options)).toEqual([
      { method: "POST", path: JWT, times: 1, effect: "lose-answer" },
    ]);
    await fill("Path; {id} or * is a segment", "no-slash");
    await click("Set a fault");
    await sees("path: must start with a slash");
    page.once("dialog", (dialog) => void dialog.accept());
    await click("Clear all");
    await sees("None is set");
    expect(server.faults.all).toEqual([]);
  });

  test("takes a snapshot into a file, and puts it back", async () => {
    const { server, context, page, sees, show, click, post, get } = await inspected();
    const folder = await mkdtemp(join(tmpdir(), "signalwire-inspector-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const session = await page.createCDPSession();
    await session.send("Browser.setDownloadBehavior", {
      behavior: "allow",
      downloadPath: folder,
      ...(context.id !== undefined && { browserContextId: context.id }),
    });
    await show("Server");
    const before = server.snapshot();
    await click("Download");
    await sees("Saved as signalwire-");
    const found = () => readdir(folder).then((names) => names.filter((name) => name.endsWith(".json")));
    await expect.poll(found).toHaveLength(1);
    const file = join(folder, (await found())[0] ?? "");
    await expect.poll(() => readFile(file, "utf8").then((text) => text.length)).toBeGreaterThan(100);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(JSON.parse(JSON.stringify(before)));

    await post(ENDPOINTS, { username: "front-desk", password: "correct-horse-battery" });
    const input = (await page.waitForSelector("input[type=file]")) as unknown as ElementHandle<never>;
    await upload(input, file);
    await sees("Put back what signalwire-");
    expect((await get(ENDPOINTS)).body.data).toEqual([]);

    await writeFile(file, "{");
    await upload(input, file);
    await sees("is not JSON.");
    await writeFile(file, '{"version": 2}');
    await upload(input, file);
    await sees("tables: ");
  });

  describe("asks for the token", () => {
    test("where the address has none, and takes the whole link, which it does not keep in sight", async () => {
      const { server, page, sees, fill, click } = await bare();
      await sees("This page needs the token of the control API.");
      await fill("Link or token", server.inspector ?? "");
      await click("Open");
      await sees("live");
      await page.goto(server.inspector ?? "");
      await page.reload();
      await sees("live");
      expect(page.url()).not.toContain(server.controlToken);
      expect(JSON.stringify(server.journal.entries)).not.toContain(server.controlToken);
    });

    test("again where the server takes it no longer", async () => {
      const { server, page, sees, fill, click } = await bare();
      await fill("Link or token", "nonsense");
      await click("Open");
      await sees("The server does not take this token");
      await page.goto(server.inspector ?? "");
      await sees("live");
    });
  });
});

async function bare(): Promise<Opened & { readonly server: ReferenceServer }> {
  const { server } = await given({ control: true });
  return { server, ...(await open(`${server.url}/_reference`)) };
}

async function upload(input: ElementHandle<never>, file: string): Promise<void> {
  await (input as unknown as { uploadFile(...files: string[]): Promise<void> }).uploadFile(file);
}
