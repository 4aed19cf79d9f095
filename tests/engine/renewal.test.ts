// A due token: a preview shows it, an `up` renews it, a refresh ignores it, and a saved plan holds. in-ci/update-plans.test.ts has the
// plan that issues one.

import { beforeAll, expect, it } from "vitest";
import { describeStack, server, stack } from "./described.ts";
import { succeeds } from "./lives/helpers.ts";
import { requests } from "./service.ts";
import { outputsOf, rehearse, startFrom } from "./settled.ts";

const KINDS = [
  {
    title: "client token",
    lifetime: 60,
    program: `const token = new ClientToken("token", { resource: "alice", expiresIn: 60 });
export const jwt = token.jwtToken;
export const name = token.resource;`,
    renewal: "PUT /api/relay/rest/jwt",
  },
  {
    title: "subscriber token",
    lifetime: 120,
    program: `const token = new SubscriberToken("token", { reference: "alice" });
export const jwt = token.token;
export const name = token.reference;`,
    renewal: "POST /api/fabric/subscribers/tokens/refresh",
  },
];

for (const { title, lifetime, program, renewal } of KINDS)
  describeStack(`a ${title}`, { once: true, env: { SIGNALWIRE_CLOCK: "server" } }, () => {
    const RENEWS = new RegExp(`renews the ${title} "alice", due since .*: ~ rotateAt`);
    const jwt = async () => String((await outputsOf(stack)).jwt);

    /** Saves a plan, lets time pass, and runs the `up` under it. */
    async function planned(minutes = 0) {
      const preview = await stack.preview("--diff", "--save-plan", stack.path("plan.json"));
      server.clock.advance({ minutes });
      return { preview, up: await stack.up("--plan", stack.path("plan.json")) };
    }

    beforeAll(() => startFrom(stack, program));

    it("that is not due stays under a saved plan", async () => {
      server.journal.clear();
      const { preview, up } = await planned(1);
      expect(preview.output).not.toContain("rotateAt");
      expect(up.code, up.output).toBe(0);
      expect(requests(server)).toEqual([]);
    });

    it("that becomes due after the plan was saved is not renewed under it", async () => {
      const { up } = await planned(lifetime);
      expect(up.code).not.toBe(0);
      expect(up.output).toContain("update is not allowed by the plan");
    });

    it("that is due does not count as drift", async () => {
      for (const flags of [[], ["--run-program"]])
        await succeeds(rehearse(stack, "refresh", "--preview-only", "--expect-no-changes", ...flags));
    });

    it("that is due shows in a preview as an update, after a refresh too", async () => {
      for (const flags of [[], ["--refresh"]]) {
        const preview = await rehearse(stack, "preview", ...flags);
        expect(preview.output).toMatch(RENEWS);
        expect(preview.output).toContain("1 to update");
      }
    });

    it("that is due is renewed under a saved plan, under the same name", async () => {
      const before = await jwt();
      server.journal.clear();
      const { preview, up } = await planned(1);
      expect(preview.output).toMatch(RENEWS);
      expect(preview.output).toContain("1 to update");
      expect(up.code, up.output).toBe(0);
      expect(up.output).toContain("1 updated");
      expect(requests(server)).toEqual([renewal]);
      expect(await jwt()).not.toBe(before);
      expect((await outputsOf(stack)).name).toBe("alice");
    });
  });
