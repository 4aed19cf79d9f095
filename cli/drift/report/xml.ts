// Decides how text becomes XML 1.0: what would be read as markup is escaped, what may not occur at all is dropped.

export type Attributes = { readonly [name: string]: string | number };

/** An element; `content` is XML already. */
export function element(name: string, attributes: Attributes, content = ""): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(String(value))}"`);
  return content === "" ? `<${name}${list.join("")}/>` : `<${name}${list.join("")}>${content}</${name}>`;
}

export function text(content: string): string {
  return content.replace(FORBIDDEN, "").replace(/[&<>]/g, entity).replaceAll("\r", "&#13;");
}

/** A reader of XML makes spaces of line breaks and tabs that stand in an attribute as they are. */
function attribute(value: string): string {
  return value.replace(FORBIDDEN, "").replace(/[&<>"\t\n\r]/g, entity);
}

function entity(character: string): string {
  return NAMED[character] ?? `&#${character.charCodeAt(0)};`;
}

const NAMED: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
