import { type Field, isExtraField, json, type Resource } from "../../contract/index.ts";
import { text } from "../../contract/values.ts";

/**
 * Returns the descriptor as on the live service when extra fields are accepted (gap `unknown-keys`): any handler, and fields
 * that the specification does not list.
 */
export function withExtraFields(resource: Resource, extraFields: boolean): Resource {
  if (!extraFields || !resource.extra) return resource;
  const choosing = new Set(resource.handlers.map(({ field }) => field));
  const fields = Object.entries(resource.fields).map(([name, field]): [string, Field] => {
    if (choosing.has(name)) return [name, { ...field, type: text(field.type.example as string) }];
    return [name, isExtraField(resource, name) ? { type: json, doc: field.doc } : field];
  });
  return { ...resource, isOpen: true, fields: Object.fromEntries(fields) };
}
