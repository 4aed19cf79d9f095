// The drift check of URLs that are the addresses of scripts.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { startFrom } from "../lives/helpers.ts";
import { reportOf } from "../reports.ts";
import { ask, list, requests, type Server } from "../service.ts";

const NUMBER = "+12025550101";
const SCRIPTS = "/api/fabric/resources/swml_scripts";
const CONTENTS = { sections: { main: [{ hangup: {} }] } };

const service = { seed: { projects: [{ numbers: [NUMBER, "+12025550102"] }, {}] } };

describeStack("the drift check of script addresses", { service }, () => {
  it("reports those of deleted scripts, and neither another project's nor another host's", async () => {
    const other = { ...server, project: server.projects[1] } as Server;
    await ask(other, "POST", SCRIPTS, { name: "Theirs", contents: JSON.stringify(CONTENTS) });
    const theirs = addressIn((await list(other, SCRIPTS))[0]);
    await startFrom(
      stack,
      `
const contents = ${JSON.stringify(CONTENTS)};
const menu = new SwmlScript("menu", { displayName: "Menu", contents });
const kept = new SwmlScript("kept", { displayName: "Kept", contents });
const played = (callRelayScriptUrl: pulumi.Input<string>) => ({ callHandler: "relay_script" as const, callRelayScriptUrl });
const desk = (name: string, url: pulumi.Input<string>) =>
  new SipEndpoint(name, { username: name, password: "K7vQ-m2Xw9-tRz4Bd-8Lpe", ...played(url) });
new PhoneNumber("line", { number: "${NUMBER}", ...played(menu.requestUrl) });
new DomainApplication("carrier", { name: "Carrier", identifier: "carrier", ...played(menu.requestUrl) });
desk("desk", menu.requestUrl);
const led = pulumi.jsonStringify({ sections: { main: [{ transfer: { dest: menu.requestUrl } }] } });
new SwmlScript("lobby", { displayName: "Lobby", contents: led });
new CxmlScript("hall", { displayName: "Hall", contents: pulumi.interpolate\`<Response><Redirect>\${menu.requestUrl}</Redirect></Response>\` });
new CxmlScript("porch", { displayName: "Porch", contents: pulumi.interpolate\`<Response><Redirect>\${kept.requestUrl}</Redirect></Response>\` });
desk("settled", kept.requestUrl);
desk("shared", "${theirs}");
desk("away", "${theirs.replace(server.url, "https://voice.example.com").replace(/.{4}$/, "0000")}");
`,
    );
    expect(await verdicts()).toEqual({});

    const menu = (await list(server, SCRIPTS)).find(({ display_name: name }) => name === "Menu");
    await ask(server, "DELETE", `${SCRIPTS}/${menu?.id}`);
    server.journal.clear();
    const led = "`contents` has the address of a script that is gone.";
    const gone = "`callRelayScriptUrl` is the address of a script that is gone.";
    expect(await verdicts()).toEqual({
      menu: ["missing", expect.stringContaining("any more")],
      line: ["dangling", gone],
      "line, called": ["nobody", "recorded: Answered by documents that play nothing"],
      carrier: ["dangling", gone],
      desk: ["dangling", gone],
      lobby: ["dangling", led],
      hall: ["dangling", led],
    });
    // Only addresses that the list lacks are requested, each once.
    const asked = requests(server).filter((each) => each.includes("-bins/"));
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    expect(asked).toHaveLength(2);
  });

  it("tries calls through secrets, and shows none", async () => {
    const dialling = (to: string) => ({ sections: { main: [{ connect: { to } }] } });
    await startFrom(
      stack,
      `
new SipEndpoint("desk", { username: "desk", password: "otter-Kestrel-9x7431" });
const menu = new SwmlScript("menu", { displayName: "Menu", contents: pulumi.secret(${JSON.stringify(dialling("sip:desk"))}) });
const other = new SwmlScript("other", { displayName: "Other", contents: { sections: { main: [{ connect: { to: pulumi.secret("+12025557431") } }] } } });
new PhoneNumber("line", { number: pulumi.secret("${NUMBER}"), callHandler: "relay_script", callRelayScriptUrl: menu.requestUrl });
new PhoneNumber("second", { number: "+12025550102", callHandler: "relay_script", callRelayScriptUrl: other.requestUrl });
`,
    );
    const scripts = await list(server, SCRIPTS);
    const edit = (title: string, to: string) => {
      const { id } = scripts.find(({ display_name: name }) => name === title) ?? {};
      return ask(server, "PUT", `${SCRIPTS}/${id}`, { name: title, contents: JSON.stringify(dialling(to)) });
    };
    await edit("Menu", "sip:otter-7431");
    await edit("Other", "+12025557432");
    const { out, items } = await reportOf("drift");
    const called = items.filter(({ section }) => /nobody|mistake|calls/.test(section));
    const hidden = "PhoneNumber line (its number is a secret)";
    const rung = "recorded: Rings the devices of the SIP endpoint desk";
    expect(called.map(({ section, subject, lines }) => [section, subject, ...lines])).toEqual([
      [
        "nobody",
        hidden,
        rung,
        "at the service: Did not ring: the document dials [secret], an address that no object has",
      ],
      ["calls", expect.stringContaining(hidden), expect.any(String), expect.any(String)],
      [
        "calls",
        "+12025550102",
        "recorded: Leaves the project for [secret]",
        "at the service: Leaves the project for [secret]",
      ],
      ["calls", expect.stringContaining("+12025550102: "), expect.any(String), expect.any(String)],
    ]);
    expect(out).not.toMatch(/otter|743[12]|2025550101/i);
  });
});

function addressIn(object: Record<string, unknown> = {}): string {
  return (object.swml_script as { readonly request_url: string }).request_url;
}

/** Returns the verdicts except "in-sync", each with its message. A resource and the calls of it have one each. */
async function verdicts(): Promise<{ [name: string]: readonly [string, string | undefined] }> {
  const { items } = await reportOf("drift");
  const found = items.filter(({ section }) => section !== "in-sync");
  const called = (section: string) => (["calls", "nobody"].includes(section) ? ", called" : "");
  return Object.fromEntries(found.map(({ name, section, lines }) => [name + called(section), [section, lines[0]]]));
}
