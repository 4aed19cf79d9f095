// Derives the package's names in every registry from package.json: `repository`, and what the block `identity` states otherwise.

import { readFileSync } from "node:fs";

/** The names and addresses of the package. Programs contain some of them, so they stay after the first release. */
export interface Identity {
  /** The page of the repository. */
  readonly repository: string | undefined;
  readonly publisher: string | undefined;
  /** The owner in Pulumi's Registry. */
  readonly namespace: string | undefined;
  /** The address of the archives of the plugin. */
  readonly pluginDownloadURL: string | undefined;
  readonly logo: string | undefined;
  readonly npm: string;
  /** The module that a Python program imports. */
  readonly python: string;
  /** The module of the Go SDK; its package is `signalwire` below it. */
  readonly go: string;
  /** The namespace above `Signalwire` in .NET. */
  readonly nuget: string;
  /** The package above `signalwire` in Java. */
  readonly maven: string;
}

/** The members of package.json that state the identity. `null` in `identity` means: derived from `repository`. */
interface Manifest {
  readonly name: string;
  readonly repository?: { readonly url: string };
  readonly identity: { readonly [name in Exclude<keyof Identity, "repository" | "npm">]: string | null };
}

export function identityOf({ name, repository: { url } = { url: "" }, identity }: Manifest): Identity {
  const repository = url.replace(/^git\+|\.git$/g, "") || undefined;
  const { host = "", pathname = "" } = repository === undefined ? {} : new URL(repository);
  const [, owner, project = name] = pathname.split("/");
  const isGitHub = host === "github.com";
  const derived = {
    publisher: undefined,
    namespace: owner,
    pluginDownloadURL: isGitHub ? `github://api.github.com/${owner}/${project}` : undefined,
    logo: isGitHub ? `https://raw.githubusercontent.com${pathname}/main/docs/pictures/logo.svg` : undefined,
    python: name.replaceAll("-", "_"),
    // Pulumi derives names of its own, such as `Pulumi.Signalwire`, where these are absent.
    go: `${host + pathname || name}/sdk/go`,
    nuget: pascal(owner ?? name),
    maven: owner === undefined ? name.replaceAll("-", "") : [...mavenHost(host), owner.replaceAll("-", "")].join("."),
  };
  const stated = Object.entries(identity).filter(([, value]) => value !== null);
  return { repository, npm: name, ...derived, ...Object.fromEntries(stated) };
}

/** Returns a sentence for each member that only the owner can state. */
export function missingIdentity(manifest: Manifest): string[] {
  const { repository, publisher, pluginDownloadURL, logo } = identityOf(manifest);
  const given = {
    repository: [repository, 'the address of the repository, as { "type": "git", "url": "git+https://…" }'],
    "identity.publisher": [publisher, "the name that Pulumi's Registry shows as the publisher"],
    "identity.pluginDownloadURL": [pluginDownloadURL, "the address of the folder with the plugin's archives"],
    "identity.logo": [logo, "the address of docs/pictures/logo.svg"],
  };
  return Object.entries(given).flatMap(([name, [value, meaning]]) =>
    value === undefined ? [`${name}: ${meaning}`] : [],
  );
}

export const manifest: Manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

export const identity = identityOf(manifest);

/** `github.com` → `io.github`, the group that Maven Central gives to an owner there. */
function mavenHost(host: string): string[] {
  const [site = host] = /^(?:github|gitlab)(?=\.com$)/.exec(host) ?? [];
  return site === host ? host.split(".").reverse() : ["io", site];
}

/** `pulumi-signalwire` → `PulumiSignalwire` */
function pascal(text: string): string {
  return text.replace(/(?:^|[-_.])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
