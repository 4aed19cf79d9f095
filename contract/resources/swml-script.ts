// The SWML script: a call or message flow that the service hosts (gap `fabric-forms`).

import { created } from "../created.ts";
import { liveOnly } from "../resource.ts";
import { oneOf, swml, url } from "../values.ts";
import { HOSTED_OPERATIONS, hostedFields, hostedScript, SCRIPT_NAMES } from "./cxml-script.ts";

export const swmlScript = created({
  ...hostedScript("SWML script", "callRelayScriptUrl"),
  kind: "swmlScript",
  path: "/api/fabric/resources/swml_scripts",
  operations: { ...HOSTED_OPERATIONS, update: { gap: "script-updates", repeats: ["display_name", "script_type"] } },
  hosted: { url: "request_url", contents: "contents", language: "swml", path: "/relay-bins/{id}" },
  dialect: {
    failures: "fabric",
    nested: {
      member: "swml_script",
      outer: ["id", "project_id", "type", "created_at", "updated_at"],
      labelAs: { outside: "display_name", inside: "display_name" },
    },
    namedAs: SCRIPT_NAMES,
    pagesInArray: true,
  },
  doc: "An SWML document that the service hosts: a call or message flow without a web server. Its address goes into any argument for an SWML script.",
  fields: {
    ...hostedFields("swml_script", "relay-bins"),
    contents: {
      type: swml('{"version":"1.0.0","sections":{"main":[{"play":{"url":"say:Hello!"}}]}}'),
      doc: "The document: an object with `sections`, or its text in JSON or plain YAML (without anchors). It needs at least one step in `sections.main`. The order of members and white space have no meaning. A change is an update of the same script, so its address stays.",
      required: true,
      gap: "script-contents",
    },
    script_type: {
      type: oneOf(["calling", "messaging"], "calling"),
      doc: "Whether the script takes calls or messages. Each update repeats it.",
      default: { value: "calling" },
      gap: "script-updates",
    },
    status_callback_url: {
      type: url("https://example.com/status"),
      doc: "The URL that gets the status of the script's calls. The service documents it for calling scripts only.",
    },
    status_callback_method: liveOnly("The HTTP method for `status_callback_url`.", { computed: true }),
  },
  example: {
    name: "menu",
    args: {
      displayName: "Main menu",
      contents: {
        version: "1.0.0",
        sections: {
          main: [{ play: { url: "say:One moment, please." } }, { connect: { to: "/public/front-desk" } }],
        },
      },
    },
    exports: { menuUrl: "requestUrl" },
  },
});
