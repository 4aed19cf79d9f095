// Webhook URLs may hold credentials: they are sent as Basic authentication, and are no part of the address (gap `webhook-credentials`).

/** The address that is requested and signed: without credentials, and without the fragment, which only sets time-outs. */
export function addressOf(url: string): string {
  const [address = url] = url.split("#", 1);
  return address.replace(/^(https?:\/\/)[^/?#]*@/i, "$1");
}

/** The Basic authorization of a URL's credentials; undefined when it has none. */
export function authorizationOf({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  const credentials = `${decoded(username)}:${decoded(password)}`;
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}

/** A `%` that begins no escape is meant as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
