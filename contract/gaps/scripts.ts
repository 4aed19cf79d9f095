import type { Gap } from "./gap.ts";

export const scriptGaps = {
  "fabric-forms": {
    question: "The form of scripts in requests, answers and errors, and which of an answer's two ids names one.",
    answer:
      "An answer holds the script's fields in a member of its own, beside its id, type, times and a name. The outer id is the one for paths; the inner one is another and is ignored. The create of an SWML script takes name, its update display_name; the inner display_name wins over the outer name. The client accepts 200 and 201. A refusal answers 422 with errors of type, code, message, attribute and url.",
    because:
      "The live service describes these bodies for its other API, /api/fabric, and calls both ids unique. Its examples show two different ids.",
  },
  "script-names": {
    question: "Whether two scripts of a project may have the same name.",
    answer:
      "The server accepts it. The provider makes no second script with a taken name. It takes one over with adopt, if exactly one has the name.",
    because:
      "Nothing is documented. Without a rule of its own, the provider would make a second script after each crash, and could not tell them apart.",
  },
  "script-contents": {
    question: "How the contents of a script read back.",
    answer:
      "As they were sent: LaML as text, SWML as an object. The server keeps them unchanged. The provider compares LaML without white space around it and without regard to the form of line ends. It compares SWML by meaning, whether it reads back as an object or as text.",
    because:
      "The live service describes the types alone. An older description has SWML as text. A tolerant comparison shows no false drift.",
  },
  "script-updates": {
    question: "Whether a field that an update of a script leaves out stays as it is.",
    answer:
      "It stays. The provider sends the changed fields, and script_type with each update of an SWML script, which the service describes with a default.",
    because:
      "The live service says that an update includes only what is to change. A default of script_type could turn a messaging script into a calling one.",
  },
  "script-deletion": {
    question: "Whether a script whose address a number or an endpoint uses can be deleted.",
    answer: "It can. The number or endpoint keeps the address, which then answers 404.",
    because:
      "The live service documents 204, 401 and 404 for the deletion, and no refusal. An address is a text, not a reference.",
  },
  "script-lists": {
    question: "How the lists of scripts are paged and searched.",
    answer:
      "In pages like all lists, newest first, and without filters. The provider also reads a list of SWML scripts that is an array of such pages. It follows the links of each page. Any other form, and an empty array, is an error and never an empty list.",
    because:
      "The live service documents no parameters, and links with those of the other lists. It describes the list of SWML scripts as an array of such pages, which contradicts its links.",
  },
  "script-counters": {
    question: "What a request for a script's document changes.",
    answer:
      "It sets request_count and last_accessed_at, and leaves updated_at as it is. The provider reads none of them.",
    because: "The live service names both as facts about requests. No program should depend on them.",
  },
  "script-addresses": {
    question: "The address of a script, who may request it, and whether it ever changes.",
    answer:
      "An address of this server, /laml-bins/ or /relay-bins/ and the nested id, for GET and POST, without credentials or signature. It is the same for the life of the script, apart from the server's host and port. A call finds the document under an earlier port too. An address without a script returns 404, which `drift` takes as proof that the script is gone.",
    because:
      "The live service shows such addresses in its examples, with its own host. A webhook's client sends no credentials to them.",
  },
} as const satisfies { readonly [id: string]: Gap };
