// A fake `gh` command. It keeps labels, issues and one pull request's comments in the file that GH_STATE names. It accepts only
// the options it supports, and refuses the same requests as GitHub.

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly labels: readonly { readonly name: string }[];
  readonly comments: string[];
  body: string;
  state: "open" | "closed";
  /** Only for a pull request: the API lists it among the issues. */
  readonly pull_request?: object;
}

export interface Hub {
  readonly labels: string[];
  readonly issues: Issue[];
  /** The comments of pull request 7. */
  readonly comments: { readonly id: number; readonly user: { readonly login: string }; body: string }[];
}

/** The author of writes with a job's own token. */
const BOT = "github-actions[bot]";
const MAXIMUM_BODY = 65_536;
const MAXIMUM_DESCRIPTION = 100;

class Refused extends Error {}

function main([noun = "", verb = "", ...rest]: string[]): void {
  const file = process.env.GH_STATE ?? "";
  const hub: Hub = JSON.parse(readFileSync(file, "utf8"));
  const host = process.env.GH_HOST ?? "";
  if (host !== (process.env.GH_SERVER ?? "github.com")) throw new Refused(`no token for ${host}`);
  // Like gh: a self-hosted server needs another token.
  const token = host === "github.com" ? process.env.GH_TOKEN : process.env.GH_ENTERPRISE_TOKEN;
  const permissions: { readonly [name: string]: string } = JSON.parse(token || "{}");
  const demand = (name: string, ...enough: string[]) => {
    if (!enough.includes(permissions[name] ?? "none"))
      throw new Refused("HTTP 403: Resource not accessible by integration");
  };
  if (noun === "api") {
    const { values, positionals } = read([verb, ...rest], { jq: true, method: true, field: true }, [
      "paginate",
      "silent",
    ]);
    const url = new URL(positionals[0] ?? "", "https://api.github.com");
    const path = url.pathname.replace("/repos/acme/phones/issues", "");
    const isComment = path.includes("/comments");
    demand(isComment ? "pull-requests" : "issues", "write", ...(values.method ? [] : ["read"]));
    if (values.method) change(hub, values.method, path, bodyFrom(values.field?.replace(/^body=@/, "")));
    // 100 of them on a page, the newest issues first.
    const found = isComment ? hub.comments : listed(hub, url).reverse();
    if (values.jq) print(values.jq, values.paginate ? found : found.slice(0, 100));
    writeFileSync(file, JSON.stringify(hub));
    return;
  }
  if (process.env.GH_REPO !== "acme/phones") throw new Refused("set GH_REPO");
  demand("issues", "write");
  const command = COMMANDS[`${noun} ${verb}`];
  if (!command) throw new Refused(`unknown command ${noun} ${verb}`);
  command(hub, rest);
  writeFileSync(file, JSON.stringify(hub));
}

function change(hub: Hub, method: string, path: string, body: string): void {
  const known = hub.comments.find(({ id }) => path === `/comments/${id}`);
  if (method === "PATCH" && known) known.body = body;
  else if (method === "POST" && path === "/7/comments")
    hub.comments.push({ id: 9000 + hub.comments.length, user: { login: BOT }, body });
  else throw new Refused(`HTTP 404: ${method} ${path}`);
}

function print(filter: string, found: readonly { readonly body: string }[]): void {
  const { MARK = "\0" } = process.env;
  const filters: { readonly [text: string]: () => unknown[] } = {
    ".[] | tojson": () => found.map((each) => JSON.stringify(each)),
    [`.[] | select(.user.login == "${BOT}" and (.body | startswith(env.MARK))) | .id`]: () =>
      found.flatMap((each) => {
        const { id, user } = each as Partial<Hub["comments"][number]>;
        return user?.login === BOT && each.body.startsWith(MARK) ? [id] : [];
      }),
  };
  const apply = filters[filter];
  if (!apply) throw new Refused(`unknown filter ${filter}`);
  process.stdout.write(
    apply()
      .map((each) => `${each}\n`)
      .join(""),
  );
}

/** The REST API's list of issues. */
function listed(hub: Hub, url: URL): Issue[] {
  if (url.pathname !== "/repos/acme/phones/issues") throw new Refused(`HTTP 404: ${url.pathname}`);
  const { labels, state, ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).some((name) => name !== "per_page")) throw new Refused(`unknown parameters in ${url}`);
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
    ...Object.keys(texts).map((name) => [name, { type: "string" as const, ...(name === "field" && { short: "F" }) }]),
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
