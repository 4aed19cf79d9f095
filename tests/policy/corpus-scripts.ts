// Scripts as teams write them, and scripts that a rule refuses: what an argument may not hold, a document may not hold either.

import { type Bad, type Good, sent } from "./corpus-resources.ts";

const URL = "https://voice.example.com";

/** An expression in the other form of a placeholder. */
const filled = (expression: string) => `\${${expression}}`;
const TICK = "`";

export const swml = (...main: readonly unknown[]) =>
  sent("SwmlScript", { displayName: "Menu", contents: { version: "1.0.0", sections: { main } } }, "menu");
export const swmlText = (contents: string) => sent("SwmlScript", { displayName: "Menu", contents }, "menu");
export const cxml = (verbs: string) =>
  sent("CxmlScript", { displayName: "Menu", contents: `<Response>${verbs}</Response>` }, "menu");

export const GOOD_SCRIPTS: readonly Good[] = [
  ["a greeting", [swml("answer", { play: { url: "say:Hello!" } }, "hangup")]],
  [
    "documents that are none",
    [5, undefined].flatMap((contents) =>
      (["CxmlScript", "SwmlScript"] as const).map((kind) => sent(kind, { displayName: "Menu", contents }, "menu")),
    ),
  ],
  ["a step without settings", [swml({ answer: null }, "hangup")]],
  ["a greeting in YAML", [swmlText("version: 1.0.0\nsections:\n  main:\n    - answer\n    - play: say:Hello!\n")]],
  ["a call to a number without quotes", [swmlText("sections: { main: [{ connect: { to: +442071838750 } }] }")]],
  ["a call to a desk by its user name", [swml({ connect: { to: "sip:sales" } })]],
  ["a call to a desk over TLS", [swml({ connect: { to: "SIPS:desk@office.sip.signalwire.com" } })]],
  ["hints for a speech", [swml({ ai: { prompt: { text: "Hi", barge_match_string: "tel:911" }, hints: ["tel:911"] } })]],
  ["texts for people", ["Say", "Message", "Sms", "Body", "Prompt"].map((name) => cxml(`<${name}>tel:911</${name}>`))],
  [
    "members for people",
    "text body prompt say display description purpose".split(" ").map((name) => swml({ ai: { [name]: "tel:911" } })),
  ],
  ["a call to a desk", [swml({ connect: { to: "sip:desk@office.sip.signalwire.com" } })]],
  ["a call to a resource", [swml({ connect: { to: "/private/front-desk" } })]],
  ["a call to several desks", [swml({ connect: { parallel: [{ to: "/private/a" }, { to: "+12025550123" }] } })]],
  [
    "a menu",
    [
      swml(
        { prompt: { play: "say:Press 1 for sales, 911 is not dialled here.", max_digits: 1 } },
        { switch: { variable: "prompt_value", case: { "1": [{ transfer: "sales" }], "911": ["hangup"] } } },
      ),
    ],
  ],
  ["a request to a web server", [swml({ request: { url: `${URL}/crm`, method: "POST", body: { to: "911" } } })]],
  [
    "a request with what the script fills in",
    ["https://%{vars.host}", URL].map((host) =>
      swml({ request: { url: `${host}/crm?token=%{vars.token}`, headers: { Authorization: "%{token}" } } }),
    ),
  ],
  [
    "a voice agent",
    [
      swml({
        ai: {
          prompt: { text: "Tell people in danger to call 911, or see http://example.com/help." },
          post_prompt_url: `${URL}/summary`,
          SWAIG: { functions: [{ function: "hours", purpose: "tel:911", web_hook_url: `${URL}/hours` }] },
        },
      }),
    ],
  ],
  ["a tap over TLS", [swml({ tap: { uri: "wss://media.example.com/tap" } })]],
  [
    "music from the service",
    [swml({ play: { urls: ["https://cdn.signalwire.com/default-music/welcome.mp3", "silence:2"] } })],
  ],
  [
    "numbers that a script assembles",
    [
      swml(
        { set: { area: "202", premium: "+19005550123", n: "%{digits}", round: "%{round}" } },
        { connect: { to: "%{round}" } },
        { connect: { to: "900%{n}" } },
        { connect: { to: "+1%{area}5550123" } },
        { connect: { to: filled("vars.area == '900' ? '+12025550101' : '+1' + vars.area + '5550123'") } },
        { connect: { to: "%{call.to == '+19005550123' ? '+12025550101' : '+12025550102'}" } },
        { connect: { to: "%{n}" } },
        { connect: { to: "sip:%{prompt_value}@office.example" } },
        { request: { url: `${URL}/blocked`, body: { number: "%{premium}" } } },
      ),
    ],
  ],
  ["a spoken greeting", [cxml("<Say language='en-US'>Hello, dial 911 in an emergency.</Say><Hangup/>")]],
  ["a dialled desk", [cxml("<Dial><Sip>sip:desk@office.sip.signalwire.com</Sip></Dial>")]],
  [
    "a menu of digits",
    [cxml(`<Gather numDigits='1' finishOnKey='#' action='${URL}/menu'><Say>Press 1.</Say></Gather>`)],
  ],
  ["a redirect on the same host", [cxml("<Redirect method='POST'>/laml-bins/next</Redirect>")]],
  ["a text back", [cxml("<Message>See http://example.com/menu, code=de</Message>")]],
  ["music while waiting", [cxml("<Play loop='0'>https://media.example.com/hold.mp3</Play>")]],
  [
    "a stream over TLS",
    [cxml("<Connect><Stream url='wss://media.example.com/s'><Parameter name='code' value='de'/></Stream></Connect>")],
  ],
  ["a document with the caller in it", [cxml("<Redirect>https://voice.example.com/next?from={{From}}</Redirect>")]],
];

