// Recognises an endpoint that our own late create made, and never adopts a foreign one by mistake.

import { expect, it } from "vitest";
import { type Answer, json } from "../../provider/gateway.ts";
import { describeStack, gateway, server, stack } from "../described.ts";
import { ask, list, requests } from "../service.ts";
import { destroy, endpoint, endpoints, expectSettled, fails, held, SIP, succeeds, upOf, writes } from "./helpers.ts";

const DESK = { username: "desk", callerId: "Reception" };
/** Equal to ours in every setting that the program names. */
const FOREIGN = { username: "desk", password: "theirs", caller_id: "Reception" };
const HANDLER = { call_handler: "relay_script", call_relay_script_url: "https://example.com/theirs.json" };
const OVERLOADED: Answer = { status: 503, type: "text/html", text: "<h1>Service Unavailable</h1>" };
const LATE: Answer = { status: 504, type: "text/html", text: "<h1>Gateway Time-out</h1>" };

describeStack(
  "an endpoint that is at the service already",
  { numbers: ["+12025550101"], gateway: true, inProcess: true },
  () => {
    it("and has settings of its own is not taken over after a lost answer or a 503, nor under signalwire:adoptMatching", async () => {
      const theirs = {
        handler: HANDLER,
        codecs: { codecs: ["PCMU"] },
        encryption: { encryption: "required" },
        sends: { send_as: "+12025550101" },
      };
      for (const [username, settings] of Object.entries(theirs))
        await ask(server, "POST", "/endpoints/sip", { ...FOREIGN, username, ...settings });
      const before = await list(server, "/endpoints/sip");
      await stack.write(
        Object.keys(theirs)
          .map((username) => endpoint(username, { ...DESK, username }))
          .join(""),
      );
      for (const effect of [{ effect: "lose-answer" }, { effect: "status", status: 503 }] as const) {
        server.journal.clear();
        server.faults.clear();
        server.faults.add({ method: "POST", path: SIP, ...effect, times: before.length });
        const { output } = await fails(stack.up("--continue-on-error"));
        expect(writes(server).filter((line) => !line.startsWith("POST "))).toEqual([]);
        for (const { id } of before)
          expect(output, effect.effect).toContain(`The SIP endpoint ${id} has this username, and it differs in `);
        expect(new Set(output.match(/The ways on are those of the SIP endpoint "\w+"/g)).size, output).toBe(1);
        expect(output).toContain("with `adopt: true` the resource takes it over");
      }
      server.faults.clear();
      // An identical endpoint from before is not adopted either, even with adoptMatching.
      await succeeds(stack.run("config", "set", "signalwire:adoptMatching", "true"));
      await stack.write(endpoint("desk", { ...DESK, username: "handler" }));
      expect((await fails(stack.up())).output).toContain("callHandler");
      // A failed `up` records nothing that a destroy would delete.
      expect(await held(stack)).toEqual({});
      await succeeds(destroy(stack));
      expect(await list(server, "/endpoints/sip")).toEqual(before);
    });

    it("because the answer to its creation was a 503, a 504 that the look-up followed too soon, or lost is recognised", async () => {
      // The project's own default, not the service's.
      await ask(server, "PUT", "/sip_profile", { default_codecs: ["PCMU", "PCMA"], default_encryption: "required" });
      let [created, lookUps] = [0, 0];
      gateway.answerWith(async ({ method, path }, forward) => {
        const answer = await forward();
        if (method === "POST" && answer.status < 300) {
          created += 1;
          if (created === 1) return OVERLOADED;
          if (created === 2) return LATE;
          throw new Error("the answer is lost");
        }
        if (method === "GET" && path.includes("filter_username=second")) {
          lookUps += 1;
          if (lookUps === 1) return json(200, { links: {}, data: [] });
        }
        return answer;
      });
      // One after the other.
      await upOf(
        stack,
        `const first = ${endpoint("first", { ...DESK, username: "first" })}
      const second = ${endpoint("second", { ...DESK, username: "second" }, "{ dependsOn: first }")}
      ${endpoint("third", { ...DESK, username: "third" }, "{ dependsOn: second }")}`,
      );
      expect([created, lookUps > 0]).toEqual([3, true]);
      const found = await list(server, "/endpoints/sip");
      expect(found.map(({ username, caller_id }) => [username, caller_id]).sort()).toEqual(
        ["first", "second", "third"].map((username) => [username, "Reception"]),
      );
      expect(await held(stack)).toEqual(await endpoints(server));
      await expectSettled(stack);
      await succeeds(destroy(stack));
      expect(await list(server, "/endpoints/sip")).toEqual([]);
    });

    it("is set by `adopt` to what the program says, and nothing else, in one request, with no more than its password where it is so", async () => {
      const { id } = await ask(server, "POST", "/endpoints/sip", {
        ...FOREIGN,
        ...HANDLER,
        caller_id: "Theirs",
        codecs: ["PCMU"],
        encryption: "required",
        send_as: "+12025550101",
        call_video_room_id: "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34",
      });
      const fresh = await ask(server, "POST", "/endpoints/sip", {
        username: "fresh",
        password: "x",
        caller_id: "Reception",
        // The form that resets a value to the project's default.
        encryption: "default",
      });
      // Equal to the program except for the password.
      const same = await ask(server, "POST", "/endpoints/sip", { ...FOREIGN, ...HANDLER, username: "same" });
      server.journal.clear();
      await upOf(
        stack,
        endpoint("desk", { ...DESK, adopt: true }) +
          endpoint("same", {
            ...DESK,
            username: "same",
            callHandler: "relay_script",
            callRelayScriptUrl: HANDLER.call_relay_script_url,
            adopt: true,
          }),
      );
      const asked = requests(server).filter((line) => line.startsWith("PUT "));
      const changes = server.journal.entries.filter(
        ({ method, path }) => method === "PUT" && path.endsWith(`${same.id}`),
      );
      expect(await ask(server, "GET", `/endpoints/sip/${id}`)).toEqual({ ...fresh, id, username: "desk" });
      expect(asked.sort()).toEqual([`PUT ${SIP}/${id}`, `PUT ${SIP}/${same.id}`].sort());
      expect(changes.flatMap(({ requestBody }) => Object.keys(requestBody as object))).toEqual(["password"]);
      expect(await endpoints(server)).toMatchObject({ desk: id, same: same.id });
      await expectSettled(stack);
    });
  },
);
