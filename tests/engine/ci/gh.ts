// Stands in for GitHub behind the `gh` command, which no test can reach: it keeps labels and issues in the file that GH_STATE
// names, takes the options it knows and no others, and refuses what GitHub refuses.

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly labels: readonly { readonly name: string }[];
  readonly comments: string[];
  body: string;
  state: "open" | "closed";
  /** Only of a pull request, which the API lists among the issues. */
  readonly pull_request?: object;
}

export interface Hub {
  readonly labels: string[];
  readonly issues: Issue[];
}

const MAXIMUM_BODY = 65_536;
const MAXIMUM_DESCRIPTION = 100;

class Refused extends Error {}

function main([noun = "", verb = "", ...rest]: string[]): void {
  const file = process.env.GH_STATE ?? "";
  const hub: Hub = JSON.parse(readFileSync(file, "utf8"));
  const { issues: permission = "none" } = JSON.parse(process.env.GH_TOKEN || "{}");
  if (process.env.GH_REPO !== "acme/phones") throw new Refused("set GH_REPO");
  if (permission === "none") throw new Refused("HTTP 403: Resource not accessible by integration");
  if (process.env.GH_HOST !== "github.com") throw new Refused("set GH_HOST");
  if (noun === "api") {
    const { values, positionals } = read([verb, ...rest], { jq: true }, ["paginate"]);
    if (values.jq !== ".[] | tojson") throw new Refused(`unknown filter ${values.jq}`);
    // The newest first, and 100 of them on a page.
    const found = listed(hub, positionals[0] ?? "").reverse();
    const page = values.paginate ? found : found.slice(0, 100);
    process.stdout.write(page.map((each) => `${JSON.stringify(each)}\n`).join(""));
    return;
  }
  if (permission !== "write") throw new Refused("HTTP 403: Resource not accessible by integration");
  const command = COMMANDS[`${noun} ${verb}`];
  if (!command) throw new Refused(`unknown command ${noun} ${verb}`);
  command(hub, rest);
  writeFileSync(file, JSON.stringify(hub));
}

/** The REST API's list of issues. */
function listed(hub: Hub, path: string): Issue[] {
  const url = new URL(path, "https://api.github.com");
  if (url.pathname !== "/repos/acme/phones/issues") throw new Refused(`HTTP 404: ${url.pathname}`);
  const { labels, state, ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).some((name) => name !== "per_page")) throw new Refused(`unknown parameters in ${path}`);
  return hub.issues.filter((issue) => issue.state === state && issue.labels.some(({ name }) => name === labels));
}

const COMMANDS: { readonly [command: string]: (hub: Hub, args: string[]) => void } = {
  "label create": (hub, args) => {
    const { values, positionals } = read(args, { color: true, description: true }, ["force"]);
    const [name] = positionals;
    if (!name || !/^[0-9A-F]{6}$/.test(values.color ?? "")) throw new Refused("HTTP 422: Validation Failed");
    if ((values.description ?? "").length > MAXIMUM_DESCRIPTION) throw new Refused("HTTP 422: description is too long");
    if (hub.labels.includes(name) && !values.force) throw new Refused(`label with name "${name}" already exists`);
    if (!hub.labels.includes(name)) hub.labels.push(name);
  },
  "issue create": (hub, args) => {
    const { values } = read(args, { title: true, label: true, "body-file": true });
    const { title, label = "" } = values;
    if (!title) throw new Refused("must provide `--title` and `--body` when not running interactively");
    if (!hub.labels.includes(label)) throw new Refused(`could not add label: '${label}' not found`);
    const number = hub.issues.length + 1;
    const body = bodyFrom(values["body-file"]);
    hub.issues.push({ number, title, labels: [{ name: label }], comments: [], body, state: "open" });
    process.stdout.write(`https://github.com/acme/phones/issues/${number}\n`);
  },
  "issue edit": (hub, args) => {
    const { values, positionals } = read(args, { "body-file": true });
    issue(hub, positionals).body = bodyFrom(values["body-file"]);
  },
  "issue comment": (hub, args) => {
    const { values, positionals } = read(args, { body: true });
    issue(hub, positionals).comments.push(values.body ?? "");
  },
  "issue close": (hub, args) => {
    const { values, positionals } = read(args, { comment: true });
    const closed = issue(hub, positionals);
    closed.state = "closed";
    closed.comments.push(values.comment ?? "");
  },
};

function read(args: string[], texts: { readonly [name: string]: true }, flags: readonly string[] = []) {
  const options = Object.fromEntries([
    ...Object.keys(texts).map((name) => [name, { type: "string" as const }]),
    ...flags.map((name) => [name, { type: "boolean" as const }]),
  ]);
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  return { values: values as { readonly [name: string]: string | undefined }, positionals };
}

function issue(hub: Hub, [number]: readonly string[]): Issue {
  const found = hub.issues.find((each) => String(each.number) === number);
  if (!found) throw new Refused(`could not find issue ${number}`);
  return found;
}

function bodyFrom(file: string | undefined): string {
  const body = readFileSync(file ?? "", "utf8");
  if (body.length > MAXIMUM_BODY) throw new Refused("HTTP 422: body is too long (maximum is 65536 characters)");
  return body;
}

if (import.meta.main) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`gh: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
