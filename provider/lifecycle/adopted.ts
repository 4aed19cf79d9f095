// The lifecycle of an object that exists independently of the program: adopted, changed, and released as `onDestroy` says. Only
// settings that the program names are changed. The object is never created or deleted.

import {
  BASELINE,
  type Body,
  CURRENT,
  DRIFT,
  type DriftFindings,
  isGiven,
  isSingle,
  type Resource,
  TRIED,
  toCamel,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { RequestFailure, unlessGone } from "../client/errors.ts";
import type { Client } from "../client/operations.ts";
import { reportsReadFailures } from "../config/config.ts";
import type { Run } from "../run/run.ts";
import {
  acceptsUnnamed,
  backTo,
  differences,
  keptBaseline,
  shownDifference,
  unnamedSettings,
  watchedChanges,
  watchesHandChanges,
  watching,
} from "./baseline.ts";
import { changesOf, unsetBy } from "./changes.ts";
import { PartialWrite } from "./failures.ts";
import { findByIdOrKey, importedInputs } from "./imported.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { danglingAddresses, danglingFields } from "./references.ts";
import { ownsAll } from "./settable.ts";
import {
  allOutputs,
  bodyOf,
  inputsFromLive,
  isOnlyLookedAt,
  outputsFromLive,
  outputsOf,
  type Props,
  shownBefore,
} from "./state.ts";
import {
  adoptionOf,
  asAdopted,
  changedByOthers,
  isAdopted,
  recordIn,
  removalBody,
  withTry,
  withWrite,
  writesFirst,
} from "./undo.ts";

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
  /** The object, if it was found just before. */
  readonly found?: Live;
  /** The values that the service showed, as far as they are known. */
  readonly before: Body;
  readonly run: Run;
  readonly isRemoval?: true;
}

interface Seen {
  readonly inputs: Props;
  /** The settings that the program does not name. */
  readonly unnamed: Live;
  /** Fields that name an object which is gone. */
  readonly dangling: readonly string[];
}

