// The lifecycle of an object that exists independently of the program: adopted, changed, and released as `onDestroy` says. Only
// settings that the program names are changed. The object is never created or deleted.

import {
  type Body,
  CURRENT,
  DRIFT,
  type DriftFindings,
  isGiven,
  isSingle,
  type Props,
  type Resource,
  toCamel,
  type UnnamedChange,
  unsetForm,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { unlessGone } from "../client/errors.ts";
import type { Client } from "../client/operations.ts";
import { isDriftCheck } from "../config/config.ts";
import { allOutputs, inputsFromLive, isLookUp, outputsOf } from "../fields/inward.ts";
import { bodyOf, changesOf, flat, ownsAll, settable, unsetBy } from "../fields/outward.ts";
import type { Run } from "../run/run.ts";
import { findByIdOrKey, importedInputs } from "./imported.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { danglingAddresses, danglingFields } from "./references.ts";
import { tryingFields } from "./stored.ts";
import { adoptionOf, asAdopted, changedByOthers, isAdopted, removalBody, undoRecordIn, withWrite } from "./undo.ts";
import { shownDifference, unnamedChanges, unnamedSettings } from "./unnamed.ts";

export interface Adoption extends Pick<Lifecycle, "resource" | "label" | "identity" | "problems" | "warnings"> {
  find(client: Client, inputs: Props): Promise<Live>;
  /** Returns the object with the id that the engine stores. */
  read(client: Client, id: string): Promise<Live>;
  /** Sends the changes. Default: a plain update. */
  write?(client: Client, id: string, changes: Body, occasion: Occasion): Promise<Live>;
  /** Returns additional outputs for an object that is only looked up. */
  lookedAt?(live: Live): Props;
  /** Returns the stored values by which the program names the object. */
  named?(olds: Props): Props;
}

export interface Occasion {
  /** The inputs; for a removed resource, its stored outputs. */
  readonly props: Props;
  /** The object as this operation read it. */
  readonly found: Live;
  readonly run: Run;
  readonly isRemoval?: true;
}

/** A write, and the facts that its record needs. */
interface Sending {
  readonly id: string;
  readonly olds: Props;
  readonly news: Props;
  readonly sent: Body;
  /** The object as this operation read it. */
  readonly found: Live;
  readonly run: Run;
}

export function adopted(adoption: Adoption): Lifecycle {
  const { resource, label, identity, problems, warnings, named = (olds) => olds } = adoption;

  const write: NonNullable<Adoption["write"]> =
    adoption.write ?? ((client, id, changes, { found }) => client.collection(resource).update(id, changes, found));

  /**
   * Sends the changes, if there are any. Returns the object as it is afterwards, and the outputs with the undo record.
   *
   * @throws PartialWrite for an unknown outcome: the engine stores its outputs, and the next `up` sends the same fields again.
   */
  async function send(client: Client, { id, olds, news, sent, found, run }: Sending) {
    const record = withWrite(resource, olds, sent, found);
    const outputsFor = (live: Live) => ({ ...outputsOf(resource, news, { sent, live, olds }), ...record });
    if (Object.keys(sent).length === 0) return { live: found, outputs: outputsFor(found) };
    const shown = await tryingFields(
      run,
      () => write(client, id, sent, { props: news, found, run }),
      () => ({ id, sent, outputs: outputsFor({}) }),
    );
    const live = { ...found, ...shown };
    return { live, outputs: outputsFor(live) };
  }

  /** Prints settings outside the program that another person or program changed. */
  function reportUnnamed(run: Run, outputs: Props, changes: readonly UnnamedChange[]): void {
    if (changes.length === 0) return;
    const lines = changes.map((each) => shownDifference(resource, each));
    run.print(
      `The ${resource.title} ${String(label(outputs))} was changed where the program says nothing, and is left as it is: ${lines.join("; ")}. ` +
        "Name the setting in the program, with the new value to keep it or with the old one to put it back. " +
        "To unset it, name it for one `pulumi up`, then remove it.",
    );
  }

  /** Returns the unset form of each setting that the program owns without naming it. */
  function resetBy(news: Props, live: Live): Body {
    const [given, shown] = [flat(news), flat(inputsFromLive(resource, news, live, { isFirst: true }))];
    const others = settable(resource, Object.keys(shown)).filter(
      ({ name }) => isGiven(shown[name]) && !isGiven(given[name]),
    );
    return Object.fromEntries(others.map(({ wire, field }) => [wire, unsetForm(field)]));
  }

  const takesAll = (olds: Props, news: Props) => ownsAll(resource, news) && !ownsAll(resource, olds);

  return {
    resource,
    verbs: { create: "adopt", update: "update" },
    label,
    identity,
    ...(problems && { problems }),
    ...(warnings && { warnings }),

    async create(client, inputs, run) {
      const declared = run.declared(resource);
      const found = await adoption.find(client, inputs);
      const id = isSingle(resource) ? run.projectId : String(found.id);
      await declared.claim(id, inputs, identity(id, found));
      // The stack may have had the object under another name: then the record is the one of its first adoption.
      const before = declared.recorded(identity(id, found)) ?? {};
      const isFirst = !isAdopted(before);
      const olds = isFirst ? adoptionOf(resource, found) : before;
      const mayBeSet = unsetBy(resource, olds, inputs).map(({ name }) => name);
      const sent = changesOf(resource, inputsFromLive(resource, inputs, found, { mayBeSet, isFirst: true }), inputs);
      const { outputs } = await send(client, { id, olds, news: inputs, sent, found, run });
      const isAsSaid = isFirst && Object.keys(sent).length === 0 && Object.keys(bodyOf(resource, inputs)).length > 0;
      const warnings =
        isAsSaid && inputs.onDestroy === "restore" ? [nothingToRestoreText(resource, label(outputs))] : [];
      return { id, outputs, warnings };
    },

    async read(client, id, olds, run) {
      const live = await unlessGone(adoption.read(client, id));
      if (!live) return undefined;
      if (isLookUp(resource, olds)) return { outputs: { ...allOutputs(resource, live), ...adoption.lookedAt?.(live) } };
      const mayBeSet = unsetBy(resource, olds, olds).map(({ name }) => name);
      const inputs = inputsFromLive(resource, named(olds), live, { mayBeSet });
      const dangling = await danglingFields(client, resource, live);
      const outputsFor = (shown: Props) => ({ ...outputsOf(resource, shown, { live, olds }), ...undoRecordIn(olds) });
      const managed = { ...olds, ...inputs };
      const changes = unnamedChanges(resource, managed, live);
      if (isDriftCheck()) {
        const addresses = await danglingAddresses(run, resource, live);
        const found: DriftFindings = { dangling: [...dangling, ...addresses], unnamed: changes };
        const current = unnamedSettings(resource, live, managed);
        return { outputs: { ...outputsFor(inputs), [CURRENT]: current, [DRIFT]: found }, inputs };
      }
      reportUnnamed(run, olds, changes);
      // The program that owns every setting lost the reference: it counts as not set, and the next `up` sends it again.
      const isLost = ([name]: readonly [string, unknown]) =>
        ownsAll(resource, olds) && dangling.map(toCamel).includes(name);
      const shown = Object.fromEntries(Object.entries(inputs).filter((each) => !isLost(each)));
      if (!ownsAll(resource, olds))
        for (const name of dangling.map(toCamel))
          run.print(
            `Warning: \`${name}\` of the ${resource.title} ${String(label(olds))} names an object that is gone.`,
          );
      return { outputs: outputsFor(shown), inputs: shown };
    },

    async import(client, id, run) {
      const live = await findByIdOrKey(client, resource, id, run);
      if (!live) return undefined;
      const inputs = importedInputs(resource, live);
      const outputs = { ...outputsOf(resource, inputs, { live }), ...adoptionOf(resource, live) };
      return { id: isSingle(resource) ? run.projectId : String(live.id), inputs, outputs };
    },

    async update(client, id, olds, news, run) {
      const changes = changesOf(resource, olds, news);
      const isTaking = takesAll(olds, news);
      const isRead = isTaking || Object.keys(changes).length > 0;
      const found = isRead ? await adoption.read(client, id) : {};
      const reset = isTaking ? resetBy(news, asAdopted(resource, olds, found)) : {};
      const sent = { ...reset, ...changes };
      const { live, outputs } = await send(client, { id, olds, news, sent, found, run });
      if (isRead) reportUnnamed(run, outputs, unnamedChanges(resource, outputs, live));
      return outputs;
    },

    async resets(client, olds, news) {
      if (!takesAll(olds, news)) return undefined;
      const found = await adoption.find(client, news);
      return { found, reset: resetBy(news, found) };
    },

    // The object remains, whatever happens to its settings.
    async delete(client, id, olds, run) {
      const body = removalBody(resource, olds);
      const [isSent, isRestored] = [Object.keys(body).length > 0, olds.onDestroy === "restore"];
      if (!isSent && !isRestored) return olds;
      const found = await unlessGone(adoption.read(client, id));
      if (!found) return {};
      if (isSent) await unlessGone(write(client, id, body, { props: olds, found, isRemoval: true, run }));
      const others = isRestored ? changedByOthers(resource, olds, found) : [];
      if (others.length > 0) run.print(notRestoredText(resource, label(olds), others));
      return isSent ? {} : olds;
    },
  };
}

/** Names the settings that changed since the adoption, and that no recorded write changed. */
function notRestoredText({ title }: Resource, label: unknown, changes: readonly string[]): string {
  return (
    `Warning: the ${title} ${String(label)} differs from before the adoption in settings that no recorded write of this stack changed. ` +
    `They are left as they are: ${changes.join("; ")}. If an earlier \`up\` was interrupted, it may have set them: then set them back by hand.`
  );
}

/**
 * Warns that a restore would change nothing, because the object already is as the program says. An `up` that was killed between its
 * write and its record leaves the same picture.
 */
function nothingToRestoreText({ title }: Resource, label: unknown): string {
  return (
    `the ${title} ${String(label)} already is as the program says, so \`onDestroy: "restore"\` would leave it like that. ` +
    "If an earlier `up` was interrupted, or its record was lost, the settings from before are not known: set them by hand after a destroy."
  );
}
