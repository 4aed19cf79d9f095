// Connects with the client SDK 3 and the token of a subscriber.

/* global SignalWire */

const standing = document.getElementById("standing");
try {
  const { token, host } = await (await fetch("/subscriber-token", { method: "POST" })).json();
  await SignalWire.SignalWire({ token, host });
  standing.textContent = "Connected as a subscriber";
} catch ({ message }) {
  standing.textContent = `Refused: ${message}`;
}
