// The names and page sizes that this service accepts, where its documentation and records of it disagree. A run learns each one from
// a refusal, once.

import {
  acceptedFields,
  isGiven,
  knownExtraFields,
  namesLike,
  namesOfField,
  own,
  PAGE_SIZE,
  type Resource,
  toCamel,
} from "../../contract/index.ts";
import { Contradicted, type Live } from "./answers.ts";
import { isRefusal } from "./errors.ts";

export class ServiceForms {
  readonly #print: (line: string) => void;
  /** The kinds of objects whose label the service takes under its other name. */
  readonly #otherwise = new Set<string>();
  #pageSize: number = PAGE_SIZE.largest;

  constructor(print: (line: string) => void = () => undefined) {
    this.#print = print;
  }

  /** The number of objects to ask for in one page of a list. */
  get pageSize(): number {
    return this.#pageSize;
  }

  /** Records that the service refused pages of the largest size and sent one of the usual size. */
  useSmallPages(): void {
    if (this.#pageSize === PAGE_SIZE.usual) return;
    this.#pageSize = PAGE_SIZE.usual;
    this.#print(
      `The service refuses lists of ${PAGE_SIZE.largest} objects a page, so this run asks for ${PAGE_SIZE.usual}. Nothing is missing; long lists take more requests.`,
    );
  }

  /** Returns the names under which requests may state the label, the likeliest first; empty where it has one name. */
  namesOfLabel({ kind, dialect, label }: Resource): readonly string[] {
    const names = own(dialect?.namedAs ?? {}, label) ?? [];
    return this.#otherwise.has(kind) ? names.toReversed() : names;
  }

  /** Records that a write stated the label under its other name with success. */
  takesOtherName({ kind }: Resource): void {
    this.#otherwise.add(kind);
  }

  /** Warns of sent fields that no answer shows. */
  doesNotShow(resource: Resource, live: Live, fields: readonly string[]): void {
    for (const wire of fields) this.#print(`Warning: ${unshownText(resource, live[resource.label], wire)}`);
  }
}

/** True when the service refused the label under one of its names, or ignored it. Another name may succeed. */
export function concernsLabel(error: unknown, { dialect, label }: Resource): boolean {
  if (error instanceof Contradicted) return error.fields.includes(label);
  const names = namesOfField({ dialect }, label).map((name) => name.replaceAll("_", "[_ ]?"));
  return isRefusal(error) && new RegExp(`\\b(?:${names.join("|")})\\b`, "i").test(error.message);
}

/** Warns of a member of `extra` that no answer shows. */
function unshownText(resource: Resource, label: unknown, wire: string): string {
  const object = `the ${resource.title}${isGiven(label) ? ` "${String(label)}"` : ""}`;
  const settings = acceptedFields(resource);
  const names = [...knownExtraFields(resource), ...settings].filter((name) => name !== wire);
  const [like] = namesLike(wire, names, Math.ceil(wire.length / 6));
  const asked = like !== undefined && settings.includes(like) ? `the argument ${toCamel(like)}` : like;
  return (
    `the service took \`extra.${wire}\` of ${object} and does not show it. It drops keys that it does not know, without an error. ` +
    `${asked === undefined ? "" : `Did you mean ${asked}? `}Compare the name with the API reference; a field that the service never shows needs no change.`
  );
}
