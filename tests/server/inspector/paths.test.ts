// The tree of the paths that calls and messages to a number may take.

import { expect, test } from "vitest";
import { addEndpoint, addScript, setNumber, TO } from "../called.ts";
import { given } from "../support.ts";
import { describeWithBrowser, open } from "./browser.ts";

const menu = [
  { prompt: { play: "say:1 for sales, 2 for the desk, 3 for our partner", max_digits: 1 } },
  {
    switch: {
      variable: "prompt_value",
      case: {
        "1": [{ connect: { to: "sip:sales" } }],
        "2": [{ connect: { to: "sip:desk" } }],
        "3": [{ transfer: { dest: "https://partner.example.com/swml" } }],
        "4": [{ connect: { to: "+12025550199" } }],
      },
      default: [{ play: "say:Goodbye" }, "hangup"],
    },
  },
];

/** A server whose number has a menu, where key 2 reaches nobody, and which is closed at night. */
async function office() {
  const client = await given({ control: true, extraFields: true, seed: { projects: [{ numbers: [TO] }] } });
  await addEndpoint(client, "sales");
  const scriptOf = (name: string, sections: object) => addScript(client, name, JSON.stringify({ sections }));
  const hours = { when: "new Date().getHours() >= 9 && new Date().getHours() < 17", then: menu };
  const closed = [{ play: "say:We are closed" }, { record: {} }];
  await setNumber(client, {
    call_handler: "relay_script",
    call_relay_script_url: await scriptOf("Menu of the whole company", { main: [{ cond: [hours, { else: closed }] }] }),
    message_handler: "relay_script",
    message_relay_script_url: await scriptOf("Texts", {
      main: [{ switch: { variable: "message.body", case: { hours: [{ reply: "Nine to five." }] }, default: [] } }],
    }),
  });
  return client.server;
}

/** The ends and choices of the tree that are in sight, with their marks. */
const TREE = `[...document.querySelectorAll(".paths :is(button, span.toned, summary)")]
  .filter((each) => each.checkVisibility())
  .map((each) => (getComputedStyle(each, "::before").content.split('"')[1] ?? "") + each.textContent)`;

async function opened(width: number) {
  const server = await office();
  const found = await open(server.inspector ?? "", { width });
  await found.page.evaluate(`location.hash = "#/routes/" + encodeURIComponent("${TO}")`);
  await found.sees("10 paths of a call");
  const tree = () => found.page.evaluate(TREE) as Promise<string[]>;
  const unfold = (choice: string) => found.page.locator(`summary ::-p-text(${choice})`).click();
  return { ...found, server, tree, unfold };
}

const WORKDAY = "Mon–Sun 09:00–17:00";

describeWithBrowser("the tree of a caller's paths", () => {
  test("shows one level at a time, and each end by its mark and its words", async () => {
    const { tree, unfold } = await opened(1200);
    expect(await tree()).toEqual([
      `✗ ${WORKDAY} · 6 choices`,
      "✓ Mon–Sun 00:00–09:00 and 17:00–24:00 → Answered by the SWML script Menu of the whole company: a recording (voicemail)",
      '✓ writes "hours" → Answered by the SWML script Texts: a reply',
      "✗ writes another text → Answered by documents that send nothing",
    ]);
    await unfold(WORKDAY);
    await expect
      .poll(tree)
      .toEqual(
        expect.arrayContaining([
          "✓ key 1 → Rings the devices of the SIP endpoint sales",
          "and if that fails · 1 choice",
          "✗ key 2 → Did not ring: the document dials sip:desk, an address that no object has",
          "! key 3 → Goes on as https://partner.example.com/swml says, which is not known",
          "→ key 4 → Leaves the project for +12025550199",
        ]),
      );
    await unfold("and if that fails");
    await expect
      .poll(tree)
      .toContain(
        "✗ SIP endpoint sales: no answer → Did not ring: the SIP endpoint sales does not take the call (noAnswer)",
      );
  });

  test("plays the path that is clicked, with its keys, its time and its text", async () => {
    const { page, unfold, sees, server } = await opened(1200);
    await unfold(WORKDAY);
    await page.locator("button ::-p-text(key 2)").click();
    await sees("The caller presses 2 at prompt.");
    await sees("Did not ring: the document dials sip:desk, an address that no object has");
    await page.goBack();
    await page.locator("button ::-p-text(00:00)").click();
    await sees("The document passes the call to a recording (voicemail).");
    await page.goBack();
    await page.locator("button ::-p-text(hours)").click();
    await sees("The document sends a reply.");
    expect(server.failedTraces).toHaveLength(1);
  });
});
