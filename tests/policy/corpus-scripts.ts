// Scripts as teams write them, and scripts that a rule refuses: what an argument may not hold, a document may not hold either.

import { type Row, sent } from "./corpus-resources.ts";

const URL = "https://voice.example.com";

/** An expression in the other form of a placeholder. */
const filled = (expression: string) => `\${${expression}}`;
const TICK = "`";

export const swml = (...main: readonly unknown[]) =>
  sent("SwmlScript", { displayName: "Menu", contents: { version: "1.0.0", sections: { main } } }, "menu");
export const swmlText = (contents: string) => sent("SwmlScript", { displayName: "Menu", contents }, "menu");
export const cxml = (verbs: string) =>
  sent("CxmlScript", { displayName: "Menu", contents: `<Response>${verbs}</Response>` }, "menu");

export const GOOD_SCRIPTS: readonly Row[] = [
  ["a greeting", [swml("answer", { play: { url: "say:Hello!" } }, "hangup")]],
  ["a greeting in YAML", [swmlText("version: 1.0.0\nsections:\n  main:\n    - answer\n    - play: say:Hello!\n")]],
  ["a call to a number", [swml({ connect: { to: "+12025550123", timeout: 20 } })]],
  ["a call to a number without quotes", [swmlText("sections: { main: [{ connect: { to: +442071838750 } }] }")]],
  ["a call to a desk by its user name", [swml({ connect: { to: "sip:sales" } })]],
  ["a call to a desk over TLS", [swml({ connect: { to: "sips:desk@office.sip.signalwire.com" } })]],
  ["hints for a speech", [swml({ ai: { prompt: { text: "Hi", barge_match_string: "tel:911" }, hints: ["tel:911"] } })]],
  ["a text by SMS", [cxml("<Sms>tel:911</Sms>"), cxml("<Prompt>tel:911</Prompt>")]],
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
    [
      swml({
        request: { url: "https://%{vars.host}/crm?token=%{vars.token}", headers: { Authorization: "%{token}" } },
      }),
    ],
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
  ["a recording", [swml({ record_call: { format: "mp3", status_url: `${URL}/recorded` } })]],
  ["a tap over TLS", [swml({ tap: { uri: "wss://media.example.com/tap" } })]],
  ["a text to a caller", [swml({ send_sms: { to_number: "+12025550123", from_number: "+12025550101", body: "Hi" } })]],
  [
    "music from the service",
    [swml({ play: { urls: ["https://cdn.signalwire.com/default-music/welcome.mp3", "silence:2"] } })],
  ],
  [
    "numbers that a script assembles",
    [
      swml(
        { set: { area: "202", premium: "+19005550123", n: "%{digits}" } },
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
  ["a dialled number", [cxml("<Dial timeout='20'><Number>+12025550123</Number></Dial>")]],
  ["a dialled desk", [cxml("<Dial><Sip>sip:desk@office.sip.signalwire.com</Sip></Dial>")]],
  [
    "a menu of digits",
    [cxml(`<Gather numDigits='1' finishOnKey='#' action='${URL}/menu'><Say>Press 1.</Say></Gather>`)],
  ],
  ["a redirect on the same host", [cxml("<Redirect method='POST'>/laml-bins/next</Redirect>")]],
  ["a voice mail", [cxml(`<Record maxLength='60' recordingStatusCallback='${URL}/recorded'/>`)]],
  ["a text back", [cxml("<Message>See http://example.com/menu, code=de</Message>")]],
  ["music while waiting", [cxml("<Play loop='0'>https://media.example.com/hold.mp3</Play>")]],
  [
    "a stream over TLS",
    [cxml("<Connect><Stream url='wss://media.example.com/s'><Parameter name='code' value='de'/></Stream></Connect>")],
  ],
  ["a queue", [cxml(`<Enqueue waitUrl='${URL}/wait'>support</Enqueue>`)]],
  ["a document with the caller in it", [cxml("<Redirect>https://voice.example.com/next?from={{From}}</Redirect>")]],
];

/** Steps that dial a premium or an emergency number which no text of the script holds as a whole, or where it is dialled. */
const ASSEMBLED_PREMIUM: readonly (readonly unknown[])[] = [
  [{ set: { n: "+19005550123" } }, { connect: { to: "%{n}" } }],
  [{ set: { n: "+19005550123" } }, { connect: { to: filled("vars.n") } }],
  [{ set: { n: 19005550123 } }, { connect: { to: "%{n}" } }],
  [{ set: { a: "+1900", b: "5550123" } }, { connect: { to: "%{a}%{b}" } }],
  [{ set: { a: "900" } }, { set: { b: "+1%{a}555" } }, { transfer: { dest: "tel:%{b}0123" } }],
  [{ set: { a: "900", b: "%{a}555", c: "+1%{b}0123", d: "%{c}" } }, { connect: { to: "%{d}" } }],
  [{ set: { c: { to: "+19005550123" }, list: ["+19005550123"] } }, { connect: { to: "%{c.to}" } }],
  [{ set: { list: ["+12025550101", "+19005550123"] } }, { connect: { to: "%{list[1]}" } }],
  [{ set: { a: "1900" } }, { connect: { to: filled("'+' + vars.a + '5550123'") } }],
  [{ connect: { to: filled("['+1900', 555, '0123'].join('')") } }],
  [{ connect: { to: "%{'+1900'.concat('555', '0123')}" } }],
  [{ connect: { to: `%{${TICK}+1${filled("900")}5550123${TICK}}` } }],
  [{ connect: { to: "%{'x19005550123'.replace('x', '+')}" } }],
  [{ connect: { to: "%{call.from == '+12025550101' ? '+12025550102' : '+19005550123'}" } }],
  [{ connect: { to: "%{request_response.number || '+19005550123'}" } }],
  [{ connect: { to: "%{'\\u002b19005550123'}" } }],
  [{ connect: { to: "%{'\\x2b19005550123'}" } }],
  [{ connect: { to: "%{/x/.exec('+19005550123')}" } }],
  [{ execute: { dest: "dial", params: { n: "+19005550123" } } }, { connect: { to: "%{params.n}" } }],
  [{ execute: { dest: "find", on_return: [{ connect: { to: "%{return_value}" } }] } }, { return: "+19005550123" }],
  [{ cond: [{ when: "true", then: [{ set: { n: "911" } }] }] }, { connect: { to: "%{n}" } }],
  [{ prompt: { play: "say:Extension?" } }, { connect: { to: "+1900%{prompt_value}" } }],
  [{ prompt: { play: "say:Extension?" } }, { set: { n: "+44909%{prompt_value}" } }, { connect: { to: "%{n}" } }],
  [{ prompt: { play: "say:Extension?" } }, { connect: { to: "900555%{prompt_value}" } }],
  [{ set: { n: "+19005550123" } }, { sip_refer: { to_uri: "sip:%{n}@carrier.example" } }],
  [{ set: { n: "+19005550123" } }, { send_sms: { to_number: "%{n}", from_number: "+12025550101", body: "Hi" } }],
  [
    {
      ai: {
        SWAIG: {
          functions: [
            {
              data_map: {
                output: { action: [{ SWML: { sections: { main: [{ connect: { to: "+19005550123" } }] } } }] },
              },
            },
          ],
        },
      },
    },
  ],
  [{ connect: { to: "+1 900 555 0123 ext. 5" } }],
  ...["dial", "refer", "sip_refer"].map((verb) => [{ [verb]: "+19005550123" }]),
  ...["+49900555", "+44905", "+19765", "+8831"].map((to) => [{ connect: { to } }]),
  [{ connect: { to: "*67+19005550123,,12#" } }],
];

const PREMIUM_VERBS: readonly string[] = [
  "<Dial>+1900<!-- x -->5550123</Dial>",
  "<Dial><Number>&#43;1900<![CDATA[5550123]]></Number></Dial>",
  "<Dial><Number>+1900</Number><Number>+12025550123</Number><Sip>sip:+19005550123@carrier.example</Sip></Dial>",
  "<Gather><Say>Hold</Say></Gather><Dial><Number sendDigits='1'>+1 (900) 555-0123;ext=4</Number></Dial>",
  "<Refer><Sip>sip:0019005550123@carrier.example;user=phone</Sip></Refer>",
  "<Redirect>tel:+19005550123</Redirect>",
  "<Dial>01119005550123</Dial>",
  "<Refer>+19005550123</Refer>",
  "<Dial>01188212345678</Dial>",
];

export const BAD_SCRIPTS: readonly Row[] = [
  ["a request by http", [swml({ request: { url: "http://crm.example.com/in" } })], "webhook-https"],
  [
    "a request by http in YAML",
    [swmlText("sections: { main: [{ request: { url: 'HTTP://crm.example.com/' } }] }")],
    "webhook-https",
  ],
  [
    "a recording by http, deep in a menu",
    [swml({ switch: { variable: "a", case: { "1": [{ play: { urls: ["http://media.example.com/a.mp3"] } }] } } })],
    "webhook-https",
  ],
  ["a tap without slashes", [swml({ tap: { uri: "ws:media.example.com/tap" } })], "webhook-https"],
  ["a tap without TLS", [swml({ tap: { uri: "ws://media.example.com/tap" } })], "webhook-https"],
  ["a redirect by http", [cxml("<Redirect>http://voice.example.com/next</Redirect>")], "webhook-https"],
  ["an action by http", [cxml("<Gather action='http://voice.example.com/menu'/>")], "webhook-https"],
  [
    "an address by http whose host the script fills in",
    [swml({ request: { url: "http://%{vars.host}/in" } })],
    "webhook-https",
  ],
  [
    "a password in a request",
    [swml({ request: { url: "https://crm:Tr0ub4dor@crm.example.com/in" } })],
    "webhook-credentials",
  ],
  ["a key in a redirect", [cxml(`<Redirect>${URL}/next?api_key=9f2c4be17a6d</Redirect>`)], "webhook-credentials"],
  [
    "a token in a header",
    [swml({ request: { url: `${URL}/crm`, headers: { Authorization: "Bearer 9f2c4be17a6d03c8" } } })],
    "webhook-credentials",
  ],
  [
    "the password of a carrier",
    [cxml("<Dial><Sip username='pbx' password='Tr0ub4dor'>sip:1@sip.carrier.example</Sip></Dial>")],
    "webhook-credentials",
  ],
  [
    "a key in a parameter",
    [
      cxml(
        "<Connect><Stream url='wss://media.example.com'><Parameter name='api_key' value='k9Xm2Qp7'/></Stream></Connect>",
      ),
    ],
    "webhook-credentials",
  ],
  ["a private address", [swml({ request: { url: "https://10.0.0.5/in" } })], "webhook-public-host"],
  [
    "an agent's function on a laptop",
    [swml({ ai: { SWAIG: { functions: [{ web_hook_url: "https://4c2a.ngrok-free.app/f" }] } } })],
    "webhook-public-host",
  ],
  ["a desk in the office network", [swml({ connect: { to: "sip:desk@192.168.1.20" } })], "webhook-public-host"],
  [
    "a status callback at localhost",
    [cxml("<Dial><Number statusCallback='https://localhost/s'>+12025550123</Number></Dial>")],
    "webhook-public-host",
  ],
  [
    "an address on the script's own scheme",
    [cxml("<Redirect>//169.254.169.254/latest</Redirect>")],
    "webhook-public-host",
  ],
  [
    "a host that nobody allowed",
    [swml({ request: { url: "https://crm.examp1e.com/" } })],
    "webhook-hosts",
    { options: { hosts: ["voice.example.com"] } },
  ],
  ["a call to 911", [swml({ connect: { to: "911" } })], "script-destinations"],
  ...["000", "110", "119", "111", "113", "108", "190"].map(
    (to): Row => [`a call to ${to}`, [swml({ connect: { to } })], "script-destinations"],
  ),
  ["a call to 911 as a number", [swml({ connect: 911 })], "script-destinations"],
  ["a call to 911 in YAML", [swmlText("sections:\n  main:\n    - connect: 911\n")], "script-destinations"],
  ["a call to 911 in Arabic digits", [swml({ connect: { to: "٩١١" } })], "script-destinations"],
  ["a call to 911 after a digit for an outside line", [cxml("<Dial>9911</Dial>")], "script-destinations"],
  ["a call to 112 in full-width digits", [cxml("<Dial>１１２</Dial>")], "script-destinations"],
  ["a call to 999 after its country", [cxml("<Dial><Number>+44 999</Number></Dial>")], "script-destinations"],
  [
    "a call to 911 as a SIP address",
    [swml({ connect: { serial: [{ to: "sip:911@sip.carrier.example" }] } })],
    "script-destinations",
  ],
  ["a premium number", [swml({ connect: { serial_parallel: [[{ to: "+1 900 555 0123" }]] } })], "script-destinations"],
  ["a British premium number", [cxml("<Dial>+44 909 879 0000</Dial>")], "script-destinations"],
  [
    "a premium number without quotes",
    [swmlText("sections: { main: [{ connect: { to: +19005550123 } }] }")],
    "script-destinations",
  ],
  ["a transfer to a premium number", [swml({ transfer: { dest: "tel:+81990123456" } })], "script-destinations"],
  ["a text to a premium number", [cxml("<Sms to='+33899123456'>Hi</Sms>")], "script-destinations"],
  ...ASSEMBLED_PREMIUM.map(
    (steps): Row => [`a premium number in ${JSON.stringify(steps)}`, [swml(...steps)], "script-destinations"],
  ),
  ...PREMIUM_VERBS.map((verbs): Row => [`a premium number in ${verbs}`, [cxml(verbs)], "script-destinations"]),
];
