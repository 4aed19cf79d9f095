// What the program sets each argument to, for the printers of both languages.

import {
  argumentFields,
  holdsSecret,
  type Resource,
  type ResourceName,
  resources,
  toCamel,
} from "../../contract/index.ts";
import type { AccountObject } from "../account/account.ts";
import { exportable } from "../account/kinds.ts";
import type { Declared } from "./arguments.ts";
import { type Piece, piecesIn, type Scripts, scriptAddress } from "./references.ts";

export interface Declaration extends AccountObject, Declared {
  readonly name: string;
  readonly variable: string;
}

export interface Secret {
  readonly key: string;
  readonly value: string;
}

export class Text {
  readonly pieces: readonly Piece[];

  constructor(...pieces: readonly Piece[]) {
    this.pieces = pieces;
  }
}

/** JSON in which each text is a `Text`. It has no null, which no program can set. */
export type Value = Text | number | boolean | readonly Value[] | { readonly [name: string]: Value };

export interface Shared {
  readonly keys: ReadonlyMap<string, string>;
  readonly scripts: Scripts;
  /** Class and id → constant that holds the resource. */
  readonly targets: ReadonlyMap<string, string>;
}

export function sharedBy(declarations: readonly Declaration[]): Shared {
  const scripts = declarations.flatMap((each) => {
    const address = scriptAddress(each);
    return address === undefined ? [] : [[address, each.variable] as const];
  });
  return {
    // The first of several keys with the same value is used.
    keys: new Map(
      secretsOf(declarations)
        .toReversed()
        .map(({ key, value }) => [value, key]),
    ),
    scripts: new Map(scripts),
    targets: new Map(declarations.map(({ type, live, variable }) => [`${type} ${String(live.id)}`, variable])),
  };
}

export function valuesOf(declaration: Declaration, shared: Shared): { readonly [argument: string]: Value } {
  const set = Object.entries(declaration.args).map(([argument, value]) => [
    argument,
    typeof value === "string"
      ? textOf(declaration, argument, value, shared)
      : jsonOf(value, piecesIn(declaration, argument, shared.scripts)),
  ]);
  return Object.fromEntries(set);
}

function textOf(declaration: Declaration, argument: string, value: string, shared: Shared): Text {
  const { type } = declaration;
  const target = shared.targets.get(`${targetKinds.get(type)?.get(argument)} ${value}`);
  if (target) return new Text({ constant: target, output: "id" });
  const key = shared.keys.get(value);
  if (key) return new Text({ secret: key });
  return new Text(...piecesIn(declaration, argument, shared.scripts)(value));
}

function jsonOf(value: unknown, piecesOf: (text: string) => readonly Piece[]): Value {
  if (typeof value === "string") return new Text(...piecesOf(value));
  if (Array.isArray(value)) return value.map((each) => jsonOf(each, piecesOf));
  if (typeof value !== "object") return value as number | boolean;
  return Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, jsonOf(each, piecesOf)]));
}

/** Characters that a reader of the program could not see or would take for a space, or that change the direction of a line. */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** Escapes invisible characters in the text of literals. `toEscape` gets a code point. */
export function withInvisibleEscaped(text: string, toEscape: (codePoint: number) => string): string {
  return text.replace(INVISIBLE, (character) =>
    character === "\n" ? character : toEscape(character.codePointAt(0) ?? 0),
  );
}

export function textsIn(value: Value): readonly Text[] {
  if (value instanceof Text) return [value];
  return typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Returns the values that are kept out of the program, with their configuration keys. */
export function secretsOf(declarations: readonly Declaration[]): Secret[] {
  return declarations.flatMap(({ type, variable, args }) =>
    Object.entries(args).flatMap(([argument, value]) =>
      isSecret(resources[type], argument, value) ? [{ key: secretKey(variable, argument), value }] : [],
    ),
  );
}

/** Returns the configuration key of a secret. It does not depend on the other exported objects. */
function secretKey(variable: string, argument: string): string {
  return variable + argument.charAt(0).toUpperCase() + argument.slice(1);
}

export function isSecret(resource: Resource, argument: string, value: unknown): value is string {
  return typeof value === "string" && argument !== toCamel(resource.label) && holdsSecret(value);
}

/** Class → arguments that hold the id of another object, each with that object's class. */
export const targetKinds: ReadonlyMap<ResourceName, ReadonlyMap<string, ResourceName>> = new Map(
  exportable.map((type) => {
    const { fields }: Resource = resources[type];
    const kinds = [...argumentFields(resources[type])].map(([argument, wire]) => [argument, fields[wire]?.refersTo]);
    return [type, new Map(kinds.filter((each): each is [string, ResourceName] => each[1] !== undefined))];
  }),
);