export function adopted(adoption: Adoption): Lifecycle {
  const { resource, label, identity, problems, warnings, named = (olds) => olds } = adoption;

  const write: NonNullable<Adoption["write"]> =
    adoption.write ?? ((client, id, changes, { before }) => client.collection(resource).update(id, changes, before));

  /** Prints settings outside the program that another person or program changed. */
  function reportUnnamedChanges(run: Run, olds: Props, now: Live): void {
    const baseline = olds[BASELINE];
    if (!isGiven(baseline)) return;
    const changes = differences(resource, baseline as Live, now).map((each) => shownDifference(resource, each));
    if (changes.length === 0) return;
    run.print(
      `The ${resource.title} ${String(label(olds))} was changed where the program says nothing, and is left as it is: ${changes.join("; ")}. ` +
        "Name the setting in the program, or accept it with a new `baseline`.",
    );
  }

  /**
   * Returns the inputs that a refresh compares. If the program watches or owns the settings, a reference to a deleted object counts
   * as not set, and a manual change shows in the argument that watches. Otherwise the refresh prints a warning.
   */
  function asDifferences(run: Run, olds: Props, { inputs, unnamed, dangling }: Seen): Props {
    const watch = watching(resource, olds);
    const names = dangling.map(toCamel);
    const isDrift = watchesHandChanges(resource, olds);
    if (!isDrift)
      for (const name of names)
        run.print(`Warning: \`${name}\` of the ${resource.title} ${String(label(olds))} names an object that is gone.`);
    const shown = Object.entries(inputs).filter(([name]) => !isDrift || !names.includes(name));
    const baseline = olds[BASELINE];
    if (!watch) reportUnnamedChanges(run, olds, unnamed);
    const changes = watch && isGiven(baseline) ? watchedChanges(resource, baseline as Live, unnamed) : "";
    return { ...Object.fromEntries(shown), ...(watch && { [watch.name]: changes || watch.value }) };
  }

  /** Returns the body with which an update restores the baseline after a refresh that found a watched change. */
  function watchedBack(olds: Props, news: Props, found: Live): Body {
    const baseline = keptBaseline(resource, olds, news, {});
    return baseline ? backTo(resource, baseline, unnamedSettings(resource, found, news)) : {};
  }

  /** Returns the arguments that describe the object before the program owns every setting of it. */
  function ownedBefore(olds: Props, news: Props, found: Live): Props {
    const mayBeSet = unsetBy(resource, olds, news).map(({ name }) => name);
    return inputsFromLive(resource, news, found, { mayBeSet, isFirst: true });
  }

  /** Sends a write. If its outcome is unknown, the engine stores the outputs with it, and the next `up` sends it again. */
  async function recorded(
    run: Run,
    { id, outputs, tried }: { readonly id: string; readonly outputs: Props; readonly tried: Body },
    work: () => Promise<Live>,
  ): Promise<Live> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RequestFailure) || !run.cancellation.operation.mayHaveWritten) throw error;
      throw new PartialWrite(id, withTry(outputs, tried), error);
    }
  }

  return {
    resource,
    verbs: { create: "adopt", update: "update" },
    label,
    identity,
    ...(problems && { problems }),
    ...(warnings && { warnings }),

    async create(client, inputs, { run, declared, projectId }) {
      const found = await adoption.find(client, inputs);
      const id = isSingle(resource) ? projectId : String(found.id);
      await declared.claim(id, inputs, identity(id, found));
      // The stack may have had the object under another name: then the record is the one of its first adoption.
      const before = declared.recorded(identity(id, found)) ?? {};
      const isFirst = !isAdopted(before);
      const olds = isFirst ? adoptionOf(resource, found) : before;
      const mayBeSet = unsetBy(resource, olds, inputs).map(({ name }) => name);
      const sent = changesOf(resource, inputsFromLive(resource, inputs, found, { mayBeSet, isFirst: true }), inputs);
      const record = withWrite(resource, olds, sent, found);
      const isSent = Object.keys(sent).length > 0;
      const ifUnknown = { id, outputs: { ...outputsOf(resource, inputs, { sent, live: {} }), ...record }, tried: sent };
      const answer = isSent
        ? await recorded(run, ifUnknown, () => write(client, id, sent, { props: inputs, found, before: found, run }))
        : {};
      const live = { ...found, ...answer };
      const outputs = { ...outputsOf(resource, inputs, { sent, live }), ...record };
      const accepted = isFirst || acceptsUnnamed(resource, olds, inputs) ? {} : olds;
      const unnamed = keptBaseline(resource, accepted, inputs, live) ?? unnamedSettings(resource, live, inputs);
      const isFoundAsSaid = isFirst && !isSent && Object.keys(bodyOf(resource, inputs)).length > 0;
      const warnings =
        isFoundAsSaid && inputs.onDestroy === "restore" ? [nothingToRestore(resource, label(inputs))] : [];
      return { id, outputs: { ...outputs, [BASELINE]: unnamed }, warnings };
    },

    async read(client, id, olds, { run }) {
      const live = await unlessGone(adoption.read(client(), id));
      if (!live) return undefined;
      if (isOnlyLookedAt(resource, olds) && !isAdopted(olds))
        return { outputs: { ...allOutputs(resource, live), ...adoption.lookedAt?.(live) } };
      const mayBeSet = unsetBy(resource, olds, olds).map(({ name }) => name);
      const inputs = inputsFromLive(resource, named(olds), live, { mayBeSet });
      const unnamed = unnamedSettings(resource, live, { ...named(olds), ...inputs });
      const [dangling, baseline] = [await danglingFields(client(), resource, live), olds[BASELINE] as Live | undefined];
      const kept = { ...recordIn(olds), [BASELINE]: baseline ?? unnamed };
      if (!reportsReadFailures()) {
        const shown = asDifferences(run, olds, { inputs, unnamed, dangling });
        return { outputs: { ...outputsFromLive(resource, shown, live, olds), ...kept }, inputs: shown };
      }
      const found: DriftFindings = {
        dangling: [...dangling, ...(await danglingAddresses(run, resource, live))],
        unwatched: baseline ? differences(resource, baseline, unnamed) : [],
      };
      const outputs = { ...outputsFromLive(resource, inputs, live, olds), ...kept };
      return { outputs: { ...outputs, [CURRENT]: unnamed, [DRIFT]: found }, inputs };
    },

    async import(client, id, projectId) {
      const live = await findByIdOrKey(client, resource, id, projectId);
      if (!live) return undefined;
      const inputs = importedInputs(resource, live);
      const kept = { ...adoptionOf(resource, live), [BASELINE]: unnamedSettings(resource, live, inputs) };
      return {
        id: isSingle(resource) ? projectId : String(live.id),
        inputs,
        outputs: { ...outputsFromLive(resource, inputs, live, {}), ...kept },
      };
    },

    async update(client, id, olds, news, { run }) {
      const takesAll = ownsAll(resource, news) && !ownsAll(resource, olds);
      const accepts = acceptsUnnamed(resource, olds, news);
      const watch = watching(resource, news);
      const putsBack = watch && !accepts && isGiven(olds[watch.name]) && olds[watch.name] !== watch.value;
      let found = takesAll || accepts || putsBack ? await adoption.read(client(), id) : undefined;
      const owned = takesAll && found ? ownedBefore(olds, news, asAdopted(resource, olds, found)) : olds;
      const changes = { ...changesOf(resource, owned, news), ...changesOf(resource, olds, news) };
      const sent = { ...(putsBack && found ? watchedBack(olds, news, found) : {}), ...changes };
      const isSent = Object.keys(sent).length > 0;
      if (isSent && writesFirst(resource, olds, sent)) found ??= await adoption.read(client(), id);
      const before = { ...shownBefore(resource, olds), ...found };
      const record = isSent ? withWrite(resource, olds, sent, before) : { ...recordIn(olds), [TRIED]: null };
      const ifUnknown = {
        id,
        outputs: {
          ...outputsOf(resource, news, { sent, live: {} }, olds),
          ...(putsBack && { [watch.name]: olds[watch.name] }),
          ...record,
          [BASELINE]: accepts ? null : keptBaseline(resource, olds, news, {}),
        },
        tried: changes,
      };
      const answer = isSent
        ? await recorded(run, ifUnknown, () => write(client(), id, sent, { props: news, before, run }))
        : {};
      const live = { ...found, ...answer };
      const isKnown = Object.keys(live).length > 0;
      const unnamed = unnamedSettings(resource, { ...bodyOf(resource, olds), ...sent, ...live }, news);
      const kept = accepts ? undefined : keptBaseline(resource, olds, news, live);
      if (kept && isKnown) reportUnnamedChanges(run, { ...olds, ...news, [BASELINE]: kept }, unnamed);
      return {
        ...outputsOf(resource, news, { sent, live }, olds),
        ...record,
        // Accepted settings are those of the answer. Without one, they are unknown until the object is read.
        [BASELINE]: kept ?? (isKnown ? unnamed : null),
      };
    },

    async beyond(client, olds, news) {
      const accepts = acceptsUnnamed(resource, olds, news);
      const takesAll = ownsAll(resource, news) && !ownsAll(resource, olds);
      if (!accepts && !takesAll) return undefined;
      const found = await adoption.find(client, news);
      const baseline = keptBaseline(resource, olds, news, {}) ?? {};
      const changes = accepts ? differences(resource, baseline, unnamedSettings(resource, found, news)) : [];
      const live = takesAll ? ownedBefore(olds, news, found) : news;
      return {
        found,
        accepted: changes.map((each) => shownDifference(resource, each)),
        reset: changesOf(resource, live, news),
      };
    },

    // The object remains, whatever happens to its settings.
    async delete(client, id, olds, { run }) {
      const body = removalBody(resource, olds);
      const found = olds.onDestroy === "restore" ? await unlessGone(adoption.read(client(), id)) : {};
      if (!found) return {};
      const before = { ...shownBefore(resource, olds), ...found };
      if (Object.keys(body).length > 0)
        await unlessGone(write(client(), id, body, { props: olds, before, isRemoval: true, run }));
      const others = olds.onDestroy === "restore" ? changedByOthers(resource, olds, found) : [];
      if (others.length > 0) run.print(notRestored(resource, label(olds), others));
      return Object.keys(body).length > 0 ? {} : olds;
    },
  };
}

/** Names the settings that changed since the adoption, and that no recorded write changed. */
function notRestored({ title }: Resource, label: unknown, changes: readonly string[]): string {
  return (
    `Warning: the ${title} ${String(label)} differs from before the adoption in settings that no recorded write of this stack changed. ` +
    `They are left as they are: ${changes.join("; ")}. If an earlier \`up\` was interrupted, it may have set them: then set them back by hand.`
  );
}

/** Explains missing settings to restore: an `up` that was killed between its write and its record leaves such an object. */
function nothingToRestore({ title }: Resource, label: unknown): string {
  return (
    `the ${title} ${String(label ?? "")} already is as the program says, so \`onDestroy: "restore"\` would leave it like that. ` +
    "If an earlier `up` was interrupted, or its record was lost, the settings from before are not known: set them by hand after a destroy."
  ).replace("  ", " ");
}
