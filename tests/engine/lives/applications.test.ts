// Numbers whose calls a cXML application of the stack answers.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { ask, list } from "../service.ts";
import { destroy, expectSettled, held, NUMBERS, number, phoneNumber, succeeds, upOf, writes } from "./helpers.ts";

const NUMBER = "+12025550101";
const APPLICATIONS = "/api/laml/2010-04-01/Accounts/{project}/Applications";

describeStack("a cXML application of the stack", { numbers: [NUMBER], inProcess: true }, () => {
  const program = (voiceUrl: string) => `
    const office = new CxmlApplication("office", { friendlyName: "Office", voiceUrl: "${voiceUrl}" });
    new PhoneNumber("line", {
      ...{ number: "${NUMBER}", callHandler: "laml_application", callLamlApplicationId: office.id },
      ...{ messageHandler: "laml_application", messageLamlApplicationId: office.id },
    });`;

  it("is made before the number that names it, changed alone, and named by the number when it is destroyed", async () => {
    await upOf(stack, program("https://example.com/voice"));
    await expectSettled(stack);
    const { office } = await held(stack);
    expect(await number(server, NUMBER)).toMatchObject({
      call_laml_application_id: office,
      message_laml_application_id: office,
    });
    expect(writes(server)).toEqual([`POST ${APPLICATIONS}`, `PUT ${NUMBERS}/${(await number(server, NUMBER)).id}`]);

    server.journal.clear();
    await upOf(stack, program("https://example.com/night"));
    expect(writes(server)).toEqual([`POST ${APPLICATIONS}/${office}`]);
    await expectSettled(stack);

    const { output } = await succeeds(destroy(stack));
    expect(await list(server, APPLICATIONS)).toEqual([]);
    expect(output).toContain(`The cXML application "Office" (${office}) is gone. The phone number ${NUMBER}`);
  });

  it("that was deleted by hand is missing, and made again with a new id for the number", async () => {
    await upOf(stack, program("https://example.com/voice"));
    const { office } = await held(stack);
    await ask(server, "DELETE", `${APPLICATIONS}/${office}`);
    await succeeds(stack.up("--refresh"));
    const { office: again } = await held(stack);
    expect(again).not.toBe(office);
    expect(await number(server, NUMBER)).toMatchObject({ call_laml_application_id: again });
    await expectSettled(stack);
  });
});

describeStack("an application of another API", { numbers: [NUMBER], inProcess: true }, () => {
  it("is no missing object, although the list of cXML applications lacks it", async () => {
    const named = { callHandler: "laml_application", callLamlApplicationId: "app-1", exclusive: true };
    await upOf(stack, phoneNumber("line", { number: NUMBER, ...named }));
    await expectSettled(stack);
  });
});
