import { type Field, isExtraField, json, type Resource } from "../../contract/index.ts";
import { setOf, text } from "../../contract/values.ts";

/**
 * Returns the descriptor of bodies and answers, without the fields that requests of their own set. When extra fields are accepted
 * (gap `unknown-keys`), it is that of the live service: any handler, and fields that the specification does not list.
 */
export function served(resource: Resource, extraFields: boolean): Resource {
  const inBodies = Object.entries(resource.fields).filter(([, { assigned }]) => !assigned);
  const isWhole = inBodies.length === Object.keys(resource.fields).length;
  if (!extraFields || !resource.extra)
    return isWhole ? resource : { ...resource, fields: Object.fromEntries(inBodies) };
  const choosing = new Set(resource.handlers.map(({ field }) => field));
  const fields = inBodies.map(([name, field]): [string, Field] => {
    if (choosing.has(name)) return [name, { ...field, type: text(field.type.example as string) }];
    const [first, ...further] = field.type.values ?? [];
    const more = resource.extra?.values[name];
    if (more && first !== undefined) return [name, { ...field, type: setOf([first, ...further, ...more], [first]) }];
    return [name, isExtraField(resource, name) ? { type: json, doc: field.doc } : field];
  });
  return { ...resource, isOpen: true, fields: Object.fromEntries(fields) };
}
