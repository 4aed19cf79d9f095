// Signs webhook requests, so that a receiver's own validator accepts them.

import { createHmac } from "node:crypto";

/** For form requests: base64 of HMAC-SHA1 over the URL and every name and value, sorted by name. */
export function formSignature(key: string, url: string, parameters: { readonly [name: string]: string }): string {
  const names = Object.keys(parameters).sort();
  const text = url + names.map((name) => name + parameters[name]).join("");
  return createHmac("sha1", key).update(text).digest("base64");
}

/** For JSON requests: hexadecimal HMAC over the URL and the body as sent. */
export function jsonSignature(algorithm: "sha1" | "sha256", key: string, url: string, body: string): string {
  return createHmac(algorithm, key)
    .update(url + body)
    .digest("hex");
}
