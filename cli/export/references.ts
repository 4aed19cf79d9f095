// References to scripts: in a URL argument, and in the documents of other scripts.

import { literalPattern, own, type Resource, type ResourceName, resources } from "../../contract/index.ts";
import type { Live } from "../../provider/client/answers.ts";

/** Written as it is, or an output of the resource in a constant, or a secret of the configuration. */
export type Piece =
  | { readonly text: string }
  | { readonly constant: string; readonly output: string }
  | { readonly secret: string };

const ADDRESS = "requestUrl";

/** Address → constant of the script's resource, in the order of the declarations. */
export type Scripts = ReadonlyMap<string, string>;

interface Declared {
  readonly type: ResourceName;
  readonly live: Live;
  readonly args: { readonly [argument: string]: unknown };
}

function isUrl(argument: string): boolean {
  return argument.endsWith("Url");
}

export function scriptAddress({ type, live }: Declared): string | undefined {
  const { hosted }: Resource = resources[type];
  return hosted && String(live[hosted.url]);
}

/**
 * Puts each script after those of its kind that its document names, because a constant must exist before it is used. Scripts that
 * name each other in a circle refer to the earlier ones only.
 */
export function inOrder<T extends Declared>(declarations: readonly T[]): T[] {
  const byAddress = new Map(declarations.map((each) => [scriptAddress(each), each] as const));
  const visited = new Set<T>();
  const ordered: T[] = [];
  const visit = (declaration: T) => {
    if (visited.has(declaration)) return;
    visited.add(declaration);
    const { hosted }: Resource = resources[declaration.type];
    const text = hosted ? JSON.stringify(own(declaration.args, hosted.contents) ?? "") : "";
    for (const [address] of hosted ? text.matchAll(addressesLike(declaration)) : []) {
      const named = byAddress.get(address);
      if (named) visit(named);
    }
    ordered.push(declaration);
  };
  for (const each of declarations) visit(each);
  return ordered;
}

/** Returns a function that splits a text of an argument at the addresses of scripts. */
export function piecesIn(
  declaration: Declared,
  argument: string,
  scripts: Scripts,
): (text: string) => readonly Piece[] {
  const { hosted }: Resource = resources[declaration.type];
  if (hosted && argument === hosted.contents) {
    const places = new Map([...scripts.keys()].map((address, at) => [address, at]));
    const place = places.get(scriptAddress(declaration) ?? "") ?? 0;
    const isEarlier = (address: string) => (places.get(address) ?? place) < place;
    const separator = new RegExp(`(${addressesLike(declaration).source})`);
    // Every second piece is like an address.
    return (text) =>
      text.split(separator).flatMap((piece, at): Piece[] => {
        if (at % 2 === 1 && isEarlier(piece)) return [{ constant: scripts.get(piece) ?? "", output: ADDRESS }];
        return piece === "" && text !== "" ? [] : [{ text: piece }];
      });
  }
  if (hosted || !isUrl(argument)) return (text) => [{ text }];
  return (text) => {
    const [, address = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(text) ?? [];
    const constant = scripts.get(address);
    return constant === undefined
      ? [{ text }]
      : [{ constant, output: ADDRESS }, ...(rest === "" ? [] : [{ text: rest }])];
  };
}

function addressesLike(declaration: Declared): RegExp {
  const address = scriptAddress(declaration) ?? "";
  const start = address.slice(0, address.lastIndexOf("/") + 1);
  return new RegExp(`${literalPattern(start)}[\\w-]+`, "g");
}
