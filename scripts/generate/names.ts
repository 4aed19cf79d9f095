// Spellings of names. Nothing here loads the contract.

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `SipEndpoint` → `sip-endpoint` */
export function kebabCase(className: string): string {
  return className.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
