// Checks the version of Node. Its syntax is readable for an old Node.

const MINIMUM = [22, 19] as const;

export function satisfiesMinimum(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1]);
}

export function tooOld(version: string): string {
  return `pulumi-signalwire needs Node ${MINIMUM.join(".")} or newer; this is ${version}. Install a newer one from https://nodejs.org/, or with your version manager (nvm install 24, fnm install 24).`;
}