const dialling = (to: string) => swml({ connect: { to } });
const at = (place: string, what = "is a premium number") => `contents sections.main${place} ${what}`;
const verb = (place: string, what = "is a premium number") => `contents Response/${place} ${what}`;
const INSECURE = "is not an https URL";
const PRIVATE = "has a host that is not on the internet";
const EMERGENCY = "is an emergency number";
const BEGINNING = "is the beginning of a premium number";
const KEYED = "holds a credential";

/** With one more, as many as are tried. */
const SEVERAL = Array.from({ length: 63 }, () => "+12025550101");

/** Steps whose second one dials a premium number that no text of the script holds as a whole, or where it is dialled. */
const ASSEMBLED: readonly (readonly unknown[])[] = [
  [{ set: { n: "+19005550123" } }, { connect: { to: "%{n}" } }],
  [{ set: { n: "+19005550123" } }, { connect: { to: filled("vars.n") } }, { set: { n: "+12025550101" } }],
  [{ set: { n: 19005550123 } }, { connect: { to: "%{n}" } }],
  [{ set: { a: "+1900", b: "5550123" } }, { connect: { to: "%{a}%{b}" } }],
  [{ set: { a: "+1900", b: "0123" } }, { connect: { to: "%{a}555%{b}" } }],
  [{ set: { a: "900", b: "+1%{a}555" } }, { connect: { to: "tel:%{b}0123" } }],
  [{ set: { a: "900", b: "%{a}555", c: "+1%{b}0123", d: "%{c}", e: "%{d}", f: "%{e}" } }, { connect: { to: "%{f}" } }],
  [{ set: { list: [...SEVERAL, "+19005550123"] } }, { connect: { to: "%{list[1]}" } }],
  [{ set: { a: "1900" } }, { connect: { to: filled("'+' + vars.a + '5550123'") } }],
  [{ ai: { result: { n: "+19005550123" } } }, { connect: { to: "%{n}" } }],
  [{ execute: { dest: "dial", params: { n: "+19005550123" } } }, { connect: { to: "%{params.n}" } }],
];

const EXPRESSIONS = [
  filled("['+1', 900_555, '0123'].join('')"),
  "%{'+1900'.concat('555', '0123')}",
  `%{${TICK}+1${filled("900")}5550123${TICK}}`,
  "%{'x19005550123'.replace('x', '+')}",
  "%{call.from == '+12025550101' ? '+12025550102' : '+19005550123'}",
  "%{request_response.number || '+19005550123'}",
  "%{'\\u002B81\\u0039\\x390\\123456'}",
  "%{/x/.exec('+81990123456')}",
];
const CALLED_BY_AN_AGENT = [{ SWML: { sections: { main: [{ connect: { to: "+19005550123" } }] } } }];

