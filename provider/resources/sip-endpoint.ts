// What is particular to SIP endpoints: one that exists already may be the one that was asked for.

import { argumentName, type Body, isGiven, own, type Resource, sipEndpoint } from "../../contract/index.ts";
import type { Api } from "../client/api.ts";
import type { Live } from "../client/batch-reader.ts";
import { RequestFailure, unlessGone } from "../client/errors.ts";
import { readSecret } from "../config.ts";
import { changesOf } from "../lifecycle/changes.ts";
import type { Lifecycle } from "../lifecycle/define.ts";
import { Conflict } from "../lifecycle/failures.ts";
import { showsInherited } from "../lifecycle/inherited.ts";
import {
  allOutputs,
  bodyOf,
  effective,
  inputsFromLive,
  isOnlyLookedAt,
  isSame,
  isShadowed,
  outputsFromLive,
  outputsOf,
  type Props,
} from "../lifecycle/state.ts";

const { fields }: Resource = sipEndpoint;

/** Creates that are sent again after it was made sure that the last one left nothing behind. */
const MOST_CREATES = 4;

export const sipEndpointLifecycle: Lifecycle = {
  resource: sipEndpoint,
  verbs: { create: "create", update: "update" },
  label: (props) => props.username,
  identity: () => ({}),

  async create(api, inputs, { adoptMatching }) {
    const sent = { ...bodyOf(sipEndpoint, inputs), ...passwordOf(inputs) };
    const live = await createOrRecognise(api, inputs, sent, adoptMatching);
    return { id: live.id, outputs: outputsOf(sipEndpoint, inputs, { sent, live }) };
  },

  async read(api, id, olds) {
    const live = await unlessGone(api().readSipEndpoint(id));
    if (!live) return undefined;
    if (isOnlyLookedAt(sipEndpoint, olds)) return { outputs: allOutputs(sipEndpoint, live) };
    const profile = showsInherited(sipEndpoint, olds, live) ? await api().readSipProfile() : undefined;
    const inputs = inputsFromLive(sipEndpoint, olds, live, { profile });
    return { outputs: outputsFromLive(sipEndpoint, inputs, live, olds), inputs };
  },

  async update(api, id, olds, news) {
    const sent = { ...changesOf(sipEndpoint, olds, news), ...(isNewPassword(olds, news) ? passwordOf(news) : {}) };
    const live = Object.keys(sent).length > 0 ? await api().updateSipEndpoint(id, sent) : {};
    return outputsOf(sipEndpoint, news, { sent, live }, olds);
  },

  delete: (api, id) => api().deleteSipEndpoint(id),
};

/** Creates the endpoint; where its user name is taken or an answer was lost, finds out whether it is this one. */
async function createOrRecognise(api: Api, inputs: Props, sent: Body, adoptMatching: boolean): Promise<Live> {
  for (let creates = 1; ; creates += 1) {
    try {
      return await api.createSipEndpoint(sent);
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      const isRefused = error.code === "invalid";
      if (!isRefused && error.reach === "not_done") throw error;
      if (error.code === "cancelled") throw error;
      const found = await api.findSipEndpoint(String(inputs.username));
      if (found && isRefused) return takeOver(api, inputs, sent, found, { adoptMatching, refusal: error.message });
      if (found) return recognise(api, inputs, sent, found);
      if (isRefused || creates >= MOST_CREATES) throw error;
    }
  }
}

/** The user name is taken. */
async function takeOver(
  api: Api,
  inputs: Props,
  sent: Body,
  found: Live,
  { adoptMatching, refusal }: { adoptMatching: boolean; refusal: string },
): Promise<Live> {
  const differing = differences(inputs, sent, found);
  if (inputs.adopt === true || (adoptMatching && differing.length === 0))
    return api.updateSipEndpoint(String(found.id), sent);
  const ways =
    "set `adopt: true` on the resource to take it over, or choose another username" +
    (differing.length === 0
      ? ". Everything it shows is as the program says, as after an `up` that was interrupted before it could record what it created; " +
        "`pulumi config set signalwire:adoptMatching true` takes over all such endpoints."
      : `. It differs in ${differing.join(", ")}.`);
  throw new Conflict(`${refusal}. The endpoint ${String(found.id)} has this user name. Two ways on: ${ways}`);
}

/** The answer to our create was lost, and this stands under its user name. Its password is never shown, so it is sent once more. */
async function recognise(api: Api, inputs: Props, sent: Body, found: Live): Promise<Live> {
  const differing = differences(inputs, sent, found);
  if (differing.length === 0) return api.updateSipEndpoint(String(found.id), { password: sent.password });
  throw new Conflict(
    `the answer was lost, and the endpoint ${String(found.id)} with this user name differs from the program in ${differing.join(", ")}. ` +
      "Set `adopt: true` on the resource to take it over, or choose another username.",
  );
}

/** The arguments whose values the endpoint does not show. A password is never shown, so it cannot differ. */
function differences(inputs: Props, sent: Body, found: Live): string[] {
  const differing = Object.entries(sent).filter(([wire, value]) => {
    const field = own(fields, wire);
    if (!field || field.writeOnly || isShadowed(sipEndpoint, wire, inputs)) return false;
    return !isSame(field, value, effective(sipEndpoint, wire, found));
  });
  return differing.map(([wire]) => argumentName(sipEndpoint, wire));
}

/** The password that `passwordFrom` leads to. */
function passwordOf({ passwordFrom }: Props): Body {
  return isGiven(passwordFrom) ? { password: readSecret(passwordFrom as { env: string } | { file: string }) } : {};
}

function isNewPassword(olds: Props, news: Props): boolean {
  const source = ({ passwordFrom, passwordVersion }: Props) => JSON.stringify([passwordFrom, passwordVersion]);
  return source(olds) !== source(news);
}
