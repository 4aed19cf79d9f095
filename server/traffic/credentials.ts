// Credentials in webhook URLs: sent as Basic authentication, and removed from the address (gap `webhook-credentials`).

/** Returns the address to request and sign: without credentials, and without the fragment, which only sets time-outs. */
export function requestAddress(url: string): string {
  const [address = url] = url.split("#", 1);
  return address.replace(/^(https?:\/\/)[^/?#]*@/i, "$1");
}

/** Returns the Basic authorization for a URL's credentials; undefined without any. */
export function authorizationOf({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  const credentials = `${decoded(username)}:${decoded(password)}`;
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}

/** Decodes percent escapes. A `%` without an escape stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
