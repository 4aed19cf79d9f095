// The lifecycle of an object that exists independently of the program: adopted, changed, and released as `onDestroy` says. Only
// settings that the program names are changed. The object is never created or deleted.

import {
  BASELINE,
  type Body,
  CLEARED,
  CURRENT,
  DRIFT,
  type DriftFindings,
  FOUND,
  isGiven,
  isSingle,
  type Resource,
  toCamel,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { RequestFailure, unlessGone } from "../client/errors.ts";
import type { Client } from "../client/operations.ts";
import { reportsReadFailures } from "../config.ts";
import type { Run } from "../run.ts";
import {
  acceptsUnnamed,
  backTo,
  differences,
  keptBaseline,
  nonDefaultSettings,
  shownDifference,
  unnamedSettings,
  watchedChanges,
  watchesHandChanges,
  watching,
} from "./baseline.ts";
import { changesOf, clearedBy, clearedOf, removalBody } from "./changes.ts";
import { PartialCreate } from "./failures.ts";
import { findByIdOrKey, importedInputs } from "./imported.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { danglingAddresses, danglingFields } from "./references.ts";
import { flat, isSetOtherwise, ownsAll, settable } from "./settable.ts";
import {
  allOutputs,
  bodyOf,
  inputsFromLive,
  isOnlyLookedAt,
  outputsFromLive,
  outputsOf,
  type Props,
  settingsIn,
  shownBefore,
} from "./state.ts";

export interface Adoption extends Pick<Lifecycle, "resource" | "label" | "identity" | "problems"> {
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
  const { resource, label, identity, problems, named = (olds) => olds } = adoption;

  const write: NonNullable<Adoption["write"]> =
    adoption.write ?? ((client, id, changes, { before }) => client.collection(resource).update(id, changes, before));

  function clearedUntil(olds: Props, news: Props): string[] {
    const cleared = new Set([...clearedOf(olds), ...clearedBy(resource, olds, news)]);
    const given = flat(news);
    return settable(resource, cleared)
      .filter((each) => cleared.has(each.name) && !isGiven(given[each.name]) && !isSetOtherwise(each, given))
      .map(({ name }) => name)
      .sort();
  }

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
  function watchedBack(olds: Props, news: Props, found: Live, cleared: readonly string[]): Body {
    const baseline = keptBaseline(resource, olds, news, cleared);
    return baseline ? backTo(resource, baseline, unnamedSettings(resource, found, news, cleared)) : {};
  }

  return {
    resource,
    verbs: { create: "adopt", update: "update" },
    label,
    identity,
    ...(problems && { problems }),

    async create(client, inputs, { run, declared, projectId }) {
      const found = await adoption.find(client, inputs);
      const id = isSingle(resource) ? projectId : String(found.id);
      await declared.claim(id, inputs, identity(id, found));
      // The stack may have had the object under another name: then its settings are the stack's own, not those from before the
      // adoption.
      const before = wasAdopted(declared.recorded(identity(id, found)));
      const cleared = clearedUntil(before ?? {}, inputs);
      const kept = {
        [FOUND]: before ? before[FOUND] : nonDefaultSettings(resource, found),
        [CLEARED]: orNull(cleared),
      };
      const accepted = before && !acceptsUnnamed(resource, before, inputs) ? before : {};
      const sent = changesOf(resource, inputsFromLive(resource, inputs, found, { cleared, isFirst: true }), inputs);
      let live = found;
      try {
        if (Object.keys(sent).length > 0)
          live = { ...found, ...(await write(client, id, sent, { props: inputs, found, before: found, run })) };
      } catch (error) {
        if (!(error instanceof RequestFailure) || error.reach === "not_done") throw error;
        throw new PartialCreate(id, { ...settingsIn(resource, inputs), ...kept }, error);
      }
      const outputs = outputsOf(resource, inputs, { sent, live });
      const unnamed =
        keptBaseline(resource, accepted, inputs, cleared) ?? unnamedSettings(resource, live, inputs, cleared);
      const isFoundAsSaid =
        !before && Object.keys(sent).length === 0 && Object.keys(bodyOf(resource, inputs)).length > 0;
      const warnings =
        isFoundAsSaid && inputs.onDestroy === "restore" ? [nothingToRestore(resource, label(inputs))] : [];
      return { id, outputs: { ...outputs, ...kept, [BASELINE]: unnamed }, warnings };
    },

    async read(client, id, olds, { run }) {
      const live = await unlessGone(adoption.read(client(), id));
      if (!live) return undefined;
      if (isOnlyLookedAt(resource, olds) && !wasAdopted(olds))
        return { outputs: { ...allOutputs(resource, live), ...adoption.lookedAt?.(live) } };
      const cleared = clearedOf(olds);
      const inputs = inputsFromLive(resource, named(olds), live, { cleared });
      const unnamed = unnamedSettings(resource, live, { ...named(olds), ...inputs }, cleared);
      const [dangling, baseline] = [await danglingFields(client(), resource, live), olds[BASELINE] as Live | undefined];
      const kept = { [FOUND]: olds[FOUND], [CLEARED]: olds[CLEARED], [BASELINE]: baseline ?? unnamed };
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
      const kept = {
        [FOUND]: nonDefaultSettings(resource, live),
        [BASELINE]: unnamedSettings(resource, live, inputs, []),
      };
      return {
        id: isSingle(resource) ? projectId : String(live.id),
        inputs,
        outputs: { ...outputsFromLive(resource, inputs, live, {}), ...kept },
      };
    },

    async update(client, id, olds, news, { run }) {
      const cleared = clearedUntil(olds, news);
      const takesAll = ownsAll(resource, news) && !ownsAll(resource, olds);
      const accepts = acceptsUnnamed(resource, olds, news);
      const watch = watching(resource, news);
      const putsBack = watch && !accepts && isGiven(olds[watch.name]) && olds[watch.name] !== watch.value;
      const found = takesAll || accepts || putsBack ? await adoption.read(client(), id) : undefined;
      const recorded = takesAll && found ? inputsFromLive(resource, news, found, { cleared, isFirst: true }) : olds;
      const back = putsBack && found ? watchedBack(olds, news, found, cleared) : {};
      const sent = { ...back, ...changesOf(resource, recorded, news) };
      const isSent = Object.keys(sent).length > 0;
      const before = { ...shownBefore(resource, olds), ...found };
      const answer = isSent ? await write(client(), id, sent, { props: news, before, run }) : {};
      const live = { ...found, ...answer };
      const isKnown = Object.keys(live).length > 0;
      const unnamed = unnamedSettings(resource, { ...bodyOf(resource, olds), ...live }, news, cleared);
      const kept = accepts ? undefined : keptBaseline(resource, olds, news, cleared);
      if (kept && isKnown) reportUnnamedChanges(run, { ...news, [BASELINE]: kept }, unnamed);
      return {
        ...outputsOf(resource, news, { sent, live }, olds),
        [FOUND]: olds[FOUND],
        [CLEARED]: orNull(cleared),
        // Earlier releases recorded no baseline: it is unknown until the object is read.
        [BASELINE]: kept ?? (isKnown ? unnamed : null),
      };
    },

    async beyond(client, olds, news) {
      const accepts = acceptsUnnamed(resource, olds, news);
      const takesAll = ownsAll(resource, news) && !ownsAll(resource, olds);
      if (!accepts && !takesAll) return undefined;
      const found = await adoption.find(client, news);
      const cleared = clearedUntil(olds, news);
      const baseline = keptBaseline(resource, olds, news, cleared) ?? {};
      const changes = accepts ? differences(resource, baseline, unnamedSettings(resource, found, news, cleared)) : [];
      const live = takesAll ? inputsFromLive(resource, news, found, { cleared, isFirst: true }) : news;
      return {
        found,
        accepted: changes.map((each) => shownDifference(resource, each)),
        reset: changesOf(resource, live, news),
      };
    },

    // The object remains, whatever happens to its settings.
    async delete(client, id, olds, { run }) {
      const body = removalBody(resource, olds);
      if (Object.keys(body).length === 0) return olds;
      const before = shownBefore(resource, olds);
      await unlessGone(write(client(), id, body, { props: olds, before, isRemoval: true, run }));
      return {};
    },
  };
}

/** Explains missing settings to restore: an `up` that was killed between its write and its record leaves such an object. */
function nothingToRestore({ title }: Resource, label: unknown): string {
  return (
    `the ${title} ${String(label ?? "")} already is as the program says, so \`onDestroy: "restore"\` would leave it like that. ` +
    "If an earlier `up` was interrupted, or its record was lost, the settings from before are not known: set them by hand after a destroy."
  ).replace("  ", " ");
}

/** Null for an empty list, which saves bytes in each state. */
function orNull(cleared: string[]): string[] | null {
  return cleared.length > 0 ? cleared : null;
}

function wasAdopted(outputs: Props | undefined): Props | undefined {
  return isGiven(outputs?.[FOUND]) ? outputs : undefined;
}
