// The forms of the service at hand, where its descriptions and records of it disagree. A run learns each from a refusal, once.

import { namesOfField, own, PAGE_SIZE, type Resource } from "../../contract/index.ts";
import { Contradicted } from "./answers.ts";
import { RequestFailure } from "./errors.ts";

export class ServiceForms {
  readonly #print: (line: string) => void;
  /** Kind of object → the name of its label that the service took last. */
  readonly #names = new Map<string, string>();
  /** Object → the sent fields that no answer shows. */
  readonly #unshown = new Map<string, readonly string[]>();
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
    const taken = this.#names.get(kind);
    return taken === undefined ? names : [taken, ...names.filter((name) => name !== taken)];
  }

  /** Records the name under which a write stated the label with success. */
  takesLabelAs({ kind }: Resource, name: string): void {
    this.#names.set(kind, name);
  }

  /** Records the fields of the last write of an object that no answer shows. */
  doesNotShow({ kind }: Resource, id: string, fields: readonly string[]): void {
    this.#unshown.set(`${kind} ${id.toLowerCase()}`, fields);
  }

  /** Returns the fields of the last write of an object that no answer shows, once. */
  takeUnshown({ kind }: Resource, id: string): readonly string[] {
    const object = `${kind} ${id.toLowerCase()}`;
    const fields = this.#unshown.get(object) ?? [];
    this.#unshown.delete(object);
    return fields;
  }
}

/** True for the refusal of a whole request, as for a page that is too large. */
export function isRefused(error: unknown): error is RequestFailure {
  return error instanceof RequestFailure && error.code === "invalid";
}

/** True when the service refused the label under one of its names, or ignored it. Another name may succeed. */
export function concernsLabel(error: unknown, { dialect, label }: Resource): boolean {
  if (error instanceof Contradicted) return error.fields.includes(label);
  const names = namesOfField({ dialect }, label).map((name) => name.replaceAll("_", "[_ ]?"));
  return isRefused(error) && new RegExp(`\\b(?:${names.join("|")})\\b`, "i").test(error.message);
}
