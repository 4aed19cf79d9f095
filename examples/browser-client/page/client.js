// Connects with the client SDK, keeps the token fresh, and shows who calls.

/* global Relay */

const element = (id) => document.getElementById(id);

const { project, token, expiresAt, host } = await fetchToken();
const client = new Relay({ project, token, host });
client.remoteElement = "remote";

client.on("signalwire.ready", () => stand(`Connected until ${time(expiresAt)}`));
client.on("signalwire.socket.close", () => stand("Disconnected"));
client.on("signalwire.error", ({ message }) => {
  stand("Disconnected");
  say(`Refused: ${message}`);
  // It would try again and again with a token that has expired.
  client.disconnect();
});
client.on("signalwire.notification", ({ type, call }) => {
  if (type === "refreshToken") refresh();
  if (type === "callUpdate") show(call);
  if (type === "userMediaError") say("The browser gives no microphone, so the call cannot be answered");
});
client.connect();
element("refresh").onclick = refresh;

/** The SDK asks for this when the token has less than a minute left by the browser's clock. The button does it at once. */
async function refresh() {
  try {
    const next = await fetchToken();
    await client.refreshToken(next.token);
    stand(`Connected until ${time(next.expiresAt)}`);
    say(`The token was refreshed and is good until ${time(next.expiresAt)}`);
  } catch (error) {
    say(`The token was not refreshed: ${error.message}`);
  }
}

async function fetchToken() {
  const answer = await fetch("/token", { method: "POST" });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

function show(call) {
  const caller = call.options.remoteCallerNumber;
  const rings = call.state === "ringing";
  element("caller").textContent = caller;
  element("call").hidden = call.state === "hangup" || call.state === "destroy";
  element("answer").hidden = !rings;
  element("answer").onclick = () => answer(call);
  element("hangup").onclick = () => call.hangup();
  if (rings) say(`${caller} calls`);
  if (call.state === "active") say(`Talking with ${caller}`);
  if (call.state === "hangup") say(`The call of ${caller} is over`);
}

/** The backend names a host for the reference server only, which plays no media. */
function answer(call) {
  element("answer").hidden = true;
  if (host) {
    say("The reference server plays no media: here a call can ring and be hung up, not be answered");
    return;
  }
  say("Answering …");
  call.answer();
}

function stand(text) {
  element("standing").textContent = text;
}

function say(text) {
  const item = document.createElement("li");
  item.textContent = `${time(new Date())} ${text}`;
  element("log").append(item);
}

function time(moment) {
  return new Date(moment).toLocaleTimeString("en-GB");
}
