// One object, one resource: conflicting claims are reported before any request, and an object with two resources is not lost
// with one of them.

import { expect } from "vitest";
import { describeStack, itWithEngine, server, stack } from "../described.ts";
import { ask } from "../service.ts";
import { startFrom } from "../settled.ts";
import { itWithClasses } from "../stack.ts";
import {
  destroy,
  endpoint,
  endpoints,
  expectSettled,
  fails,
  held,
  LEFT_ALONE,
  number,
  phoneNumber,
  succeeds,
  upOf,
  urn,
  writes,
} from "./helpers.ts";

const NUMBER = "+12025550101";
const OFFICES = `
const north = new pulumi.ComponentResource("test:North", "office");
const south = new pulumi.ComponentResource("test:South", "office");
`;

describeStack("two resources and one object", { numbers: [NUMBER, "+12025550102"], inProcess: true }, () => {
  itWithClasses(
    "claimed by both is refused in the preview, whatever the two are called, before anything is sent",
    async () => {
      await stack.write(
        OFFICES +
          endpoint("first", { username: "beside" }) +
          endpoint("second", { username: "beside" }) +
          endpoint("third", { username: "adopted", adopt: true }) +
          endpoint("fourth", { username: "adopted", adopt: true }) +
          endpoint("desk", { username: "apart" }, "{ parent: north }") +
          endpoint("desk", { username: "apart" }, "{ parent: south }") +
          phoneNumber("line", { number: NUMBER }, "{ parent: north }") +
          phoneNumber("line", { number: NUMBER }, "{ parent: south }"),
      );
      const refused = await fails(stack.preview());
      expect(writes(server)).toEqual([]);
      // The resource that the engine checks first holds the object.
      for (const said of [
        /username is already used by the SipEndpoint "(?:first|second)"/,
        /username is already used by the SipEndpoint "(?:third|fourth)"/,
        /username is already used by the SipEndpoint "\S+test:(?:North|South)\$\S+::desk": keep one of the two resources/,
        /number is already used by the PhoneNumber "\S+test:(?:North|South)\$\S+::line": keep one of the two resources/,
      ])
        expect(refused.output).toMatch(said);

      // Two components may use one name for different objects.
      const program =
        OFFICES +
        endpoint("desk", { username: "north-desk" }, "{ parent: north }") +
        endpoint("desk", { username: "south-desk" }, "{ parent: south }") +
        phoneNumber("line", { number: NUMBER, name: "A" }, "{ parent: north }") +
        phoneNumber("line", { number: "+12025550102" }, "{ parent: south }");
      await upOf(stack, program);
      expect(Object.keys(await endpoints(server)).sort()).toEqual(["north-desk", "south-desk"]);

      // A new resource with phoneNumberId before the one that holds the number by its digits.
      const { id } = await number(server, NUMBER);
      server.journal.clear();
      await stack.write(phoneNumber("fresh", { phoneNumberId: id, name: "B" }) + program);
      // Includes the preview, like a user's run.
      const { output } = await fails(stack.run("up", "--yes"));
      expect(writes(server)).toEqual([]);
      expect(await number(server, NUMBER)).toMatchObject({ name: "A" });
      expect(output).toMatch(/already/);
      expect(output).toMatch(/"(\S*line|fresh)"/);
      await stack.write(program);
      await expectSettled(stack);
    },
  );

  itWithEngine("held by both stays when one of the two is removed, and is released with the other", async () => {
    const ids: { [name: string]: unknown } = await changeNumbers();
    await startFrom(stack, program("first"));
    const before = await endpoints(server);
    ids.desk = before.desk;
    const heldBy = (which: string) =>
      Object.fromEntries(Object.entries(ids).map(([name, id]) => [`${which}-${name}`, id]));
    await upOf(stack, program("second"), ...SECOND);
    expect(await held(stack)).toEqual({ ...heldBy("first"), ...heldBy("second") });
    const { output } = await upOf(stack, program("first"));
    expect(await endpoints(server)).toEqual(before);
    for (const digits of Object.values(LINES))
      expect(await number(server, digits)).toMatchObject({ name: "Ours", call_receive_mode: "fax" });
    expect(await held(stack)).toEqual(heldBy("first"));
    for (const id of Object.values(ids))
      expect(output.split("\n").filter((line) => LEFT_ALONE.test(line) && line.includes(String(id)))).not.toEqual([]);
    await expectSettled(stack);
    await succeeds(destroy(stack));
    expect(await endpoints(server)).toEqual({});
    expect(await number(server, NUMBER)).toMatchObject({ name: null, call_receive_mode: "voice" });
    expect(await number(server, "+12025550102")).toMatchObject(THEIRS);
  });
});

/** Settings of the numbers before any stack adopts them. */
const THEIRS = { name: "Theirs", call_receive_mode: "fax" };
/** `onDestroy` → the number. */
const LINES = { clear: NUMBER, restore: "+12025550102" };
const SECOND = [
  urn("SipEndpoint", "second-desk"),
  urn("PhoneNumber", "second-clear"),
  urn("PhoneNumber", "second-restore"),
].flatMap((each) => ["--target", each]);

function program(which: string): string {
  const lines = Object.entries(LINES).map(([onDestroy, digits]) =>
    phoneNumber(`${which}-${onDestroy}`, { number: digits, name: "Ours", onDestroy }),
  );
  return endpoint(`${which}-desk`, { username: "desk", adopt: true }) + lines.join("");
}

/** Returns `onDestroy` → the number's id. */
async function changeNumbers(): Promise<{ [onDestroy in keyof typeof LINES]: unknown }> {
  const { id: clear } = await number(server, LINES.clear);
  const { id: restore } = await number(server, LINES.restore);
  for (const id of [clear, restore]) await ask(server, "PUT", `/phone_numbers/${id}`, THEIRS);
  return { clear, restore };
}
