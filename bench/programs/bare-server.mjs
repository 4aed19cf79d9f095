// The smallest server with the same answers: no credentials and no rules, only JSON, a Map, and JSON of the same size.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

const unset = Object.fromEntries(Array.from({ length: 24 }, (_, at) => [`call_handler_setting_${at}`, null]));
const lists = { codecs: Array(6).fill("G722"), ciphers: Array(5).fill("AES_CM_128_HMAC_SHA1_80") };
const stored = new Map();

const server = createServer((request, response) => {
  const answer = (status, body) => {
    const text = JSON.stringify(body);
    response.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
    response.end(text);
  };
  const id = request.url.split("/").at(-1);
  if (request.method === "GET") return answer(stored.has(id) ? 200 : 404, stored.get(id) ?? {});
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const { password: _, ...body } = JSON.parse(Buffer.concat(chunks).toString());
    const endpoint = { ...unset, ...lists, ...body, id: randomUUID() };
    stored.set(endpoint.id, endpoint);
    answer(201, endpoint);
  });
});

server.listen(0, "127.0.0.1", () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  console.log(JSON.stringify({ url, projectId: "project", apiToken: "token" }));
});
