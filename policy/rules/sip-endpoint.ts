// Rules about SIP endpoints. The rules on media cover their encryption.

import { matchesPattern } from "../../contract/index.ts";
import { protectedStacks, texts, wholeNumber, yesNo } from "../options.ts";
import { isPlausible, isPremium, plainDigits } from "../phone.ts";
import { resourceRule } from "../rule.ts";
import { bitsOf } from "../strength.ts";

/** The text with which `pulumi policy analyze --file` replaces a secret that it cannot decrypt. */
const REDACTED = "[secret]";

export const strongPassword = resourceRule({
  name: "sip-endpoint-password-strength",
  demands: "A SIP endpoint's password is hard to guess.",
  because: "A guessed password lets attackers place calls at the project's expense.",
  remedy: "Generate a longer random password, for example with RandomPassword of @pulumi/random.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {
    minimumLength: wholeNumber(12, "The fewest characters.", { strict: 20 }),
    minimumBits: wholeNumber(
      60,
      "How hard it must be to guess, in bits: words, runs on the keyboard, repetitions, years and the user name count for little.",
      { strict: 70 },
    ),
  },
  covers: ["SipEndpoint"],

  *validate(endpoint, { minimumLength, minimumBits }) {
    const password = endpoint.text("password");
    if (password === undefined || password === REDACTED) return;
    // While the user name is unknown, its part of the password counts like any other text.
    const username = endpoint.peek("username");
    if (password.length < minimumLength)
      yield `password has fewer than ${minimumLength} characters (option minimumLength)`;
    else if (bitsOf(password, typeof username === "string" ? [username] : []) < minimumBits)
      yield `password is easy to guess: it has fewer than ${minimumBits} bits (option minimumBits)`;
  },
});

export const sender = resourceRule({
  name: "sip-endpoint-send-as",
  demands: "A SIP endpoint's calls come from one number that the program names.",
  because: "The called party cannot call a random number back, and all callers share its reputation.",
  remedy: "Set sendAs to the number of a PhoneNumber of this stack, or add it to the option numbers.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {
    managed: yesNo(false, "Whether the number must be one of the stack's or of the option numbers.", { strict: true }),
    numbers: texts([], "Numbers managed elsewhere, in E.164, that endpoints may send as."),
  },
  covers: ["SipEndpoint"],

  *validate(endpoint) {
    const sendAs = endpoint.text("sendAs");
    if (sendAs === undefined)
      yield "sendAs is not set, so the project's SIP profile decides, which picks a number at random by default";
    else if (sendAs === "random") yield "sendAs is random";
    else if (isPremium(sendAs)) yield "sendAs is a premium number";
    else if (!isPlausible(sendAs)) yield "sendAs is no number that a numbering plan gives out";
  },

  *validateStack(stack, { managed, numbers }) {
    if (!managed) return;
    for (const account of stack.accounts) {
      const lines = account.all("PhoneNumber");
      const known = new Set([...numbers, ...lines.map((number) => number.peek("number"))]);
      // For a number that is adopted by its id, only the service's answer contains the digits.
      const unclear = lines.filter((number) => number.peek("number") === undefined);
      for (const endpoint of account.all("SipEndpoint")) {
        const sendAs = endpoint.knownText("sendAs");
        if (sendAs === undefined || sendAs === "random" || known.has(sendAs)) continue;
        for (const number of unclear) number.await("number");
        if (unclear.length === 0)
          yield {
            message: `${endpoint.name} has a sendAs that is no number of the stack (options managed, numbers)`,
            urn: endpoint.urn,
          };
      }
    }
  },
});

export const callerName = resourceRule({
  name: "sip-endpoint-caller-id",
  demands: "A SIP endpoint's caller ID is a name that can be shown.",
  because: "Control characters break the headers of a call. A number as a name looks like the caller's own.",
  remedy: "Set callerId to a name, and sendAs to the number.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: { required: yesNo(false, "Whether an endpoint must have one. Many people do not answer a bare number.") },
  covers: ["SipEndpoint"],

  *validate(endpoint, { required }) {
    // A preview knows that the argument is set, even if its value is unknown.
    if (required && !endpoint.isGiven("callerId")) yield "callerId is not set (option required)";
    const text = endpoint.text("callerId");
    if (text === undefined) return;
    const callerId = plainDigits(text);
    const dialled = callerId.replace(/\D/g, "");
    if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(callerId.replace(JOINERS, ""))) yield "callerId holds control characters";
    else if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(callerId)) yield "callerId is blank";
    else if (EMERGENCY_NAME.test(dialled) && !/\p{L}/u.test(callerId)) yield "callerId is an emergency number";
    else if (/^\+?[\d\s().-]{7,}$/.test(callerId) && callerId !== endpoint.peek("sendAs"))
      yield "callerId is a telephone number other than sendAs";
  },
});

/** Format characters that belong to a script or to an emoji: between letters, in joined emoji, in flags of regions. */
const JOINERS =
  /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]+\u{e007f}/gu;

/** Fewer than the numbers that a script may not dial: `110` is also the extension of a desk. */
const EMERGENCY_NAME = /^1?(?:911|112|999|000)$/;

export const noAdoption = resourceRule({
  name: "sip-endpoint-adopt",
  demands: "A protected stack takes over no existing endpoint.",
  because: "An adoption changes a live endpoint to the program's values, including its password.",
  remedy: "Leave adopt out once the endpoint is the stack's.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: { protectedStacks },
  covers: ["SipEndpoint"],

  *validate(endpoint, { protectedStacks }) {
    const found = protectedStacks.find((name) => matchesPattern(endpoint.stack, name));
    if (found !== undefined && endpoint.get("adopt") === true)
      yield `adopt is true, and the stack is protected (option protectedStacks: ${found})`;
  },
});
