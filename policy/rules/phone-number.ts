import { matchesPattern } from "../../contract/index.ts";
import { pattern, protectedStacks } from "../options.ts";
import { resourceRule, stackRule } from "../rule.ts";
import type { Stack } from "../subject.ts";

export const named = resourceRule({
  name: "phone-number-name",
  demands: "A phone number has a name that fits the pattern.",
  because: "In a list of a hundred numbers, only the name shows which one is the emergency line.",
  remedy: "Set name to one that fits the option pattern.",
  severity: "low",
  levels: { baseline: "advisory", strict: "advisory" },
  options: {
    pattern: pattern(
      "\\S",
      "A regular expression that must match somewhere in the name; by default, any name will do.",
    ),
  },
  covers: ["PhoneNumber"],

  *validate(number, options) {
    const name = number.text("name");
    if (name === undefined) yield "name is not set";
    else if (!new RegExp(options.pattern, "u").test(name)) yield `name does not fit the pattern ${options.pattern}`;
  },
});

export const answerCalls = resourceRule({
  name: "phone-number-call-handler",
  demands: "A phone number has a call handler.",
  because: "Without one in the program, calls go wherever the number was last pointed by hand, or nowhere.",
  remedy: "Set callHandler and the fields that it requires.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  covers: ["PhoneNumber"],

  *validate(number) {
    if (!number.isGiven("callHandler")) yield "callHandler is not set";
  },
});

// A number's capabilities are known only after its adoption, so this rule and the one below evaluate the whole stack, which has
// outputs.
export const answerMessages = stackRule({
  name: "phone-number-message-handler",
  demands: "A phone number that takes SMS has a message handler.",
  because: "Replies to it, STOP among them, are otherwise lost.",
  remedy: "Set messageHandler and the fields that it requires.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  covers: "stack",

  *validate(stack) {
    for (const number of numbersWith("sms", stack, "messageHandler"))
      yield { message: "messageHandler is not set", urn: number.urn };
  },
});

export const helpComes = stackRule({
  name: "phone-number-emergency-address",
  demands: "A local phone number that takes voice has an emergency address.",
  because:
    "Without one, the emergency services do not learn the caller's place, and the service charges for each such call. The law of the United States and Canada requires it.",
  remedy: "Set emergencyAddress to the id of an EmergencyAddress.",
  severity: "medium",
  levels: { baseline: "disabled", strict: "advisory" },
  options: {},
  covers: "stack",

  *validate(stack) {
    for (const number of numbersWith("voice", stack, "e911AddressId"))
      if (!number.isGiven("emergencyAddress") && !/^toll-?free$/.test(String(number.peek("numberType"))))
        yield { message: "emergencyAddress is not set, and the number has no emergency address", urn: number.urn };
  },
});

export const keepSettings = resourceRule({
  name: "phone-number-on-destroy",
  demands: "In a protected stack, destroying a phone number does not clear its settings.",
  because: "The number stays with the project, and callers still use it. A cleared number answers no call.",
  remedy: 'Set onDestroy to "leave" or "restore", or leave it out.',
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: { protectedStacks },
  covers: ["PhoneNumber"],

  *validate(number, { protectedStacks }) {
    const found = protectedStacks.find((name) => matchesPattern(number.stack, name));
    if (found !== undefined && number.get("onDestroy") === "clear")
      yield `onDestroy is clear, and the stack is protected (option protectedStacks: ${found})`;
  },
});

/** Yields the numbers that have a capability and lack an argument or an output. */
function* numbersWith(capability: "voice" | "sms", stack: Stack, missing: "messageHandler" | "e911AddressId") {
  for (const number of stack.all("PhoneNumber")) {
    if (number.isGiven(missing)) continue;
    // Every answer of the service contains it. If it is missing, the service was not asked yet.
    const capabilities = number.peek("capabilities");
    if (capabilities === undefined) number.await("capabilities");
    else if (capabilities.includes(capability)) yield number;
  }
}
