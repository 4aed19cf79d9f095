// Creates the objects that were once made by hand: three endpoints, two numbers with handlers, and a profile. Run it once,
// against the reference server.

const { SIGNALWIRE_BASE_URL: url, SIGNALWIRE_PROJECT_ID: project, SIGNALWIRE_API_TOKEN: token } = process.env;

async function ask(method, path, body) {
  const answer = await fetch(`${url}/api/relay/rest${path}`, {
    method,
    headers: { authorization: `Basic ${btoa(`${project}:${token}`)}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const script = { call_handler: "relay_script", call_relay_script_url: "https://phones.example.com/after-hours.json" };
const password = () => crypto.randomUUID();
const desk = await ask("POST", "/endpoints/sip", {
  username: "front-desk",
  password: password(),
  caller_id: "Front desk",
  encryption: "required",
  ...script,
});
await ask("POST", "/endpoints/sip", { username: "workshop", password: password(), codecs: ["OPUS", "PCMU"] });
await ask("POST", "/endpoints/sip", {
  username: "door",
  password: password(),
  call_handler: "relay_script",
  call_relay_script_url: "https://door.example.com/open?token=once-typed-by-hand",
});

const { data: numbers } = await ask("GET", "/phone_numbers");
const numbered = (number) => numbers.find((each) => each.number === number).id;
await ask("PUT", `/phone_numbers/${numbered("+12025550101")}`, {
  name: "Main line",
  call_handler: "relay_sip_endpoint",
  call_sip_endpoint_id: desk.id,
  message_handler: "laml_webhooks",
  message_request_url: "https://phones.example.com/messages",
});
await ask("PUT", `/phone_numbers/${numbered("+12025550102")}`, {
  name: "Sales",
  call_handler: "relay_application",
  call_relay_application: "sales",
});
await ask("PUT", "/sip_profile", { domain_identifier: "office", default_codecs: ["OPUS", "G722", "PCMU", "PCMA"] });
