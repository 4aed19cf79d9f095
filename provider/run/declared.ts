// The resources that the program declares and the objects they hold, as learned during one run of the engine. In every run, the
// engine checks and diffs each resource and creates the new ones. It removes resources that the program no longer declares at
// the end (docs/decisions/0016). Before a removal, every object of a declared resource is therefore known here, or in another
// provider process of the run (provider/registry.ts).

import {
  argumentNames,
  isGiven,
  isSingle,
  isUnknown,
  own,
  type Problem,
  type Props,
  type Resource,
  toCamel,
} from "../../contract/index.ts";
import { Conflict } from "../client/errors.ts";
import type { Other, Question } from "./registry.ts";

/** The facts about a resource that our own classes send to the check, besides its arguments. */
export interface Declaration {
  /** The resource's name, or its URN if it has a parent: two components may use one name. */
  readonly declaredAs: string | undefined;
  /** The outputs that the state holds for the same object, under any resource of the last `up`. */
  readonly recorded: Props | undefined;
  /** Whether a replacement deletes the object first. Only our own classes state it, in a preview. */
  readonly deletesFirst?: boolean | undefined;
  /** The arguments that the program marks as secret. */
  readonly secrets?: readonly string[];
}

/** Sends a declaration or a question to the other provider processes of the run. @throws Conflict when that is not possible. */
export type Share = (question: Omit<Question, "account">) => Promise<Other | undefined>;

interface Holder {
  readonly declaredAs: string | undefined;
  /** True when this run created or adopted the object. */
  readonly isNew?: true;
}

/** The facts about a resource that the engine checked in this run. */
interface Checked {
  /** The arguments that the program marks as secret. */
  readonly secrets: readonly string[];
  /** The old inputs of an existing resource; empty when the engine does not send them, as for `--replace`. */
  olds?: Props;
  /** The program's value of the unique key. */
  wanted?: unknown;
  /** Whether a replacement deletes the object first, as our own class says. */
  deletesFirst?: boolean;
  /** True after a diff: a replacement deletes the object first, unless an option that only the engine knows says otherwise. */
  isCompared?: true;
  hasFailed?: boolean;
}

export class DeclaredResources {
  readonly #resource: Resource;
  readonly #className: string;
  /** The arguments whose values must be unique among resources. */
  readonly #names: readonly string[];
  readonly #uniqueName: string | undefined;
  readonly #claims = new Map<string, string>();
  readonly #holders = new Map<string, Holder>();
  readonly #recorded = new Map<string, Props>();
  readonly #checked = new Map<string, Checked>();
  /** The newest check of each label, for resources without a unique value. */
  readonly #checkedByLabel = new Map<unknown, Checked>();
  readonly #share: Share;

  constructor(resource: Resource, share: Share) {
    this.#share = share;
    const { uniqueKey, settings = {} } = resource;
    this.#resource = resource;
    this.#className = resource.kind.charAt(0).toUpperCase() + resource.kind.slice(1);
    this.#uniqueName = uniqueKey && toCamel(uniqueKey);
    this.#names = argumentNames(resource).filter((name) => name === this.#uniqueName || own(settings, name)?.identity);
  }

  /** Records a resource of the program. Returns problems when another resource has claimed the same object. */
  checked(olds: Props, args: Props, declaration: Declaration): Problem[] {
    const { declaredAs, recorded, deletesFirst, secrets = [] } = declaration;
    if (declaredAs === undefined) return [];
    const known = this.#checked.get(declaredAs);
    const keys = this.#keysOf(args);
    const checked: Checked = { ...known, secrets, wanted: args[this.#uniqueName ?? ""] };
    this.#checked.set(declaredAs, checked);
    if (keys.length === 0) this.#checkedByLabel.set(this.#labelOf(args), checked);
    // A check without old inputs on an existing resource announces its replacement: the resource gives up its object.
    if (Object.keys(olds).length > 0) checked.olds = olds;
    else if (checked.olds) this.#release(declaredAs);
    // The engine checks a replacement twice and a new resource once.
    else if (known) checked.olds = {};
    if (deletesFirst !== undefined) checked.deletesFirst = deletesFirst;
    return keys.flatMap(({ name, key }): Problem[] => {
      if (recorded) this.#recorded.set(key, recorded);
      const first = this.#claimFirst(key, declaredAs);
      if (first === declaredAs) return [];
      const detail = `is already used by the ${this.#quoted(first)}: keep one of the two resources`;
      return [{ field: name, code: "invalid", detail }];
    });
  }

  /**
   * Announces a resource's declaration to the other provider processes. Returns a problem when one of theirs declares the same
   * object.
   */
  async checkedElsewhere(args: Props, { declaredAs }: Declaration): Promise<Problem[]> {
    const [first] = this.#keysOf(args);
    if (declaredAs === undefined || !first) return [];
    const other = await this.#put("intend", { names: args, declaredAs }).catch((error) => {
      // Each write asks again, and fails then.
      if (error instanceof Conflict) return undefined;
      throw error;
    });
    if (!other) return [];
    const detail = `is already used by the ${other.label}, which another provider of this stack manages: keep one of the two resources`;
    return [{ field: first.name, code: "invalid", detail }];
  }

