// `npm test -- <room>` runs the tests that a change in this folder concerns, in whatever folder they are.

const ENGINE = "tests/engine";
const IN_CI = `${ENGINE}/in-ci`;
/** What proves several rooms at once: the rows of the contract, the server and the provider, and the generated files. */
const ROWS = "tests/conformance";
/** What a change breaks is the server's answer, and the command line's words. */
const REACH = "tests/cli/calls";
/** The bodies of failures, which only the client reads. */
const FAILURES = "tests/provider/client/errors";

/** Room → beginnings of test files' paths. `docs` are all pages, `ci` is what runs in a user's CI. */
export const ROOMS: { readonly [room: string]: readonly string[] } = {
  contract: [
    "tests/contract",
    ROWS,
    FAILURES,
    "tests/records",
    "tests/provider/fields",
    "tests/provider/lifecycle",
    "tests/live",
  ],
  provider: [
    "tests/provider",
    `${ROWS}/provider`,
    `${ROWS}/secrets`,
    `${ROWS}/slow`,
    `${ENGINE}/lives`,
    `${ENGINE}/lifecycle`,
  ],
  plugin: ["tests/provider/doors", `${IN_CI}/plugin`, `${IN_CI}/declared-provider`, `${IN_CI}/other-languages`],
  sdk: ["tests/sdk", `${IN_CI}/installed`, `${IN_CI}/other-languages`],
  server: ["tests/server", `${ROWS}/server`, "tests/records", REACH],
  policy: ["tests/policy", `${ROWS}/generated`, `${IN_CI}/packed-policies`, `${IN_CI}/own-rules`],
  cli: ["tests/cli", ...["declared-accounts", "drift"].map((name) => `${IN_CI}/${name}`)],
  examples: ["tests/sdk/types", "tests/cli/init", `${IN_CI}/examples`, `${IN_CI}/packed`, `${IN_CI}/other-languages`],
  ci: ["tests/ci"],
  docs: [...["links", "sentences", "facts"].map((name) => `tests/scripts/${name}`), `${IN_CI}/documented-commands`],
  scripts: ["tests/scripts", `${IN_CI}/start`],
};

/** Returns the arguments with each name of a room replaced by the paths of its tests. A folder of tests brings its rows. */
export function withRooms(args: readonly string[]): string[] {
  return args.flatMap((arg) => {
    if (Object.hasOwn(ROOMS, arg)) return ROOMS[arg] ?? [];
    const beside = [ROWS, REACH, FAILURES];
    const rows =
      ROOMS[arg.replace(/^tests\/|\/$/g, "")]?.filter((path) => beside.some((each) => path.startsWith(each))) ?? [];
    return [arg, ...rows];
  });
}
