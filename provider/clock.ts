import { ConfigurationError, followsServerClock, readConnection, type StackConfig } from "./config.ts";

/**
 * Returns the time that decides whether a token is due: this machine's, or in a test the reference server's.
 *
 * @throws ConfigurationError when the reference server does not answer.
 */
export async function currentTime(config: StackConfig | undefined): Promise<Date> {
  if (!followsServerClock()) return new Date();
  const { baseUrl } = readConnection(config);
  const answer = await fetch(`${baseUrl}/_reference/now`).catch(() => undefined);
  const body = (answer?.ok ? await answer.json().catch(() => ({})) : {}) as { readonly now?: unknown };
  if (typeof body.now === "string") return new Date(body.now);
  throw new ConfigurationError([
    `SIGNALWIRE_CLOCK is server, and no reference server answers at ${baseUrl}: start one there, or unset the variable.`,
  ]);
}
