// The differences of SIP endpoints: a password that may come from outside the program.

import { type Body, isGiven, type Props, sipEndpoint } from "../../contract/index.ts";
import { readSecret } from "../config/config.ts";
import { created } from "../lifecycle/created.ts";
import type { Lifecycle } from "../lifecycle/lifecycle.ts";

export const sipEndpointLifecycle: Lifecycle = created(sipEndpoint, (news, olds) =>
  olds === undefined || isNewPassword(olds, news) ? passwordOf(news) : {},
);

function passwordOf({ passwordFrom }: Props): Body {
  return isGiven(passwordFrom) ? { password: readSecret(passwordFrom as { env: string } | { file: string }) } : {};
}

function isNewPassword(olds: Props, news: Props): boolean {
  const source = ({ passwordFrom, passwordVersion }: Props) => JSON.stringify([passwordFrom, passwordVersion]);
  return source(olds) !== source(news);
}
