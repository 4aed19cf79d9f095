// The differences of SIP endpoints: a password that the service never returns, and that may come from outside the program.

import { type Body, isGiven, sipEndpoint } from "../../contract/index.ts";
import { Conflict } from "../client/errors.ts";
import { readSecret } from "../config.ts";
import { changesOf } from "../lifecycle/changes.ts";
import { created, createdOutputs, updatedOutputs } from "../lifecycle/created.ts";
import type { Lifecycle } from "../lifecycle/lifecycle.ts";
import { adoptByKey, createOrRecognise, updateByKey } from "../lifecycle/recognition.ts";
import { bodyOf, type Props } from "../lifecycle/state.ts";

export const sipEndpointLifecycle: Lifecycle = {
  ...created(sipEndpoint),

  async create(client, inputs, context) {
    const sent = { ...bodyOf(sipEndpoint, inputs), ...passwordOf(inputs) };
    const hidden = isGiven(sent.password) ? { password: sent.password } : {};
    const wanted = { resource: sipEndpoint, inputs, sent, hidden };
    const made = isGiven(sent.password)
      ? await createOrRecognise(client, wanted, context)
      : await adoptByKey(client, wanted, context);
    if (!made)
      throw new Conflict(
        "there is no such endpoint to adopt, and to create it takes a password. Set `password` or `passwordFrom`, or correct `username`.",
      );
    const { live, isAdopted } = made;
    return { id: live.id, outputs: createdOutputs(sipEndpoint, inputs, { sent, live }), isAdopted };
  },

  async update(client, id, olds, news, { declared }) {
    const sent = { ...changesOf(sipEndpoint, olds, news), ...(isNewPassword(olds, news) ? passwordOf(news) : {}) };
    const live =
      Object.keys(sent).length > 0 ? await updateByKey(client(), { resource: sipEndpoint, id, sent, declared }) : {};
    return updatedOutputs(client, sipEndpoint, { id, olds, news, sent, live });
  },
};

/** Reads the password from the source in `passwordFrom`. */
function passwordOf({ passwordFrom }: Props): Body {
  return isGiven(passwordFrom) ? { password: readSecret(passwordFrom as { env: string } | { file: string }) } : {};
}

function isNewPassword(olds: Props, news: Props): boolean {
  const source = ({ passwordFrom, passwordVersion }: Props) => JSON.stringify([passwordFrom, passwordVersion]);
  return source(olds) !== source(news);
}
