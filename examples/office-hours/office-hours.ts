// Business hours: a menu while the office is open, voicemail after hours and on holidays.

import type * as pulumi from "@pulumi/pulumi";
import { type Expectation, PhoneNumber, SipEndpoint, SwmlScript } from "pulumi-signalwire";

export interface OfficeHours {
  /** The number that callers dial. */
  number: string;
  /** Where calls for sales fail over to, when the desk does not answer. */
  mobile: string;
  /** Days of each year on which the office is closed: "12-25". */
  holidays: string[];
  password: pulumi.Input<string>;
}

// `Date` is in UTC.
const TODAY = "new Date().toISOString().slice(5, 10)";
const OPEN = "new Date().getDay() % 6 != 0 && new Date().getHours() >= 9 && new Date().getHours() < 17";

/** What callers get. Previews, drift checks and the test hold the script against it. */
export const expects: Expectation[] = [
  { keys: "1", at: "Mon–Fri 09:00–17:00", rings: "sales" },
  { keys: "2", at: "Mon–Fri 09:00–17:00", rings: "support" },
  { at: "Mon–Fri 09:00–17:00", answeredBy: "Office" }, // the voicemail of the script
  { at: "Mon–Fri 17:00–24:00", answeredBy: "Office" },
];

export function officeHours({ number, mobile, holidays, password }: OfficeHours) {
  const [sales, support] = ["sales", "support"].map(
    (username) => new SipEndpoint(username, { username, password, encryption: "required" }).username,
  );
  const menu = new SwmlScript("office", {
    displayName: "Office",
    contents: {
      version: "1.0.0",
      sections: {
        main: [
          { set: { holidays } },
          {
            cond: [
              { when: `holidays.includes(${TODAY})`, then: [{ transfer: { dest: "holiday" } }] },
              { when: OPEN, then: [{ transfer: { dest: "menu" } }] },
              { else: [{ transfer: { dest: "closed" } }] },
            ],
          },
        ],
        menu: [
          { prompt: { play: "say:Press 1 for sales, 2 for support.", max_digits: 1 } },
          {
            switch: {
              variable: "prompt_value",
              case: {
                "1": [
                  { connect: { to: sales, timeout: 20 } },
                  { connect: { to: mobile, timeout: 20 } },
                  { transfer: { dest: "voicemail" } },
                ],
                "2": [{ connect: { to: support, timeout: 20 } }, { transfer: { dest: "voicemail" } }],
              },
              default: [{ transfer: { dest: "voicemail" } }],
            },
          },
        ],
        closed: [
          { play: { url: "say:We are open from Monday to Friday, 9 to 5." } },
          { transfer: { dest: "voicemail" } },
        ],
        holiday: [{ play: { url: "say:We are closed today." } }, { transfer: { dest: "voicemail" } }],
        voicemail: [{ play: { url: "say:Please leave a message." } }, { record: { beep: true } }],
      },
    },
  });
  new PhoneNumber("line", {
    number,
    name: "Main line",
    callHandler: "relay_script",
    callRelayScriptUrl: menu.requestUrl,
    expects,
    onDestroy: "restore",
  });
  return { menuUrl: menu.requestUrl };
}
