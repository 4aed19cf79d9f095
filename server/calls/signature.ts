// Signs webhook requests, so that a receiver's own validator accepts them. The signed URL has no credentials (gap
// `webhook-credentials`), and no fragment, which only sets time-outs.

import { createHmac } from "node:crypto";

/** For form requests: base64 of HMAC-SHA1 over the URL and every name and value, sorted by name. */
export function formSignature(key: string, url: string, parameters: { readonly [name: string]: string }): string {
  const names = Object.keys(parameters).sort();
  const text = signedUrl(url) + names.map((name) => name + parameters[name]).join("");
  return createHmac("sha1", key).update(text).digest("base64");
}

/** For JSON requests: hexadecimal HMAC over the URL and the body as sent. */
export function jsonSignature(algorithm: "sha1" | "sha256", key: string, url: string, body: string): string {
  return createHmac(algorithm, key)
    .update(signedUrl(url) + body)
    .digest("hex");
}

/** For a message's JSON request: as `jsonSignature` with SHA-1, over the URL with its credentials (gap `message-scripts`). */
export function messageSignature(key: string, url: string, body: string): string {
  const [address = url] = url.split("#", 1);
  return createHmac("sha1", key)
    .update(address + body)
    .digest("hex");
}

function signedUrl(url: string): string {
  const [address = url] = url.split("#", 1);
  return address.replace(/^(https?:\/\/)[^/?#]*@/i, "$1");
}
