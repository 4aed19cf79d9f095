import { toCamel, withArticle } from "./names.ts";
import type { Operation, OperationName, Scope } from "./operation.ts";
import { type Field, type Resource, rest } from "./resource.ts";
import { flag, text } from "./values.ts";

type Shared = "handlers" | "label" | "operations" | "source" | "uniqueKey" | "usage";

/** What one kind has of its own. */
interface Differences extends Omit<Resource, Shared> {
  /** The field by which people and the provider recognise an object. */
  readonly key: string;
  readonly path: string;
  readonly scope: Scope | readonly Scope[];
  /** The assumption behind the operations. */
  readonly gap: string;
  /** The service has no update: a change of an argument replaces the object. */
  readonly isFixed?: true;
  /** Differences from the usual form. */
  readonly operations?: { readonly [name in OperationName]?: Partial<Operation> };
  readonly handlers?: Resource["handlers"];
  /** Default: the assumption. */
  readonly source?: string;
  /** Paragraphs for authors of programs, after the shared ones. */
  readonly notes?: readonly string[];
  /** A sentence about `adopt`, after the shared ones. */
  readonly adopting?: string;
  /** A sentence about what else a deletion means. */
  readonly deleting?: string;
}

/** The descriptor, with what other files read of the kind by name. */
type CreatedResource<Kind extends Differences> = Omit<Resource, "gaps"> &
  Pick<Kind, "kind" | "fields" | Extract<keyof Kind, "gaps" | "example">> & {
    readonly operations: { readonly [name in Exclude<OperationName, "update">]: Operation };
  };

/**
 * Describes a kind whose objects a program creates, changes in place (unless `isFixed`) and deletes. The provider recognises
 * an object by its key.
 */
export function created<const Kind extends Differences>(kind: Kind): CreatedResource<Kind> {
  const { key, path, scope, gap, operations = {}, isFixed, notes = [], adopting, deleting, ...own }: Differences = kind;
  const { title } = kind;
  const names = [...(kind.parent === undefined ? [] : [kind.parent]), key];
  const argument = names.map((name) => `\`${toCamel(name)}\``).join(" and ");
  const all = { create: {}, list: {}, read: {}, delete: {}, ...(!isFixed && { update: {} }), ...operations };
  const resource: Resource = {
    handlers: [],
    source: `gap ${gap}`,
    ...own,
    label: key,
    uniqueKey: key,
    usage: {
      paragraphs: [
        `${isFixed ? "Created and deleted with the stack; a change of an argument replaces it." : "Created, changed in place and deleted with the stack."}${sentence(deleting)}`,
        ...notes,
      ],
      lookUpId: `${kind.parent === undefined ? "" : `the \`${toCamel(kind.parent)}\`, a slash and `}the ${title}'s identifier at the service`,
    },
    operations: rest({ path, title, scope, gap, operations: all }),
    fields: {
      id: {
        type: text("3fa85f64-5717-4562-b3fc-2c963f66afa6"),
        doc: "The identifier under which the service keeps the object. Changing and deleting use it.",
        responseOnly: true,
      },
      ...kind.fields,
      ...(kind.keyMayRepeat && { [key]: { gap: "repeated-keys", ...kind.fields[key] } as Field }),
    },
    settings: {
      ...kind.settings,
      adopt: {
        type: flag(),
        doc: `Takes over ${withArticle(title)} that has this ${argument} already, and sets it to the program's values.${sentence(adopting)}`,
        default: { value: false },
        adoptsAsIs: true,
        onlyAtFirst: true,
      },
    },
  };
  return resource as Resource & CreatedResource<Kind>;
}

function sentence(text: string | undefined): string {
  return text === undefined ? "" : ` ${text}`;
}
