// Decides how a name of the API (snake_case) and a name in a program (camelCase) stand for each other.

/** `call_relay_script_url` → `callRelayScriptUrl` */
export function toCamel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `callRelayScriptUrl` → `call_relay_script_url` */
export function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
