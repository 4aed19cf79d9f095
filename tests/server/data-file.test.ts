import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { DataFileError, startServer } from "../../server/index.ts";
import { clientOf, dataFile, ENDPOINTS, given, JWT, NUMBERS, PROFILE } from "./support.ts";

test("everything is there after a restart: credentials, objects, and the validity of tokens", async () => {
  const data = dataFile();
  const before = await startServer({ data });
  const client = clientOf(before);
  const { body } = await client.post(ENDPOINTS, { username: "alice", password: "x" });
  await client.post(ENDPOINTS, { username: "bob", password: "x" });
  const number = (await client.get(NUMBERS)).body.data[0];
  await client.put(`${NUMBERS}/${number.id}`, { name: "Desk" });
  await client.put(PROFILE, { default_codecs: ["OPUS"] });
  const { refresh_token } = (await client.post(JWT)).body;
  const { next } = (await client.get(`${ENDPOINTS}?page_size=1`)).body.links;
  await before.close();

  const after = await given({ data });
  expect(after.server.project).toStrictEqual(before.project);
  expect([before.seeded, after.server.seeded]).toStrictEqual([true, false]);
  expect((await after.get(`${ENDPOINTS}/${body.id}`)).body).toStrictEqual({ ...body, codecs: ["OPUS"] });
  expect((await after.get(`${NUMBERS}/${number.id}`)).body.name).toBe("Desk");
  expect((await after.put(JWT, { refresh_token })).status).toBe(200);
  expect((await after.get(next)).body.data).toHaveLength(1);
});

test("user names that a database might take for one another are kept apart, and survive a restart", async () => {
  const data = dataFile();
  const before = await startServer({ data });
  const odd = ["nul", "nul\u0000l", "nul\u0000m", "\ud800", "\ud801", "\ufffd", "it's", "\u{1f600}"];
  odd.push("e\u0301", "\u00e9");
  for (const name of odd) expect((await clientOf(before).post(ENDPOINTS, user(name))).status).toBe(201);
  await before.close();

  const { get, post } = await given({ data });
  const names = (await get(ENDPOINTS)).body.data.map(({ username }: { username: string }) => username);
  expect(names.reverse()).toStrictEqual(odd);
  for (const name of odd) expect((await post(ENDPOINTS, user(name))).status).toBe(422);
});

test("a password is neither in the file nor in a snapshot", async () => {
  const data = dataFile();
  const server = await startServer({ data });
  const { post, put } = clientOf(server);
  const { body } = await post(ENDPOINTS, { username: "alice", password: "correct-horse-battery" });
  await put(`${ENDPOINTS}/${body.id}`, { password: "staple-for-all-horses" });
  const snapshot = JSON.stringify(server.snapshot());
  await server.close();
  for (const kept of [readFileSync(data, "latin1"), snapshot]) {
    expect(kept).not.toMatch(/correct-horse|staple-for/);
    expect(kept).toContain("alice");
  }
});

function user(username: string) {
  return { username, password: "x" };
}

async function refusal(data: string): Promise<DataFileError> {
  const result = await startServer({ data }).catch((error) => error);
  expect(result).toBeInstanceOf(DataFileError);
  return result;
}

function execute(data: string, sql: string): void {
  const database = new DatabaseSync(data);
  database.exec(sql);
  database.close();
}

const DOCUMENT = "PRAGMA ignore_check_constraints = 1; UPDATE objects SET document = 'x' WHERE resource = 'sipProfile'";

test.each<[string, DataFileError["code"], (data: string) => void]>([
  ["of another program", "data_file_foreign", (data) => writeFileSync(data, "dear diary, today I wrote a test")],
  [
    "that is another program's database",
    "data_file_foreign",
    (data) => {
      rmSync(data);
      execute(data, "CREATE TABLE diary (entry TEXT)");
    },
  ],
  ["of a newer version", "data_file_newer", (data) => execute(data, "PRAGMA user_version = 99")],
  ["with overwritten bytes", "data_file_damaged", (data) => writeFileSync(data, readFileSync(data).fill(0xab, 8192))],
  ["whose rows make no sense", "data_file_damaged", (data) => execute(data, DOCUMENT)],
])("a file %s is refused as %s and left as it was", async (_, code, spoil) => {
  const data = dataFile();
  const server = await startServer({ data });
  for (let n = 0; n < 50; n += 1) await clientOf(server).post(ENDPOINTS, user(`user-${n}`));
  await server.close();
  spoil(data);
  const [bytes, files] = [readFileSync(data), readdirSync(dirname(data))];
  expect(await refusal(data)).toMatchObject({ code });
  expect(readFileSync(data).equals(bytes)).toBe(true);
  expect(readdirSync(dirname(data))).toStrictEqual(files);
});

test("a second server on the same file is refused, and the first goes on", async () => {
  const data = dataFile();
  const client = await given({ data });
  expect(await refusal(data)).toMatchObject({ code: "data_file_in_use" });
  expect((await client.post(ENDPOINTS, { username: "alice", password: "x" })).status).toBe(201);
  expect(await refusal(data)).toMatchObject({ code: "data_file_in_use" });
});

test("a folder, or a file in a folder that is not there, is refused", async () => {
  const folder = dirname(dataFile());
  expect(await refusal(folder)).toMatchObject({ code: "data_file_unreachable" });
  expect(await refusal(join(folder, "nowhere", "data.db"))).toMatchObject({ code: "data_file_unreachable" });
});

test.skipIf(process.platform === "win32")(
  "nobody but its owner may read the file, or what a killed server left beside it (skipped on Windows)",
  async () => {
    const [data, copy] = [dataFile(), dataFile()];
    const { post } = await given({ data });
    await post(ENDPOINTS, user("alice"));
    // As after a kill: the log contains the last rows.
    for (const end of ["", "-wal"]) {
      expect(statSync(data + end).mode & 0o077).toBe(0);
      copyFileSync(data + end, copy + end);
      chmodSync(copy + end, 0o644);
    }
    const again = await given({ data: copy });
    for (const end of ["", "-wal"]) expect(statSync(copy + end).mode & 0o777).toBe(0o600);
    expect((await again.get(ENDPOINTS)).body.data).toHaveLength(1);
  },
);
