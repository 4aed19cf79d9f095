// Checks the names of the stack's configuration keys. The provider can only ask for keys that it knows.

import * as pulumi from "@pulumi/pulumi";
import { SETTING_NAMES } from "./generated/setting-names.ts";

/** Fails the program when a key under `signalwire:` is no setting. */
export function assertKnownSettings(): void {
  // A project of this name has its own keys under `signalwire:`.
  if (pulumi.getProject() === "signalwire") return;
  for (const key of Object.keys(pulumi.runtime.allConfig())) {
    const [, name = ""] = /^signalwire:(.+)$/.exec(key) ?? [];
    if (name === "" || SETTING_NAMES.includes(name)) continue;
    const like = SETTING_NAMES.find((each) => letters(each).startsWith(letters(name).slice(0, 3)));
    const meant =
      like === undefined ? `The settings are ${SETTING_NAMES.join(", ")}.` : `Did you mean signalwire:${like}?`;
    throw new pulumi.RunError(
      `The configuration has the key ${key}, which pulumi-signalwire does not know. ${meant} ` +
        `To remove the key, run \`pulumi config rm ${key}\`.`,
    );
  }
}

/** Other ways to write a name differ in case or separators. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
