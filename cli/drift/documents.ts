import { isDeepStrictEqual } from "node:util";
import { parseDocument } from "yaml";
import { type Change, masked } from "../../contract/index.ts";

/** Returns what differs between the contents of two scripts: each place in the document, or the whole where none can be named. */
export function documentChanges(property: string, expected: unknown, actual: unknown): Change[] {
  // Masked as a whole: the name of a header decides whether its value is a secret.
  const [before, after] = [expected, actual].map((text) => masked(parsed(text)));
  const changes = isTree(before) && isTree(after) ? leaves(property, before, after) : [];
  return changes.length > 0 ? changes : [{ property, ...given({ expected, actual }) }];
}

/** A program may write a script as an object or as a text. */
function parsed(contents: unknown): unknown {
  if (typeof contents !== "string") return contents;
  if (contents.trimStart().startsWith("<")) return undefined;
  const document = parseDocument(contents);
  return document.errors.length > 0 ? undefined : document.toJS();
}

type Tree = { readonly [key: string]: unknown };

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null;
}

function leaves(path: string, before: Tree, after: Tree): Change[] {
  const isList = Array.isArray(before);
  // Steps that were added or removed would be compared with their neighbours.
  if (isList !== Array.isArray(after) || (isList && Object.keys(before).length !== Object.keys(after).length))
    return [{ property: path, expected: before, actual: after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const place = isList ? `${path}[${key}]` : `${path}.${key}`;
    const [expected, actual] = [before[key], after[key]];
    if (isDeepStrictEqual(expected, actual)) return [];
    if (isTree(expected) && isTree(actual)) return leaves(place, expected, actual);
    return [{ property: place, ...given({ expected, actual }) }];
  });
}

function given(values: { readonly expected: unknown; readonly actual: unknown }) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