export const BAD_SCRIPTS: Bad = {
  "webhook-https": {
    [at("[0].request.url", INSECURE)]: [
      swml({ request: { url: "http://crm.example.com/in" } }),
      swml({ request: { url: " http://%{vars.host}/in" } }),
      swmlText("sections: { main: [{ request: { url: 'HTTP://crm.example.com/' } }] }"),
    ],
    [at("[0].switch.case.1[0].play.urls[0]", INSECURE)]: [
      swml({ switch: { variable: "a", case: { "1": [{ play: { urls: ["http://media.example.com/a.mp3"] } }] } } }),
    ],
    [at("[0].tap.uri", INSECURE)]: [
      swml({ tap: { uri: "ws:media.example.com/tap" } }),
      swml({ tap: { uri: "ws://media.example.com/tap" } }),
    ],
    [verb("Redirect", INSECURE)]: [cxml("<Redirect>http://voice.example.com/next</Redirect>")],
    [verb("Gather@action", INSECURE)]: [cxml("<Gather action=' http://voice.example.com/menu'/>")],
  },
  "webhook-credentials": {
    [at("[0].request.url", "holds a user name or a password")]: [
      swml({ request: { url: "https://crm:Tr0ub4dor@crm.example.com/in" } }),
    ],
    [at("[0].connect.to", "holds a user name or a password")]: [
      swml({ connect: { to: "sip:desk:Tr0ub4dor@sip.carrier.example" } }),
    ],
    [at("[0].request.headers.Authorization", KEYED)]: [
      swml({ request: { url: `${URL}/crm`, headers: { Authorization: "Bearer 9f2c4be17a6d03c8" } } }),
    ],
    [verb("Redirect", "has the parameter api_key, which is a credential by its name")]: [
      cxml(`<Redirect>${URL}/next?api_key=9f2c4be17a6d</Redirect>`),
    ],
    [verb("Dial/Sip@password", KEYED)]: [
      cxml("<Dial><Sip username='pbx' password='Tr0ub4dor'>sip:1@sip.carrier.example</Sip></Dial>"),
    ],
    [verb("Connect/Stream/Parameter@api_key", KEYED)]: [
      cxml(
        "<Connect><Stream url='wss://media.example.com'><Parameter name='api_key' value='k9Xm2Qp7'/></Stream></Connect>",
      ),
    ],
  },
  "webhook-public-host": {
    [at("[0].request.url", PRIVATE)]: [swml({ request: { url: "https://10.0.0.5/in" } })],
    [at("[0].ai.SWAIG.functions[0].web_hook_url", "has a host that is a tunnel (option tunnels: ngrok-free.app)")]: [
      swml({ ai: { SWAIG: { functions: [{ web_hook_url: "https://4c2a.ngrok-free.app/f" }] } } }),
    ],
    [at("[0].connect.to", PRIVATE)]: [swml({ connect: { to: "sip:desk@192.168.1.20" } })],
    [verb("Dial/Number@statusCallback", PRIVATE)]: [
      cxml("<Dial><Number statusCallback='https://localhost/s'>+12025550123</Number></Dial>"),
    ],
    // On the script's own scheme.
    [verb("Redirect", PRIVATE)]: ["//", "\\\\", "/\\"].map((slashes) =>
      cxml(`<Redirect>${slashes}169.254.169.254/latest</Redirect>`),
    ),
  },
  "webhook-hosts": {
    [at("[0].request.url", "has a host that is not allowed (option hosts)")]: [
      swml({ request: { url: "https://crm.examp1e.com/" } }),
    ],
  },
  "script-destinations": {
    [at("[0].connect.to", EMERGENCY)]: [
      ...["911", "000", "110", "119", "111", "113", "108", "190", "٩١１", "+1911", "0112"].map(dialling),
    ],
    [at("[0].connect", EMERGENCY)]: [swml({ connect: 911 }), swmlText("sections:\n  main:\n    - connect: 911\n")],
    [at("[1].connect.to", EMERGENCY)]: [
      swml({ cond: [{ when: "true", then: [{ set: { n: "911" } }] }] }, { connect: { to: "%{n}" } }),
    ],
    [at("[0].connect.serial[0].to", EMERGENCY)]: [
      swml({ connect: { serial: [{ to: "sip:911@sip.carrier.example" }] } }),
    ],
    [verb("Dial", EMERGENCY)]: [cxml("<Dial>9911</Dial>"), cxml("<Dial>１１２</Dial>")],
    [verb("Dial/Number", EMERGENCY)]: [cxml("<Dial><Sip>sip:a</Sip><Number>+44 999</Number></Dial>")],
    [at("[0].connect.serial_parallel[0][0].to")]: [
      swml({ connect: { serial_parallel: [[{ to: "+1 900 555 0123" }]] } }),
    ],
    [at("[0].transfer.dest")]: [swml({ transfer: { dest: "tel:+81990123456" } })],
    [[at("[0].set.c.to"), at("[1].connect.to")].join("\n")]: [
      swml({ set: { c: { to: "+19005550123" }, list: ["+19005550123"] } }, { connect: { to: "%{c.to}" } }),
    ],
    [at("[0].execute.on_return[0].connect.to")]: [
      swml(
        { execute: { dest: "find", on_return: [{ connect: { to: "%{return_value}" } }] } },
        { return: "+19005550123" },
      ),
    ],
    [at("[1].sip_refer.to_uri")]: [
      swml({ set: { n: "+19005550123" } }, { sip_refer: { to_uri: "sip:%{n}@carrier.example" } }),
    ],
    [at("[0].send_sms.to_number")]: [
      swml({ send_sms: { to_number: "+19005550123", from_number: "+12025550101", body: "Hi" } }),
    ],
    [at("[0].ai.functions[0].action[0].SWML.sections.main[0].connect.to")]: [
      swml({ ai: { functions: [{ action: CALLED_BY_AN_AGENT }] } }),
    ],
    [at("[0].play.url")]: ["tel:+19005550123", "tel:%2B19005550123", "sips:+19005550123@a.example"].map((url) =>
      swml({ play: { url } }),
    ),
    ...Object.fromEntries(
      "to to_number to_uri dest destination connect transfer dial refer sip_refer"
        .split(" ")
        .map((name) => [at(`[0].${name}`), [swml({ [name]: "+19005550123" })]]),
    ),
    [at("[0].connect.to")]: [
      swmlText("sections: { main: [{ connect: { to: +19005550123 } }] }"),
      ..."+49900555 +44905 +19765 +9795 +8811 +8821 +8831 ＋19005550123 +1900\u200b5550123".split(" ").map(dialling),
      ...["+1 900 555 0123 ext. 5", "*67+19005550123,,12#"].map(dialling),
      ...[..."pwxPWX;,#*", "ext"].map((sign) => dialling(`+19005550123${sign}5`)),
      ...EXPRESSIONS.map(dialling),
    ],
    [at("[1].connect.to")]: ASSEMBLED.map((steps) => swml(...steps)),
    [at("[1].connect.to", BEGINNING)]: [swml({ set: { n: "+44909%{digits}" } }, { connect: { to: "%{n}" } })],
    [at("[0].connect.to", BEGINNING)]: [
      ...[
        "+1900%{prompt_value}",
        "1900%{prompt_value}",
        "900555%{prompt_value}",
        "+1900%{}",
        "%{'+1900' + digits}",
      ].map(dialling),
    ],
    [verb("Sms@to")]: [cxml("<Sms to='+33899123456'>Hi</Sms>")],
    [verb("Dial")]: [
      cxml("<Dial>+44 909 879 0000</Dial>"),
      cxml("<Dial>+1900<!-- x -->5550123</Dial>"),
      cxml("<Dial>01119005550123</Dial>"),
      cxml("<Dial>01188212345678</Dial>"),
    ],
    [verb("Dial/Number")]: [
      cxml("<Dial><Number>&#43;1900<![CDATA[5550123]]></Number></Dial>"),
      cxml("<Dial><Number sendDigits='1'>+1 (900) 555-0123;ext=4</Number></Dial>"),
    ],
    [verb("Dial/Number[2]")]: [cxml("<Dial><Number>+1900</Number><Number>+19005550123</Number></Dial>")],
    [verb("Dial/Sip")]: [cxml("<Dial><Sip>sip:+19005550123@carrier.example</Sip></Dial>")],
    [verb("Refer/Sip")]: [cxml("<Refer><Sip>sip:0019005550123@carrier.example;user=phone</Sip></Refer>")],
    [verb("Redirect")]: [cxml("<Redirect>tel:+19005550123</Redirect>")],
    [verb("Refer")]: [cxml("<Refer>+19005550123</Refer>")],
  },
};