  /** Records that the engine compared an existing resource with the program. */
  compared(news: Props): void {
    const checked = this.#checkedAs(this.declaredAs(news));
    if (checked) checked.isCompared = true;
  }

  /**
   * Records that an existing resource keeps these names and this object. Throws `Conflict` when another one has it. Ignores a
   * resource without a check in this run, which the program does not declare. The engine also asks for a diff to refresh a resource
   * that it then removes (`up --refresh`, `destroy --refresh`), and for the dependents of an object that it deletes.
   */
  async held(id: string, identity: Props, news: Props): Promise<void> {
    const declaredAs = this.declaredAs(news);
    if (declaredAs === undefined) return;
    this.#claimAll(declaredAs, { ...identity, ...news });
    this.#assertNotTaken(id, declaredAs);
    this.#hold(id, { declaredAs });
    await this.#claimElsewhere(id, declaredAs, { ...identity, ...news });
  }

  /** Called before the first write to an existing object. Fails when another declared resource manages it. */
  async claim(id: string, inputs: Props, identity: Props): Promise<void> {
    const declaredAs = this.declaredAs(inputs);
    this.#claimAll(declaredAs, identity);
    await this.#claimElsewhere(id, declaredAs, { ...identity, ...inputs });
  }

  /** Records the object of a created resource, new or adopted. */
  async created(id: string, inputs: Props): Promise<void> {
    const declaredAs = this.declaredAs(inputs);
    this.#hold(id, { declaredAs, isNew: true });
    await this.#put("claim", { id, names: inputs, declaredAs }).catch((error) => {
      // The object exists, so the state must record it. Other processes cannot determine the holder either, and delete nothing.
      if (!(error instanceof Conflict)) throw error;
    });
  }

  /** Records that a resource has no object, although the program declares it: its creation failed. */
  failed(inputs: Props): void {
    const checked = this.checkOf(inputs);
    if (checked) checked.hasFailed = true;
  }

  /** Returns another provider process's resource that holds this object or declares the same unique value. */
  async elsewhere(id: string, names: Props): Promise<Other | undefined> {
    return this.#put("ask", { id, names, declaredAs: undefined });
  }

  holds(id: string): boolean {
    return this.#holders.has(id);
  }

  /** Returns a resource that declares these names and whose creation failed in this run. */
  waiting(names: Props): string | undefined {
    const claimants = this.#keysOf(names).map(({ key }) => this.#claims.get(key));
    const waiting = claimants.find((name) => this.#checkedAs(name)?.hasFailed);
    return waiting === undefined ? undefined : this.#quoted(waiting);
  }

  /** Returns the declared resource that holds this object and gives up this value of the unique key. */
  giver(id: string, key: unknown): string | undefined {
    const { declaredAs = "" } = this.#holders.get(id) ?? {};
    return givesUp(this.#checked.get(declaredAs), key) ? this.#quoted(declaredAs) : undefined;
  }

  /** True when the resource with these inputs replaces the object that has this value of the unique key. */
  replaces(inputs: Props, key: unknown): boolean {
    const { olds } = this.checkOf(inputs) ?? {};
    // The engine may send no old inputs for a replacement.
    return olds !== undefined && (Object.keys(olds).length === 0 || olds[this.#uniqueName ?? ""] === key);
  }

  /** Returns the declared resource that had this value of the unique key before the run, and another value in the program. */
  gaveUp(key: unknown): string | undefined {
    const had = ({ olds }: Checked) => olds?.[this.#uniqueName ?? ""] === key;
    const [declaredAs] = [...this.#checked].find(([, checked]) => had(checked) && givesUp(checked, key)) ?? [];
    return declaredAs === undefined ? undefined : this.#quoted(declaredAs);
  }

  /** Returns the name under which the resource with these inputs was checked. */
  declaredAs(inputs: Props): string | undefined {
    return this.#keysOf(inputs)
      .map(({ key }) => this.#claims.get(key))
      .find(isGiven);
  }

  identifies(inputs: Props): boolean {
    return this.#keysOf(inputs).length > 0;
  }

  /** Returns the facts about the resource with these inputs; undefined for one that the engine did not check. */
  checkOf(inputs: Props): Checked | undefined {
    return this.#checkedAs(this.declaredAs(inputs)) ?? this.#checkedByLabel.get(this.#labelOf(inputs));
  }

  /** Returns the recorded outputs of the object that these inputs name, under any resource. */
  recorded(inputs: Props): Props | undefined {
    return this.#keysOf(inputs)
      .map(({ key }) => this.#recorded.get(key))
      .find(isGiven);
  }

  /** Claims a key, unless another resource has claimed it. Returns the resource with the claim. */
  #claimFirst(key: string, declaredAs: string): string {
    const first = this.#claims.get(key) ?? declaredAs;
    this.#claims.set(key, first);
    return first;
  }

  #claimAll(declaredAs: string | undefined, names: Props): void {
    if (declaredAs === undefined) return;
    for (const { key } of this.#keysOf(names)) {
      const first = this.#claimFirst(key, declaredAs);
      if (first !== declaredAs)
        throw new Conflict(
          `the ${this.#quoted(first)} of this stack names the same ${this.#resource.title} already. Keep one of the two resources.`,
        );
    }
  }

  async #claimElsewhere(id: string, declaredAs: string | undefined, names: Props): Promise<void> {
    const other = await this.#put("claim", { id, names, declaredAs });
    if (!other) return;
    throw new Conflict(
      `the ${other.label}, which another provider of this stack manages, holds the same ${this.#resource.title} already. Keep one of the two resources.`,
    );
  }

  async #put(
    kind: Question["kind"],
    {
      id,
      names,
      declaredAs = "",
    }: { readonly id?: string; readonly names: Props; readonly declaredAs?: string | undefined },
  ): Promise<Other | undefined> {
    // When objects need not be unique, no resource holds one.
    if (!this.#isHeld()) return undefined;
    const { kind: resource } = this.#resource;
    const keys = this.#keysOf(names).map(({ key }) => `${resource} ${key}`);
    const object = id === undefined ? {} : { object: `${resource} id ${id.toLowerCase()}` };
    return this.#share({ kind, keys, ...object, label: this.#quoted(declaredAs) });
  }

  #labelOf(props: Props): unknown {
    return props[toCamel(this.#resource.label)];
  }

  #isHeld(): boolean {
    return this.#names.length > 0 || isSingle(this.#resource);
  }

  #checkedAs(declaredAs: string | undefined): Checked | undefined {
    return this.#checked.get(declaredAs ?? "");
  }

  /** Fails when another resource adopted the object in this run before the engine announced this one. */
  #assertNotTaken(id: string, declaredAs: string | undefined): void {
    const holder = this.#holders.get(id);
    if (!holder?.isNew || holder.declaredAs === declaredAs) return;
    const by = holder.declaredAs === undefined ? "another resource" : `the ${this.#quoted(holder.declaredAs)}`;
    throw new Conflict(`${by} of this stack has adopted it in this run. Keep one of the two resources.`);
  }

  #keysOf(props: Props): { name: string; key: string }[] {
    if (isSingle(this.#resource)) return [{ name: `the project's only ${this.#resource.title}`, key: "" }];
    const { parent } = this.#resource;
    const parentId = parent === undefined ? "" : props[toCamel(parent)];
    // Below a parent that is still unknown, no object can be named.
    if (typeof parentId !== "string" || isUnknown(parentId)) return [];
    const within = parentId === "" ? "" : `${parentId.toLowerCase()}/`;
    return this.#names.flatMap((name) => {
      const value = props[name];
      if (typeof value !== "string" || isUnknown(value)) return [];
      // The case of an identifier has no meaning; the case of a name does.
      return [{ name, key: `${name} ${within}${name === this.#uniqueName ? value : value.toLowerCase()}` }];
    });
  }

  /** Records the holder, unless objects of this class need not be unique. */
  #hold(id: string, holder: Holder): void {
    if (this.#isHeld()) this.#holders.set(id, holder);
  }

  #release(declaredAs: string): void {
    for (const [id, holder] of this.#holders) {
      if (holder.declaredAs === declaredAs && !holder.isNew) this.#holders.delete(id);
    }
  }

  #quoted(declaredAs: string): string {
    return `${this.#className} "${declaredAs}"`;
  }
}

/** True when the program gives the resource another value of the unique key. */
function givesUp(checked: Checked | undefined, key: unknown): boolean {
  const { wanted } = checked ?? {};
  return typeof wanted === "string" && !isUnknown(wanted) && wanted !== key;
}
