import { readdir, readFile } from "node:fs/promises";

/** Returns the command lines and environments of all processes, if the system provides them. */
export async function processes(): Promise<{ pid: number; command: string; environment: string }[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  // An ended process has neither.
  const read = (pid: string, what: string) => readFile(`/proc/${pid}/${what}`, "utf8").catch(() => "");
  return Promise.all(
    pids.map(async (pid) => {
      const [command, environment] = await Promise.all([read(pid, "cmdline"), read(pid, "environ")]);
      return { pid: Number(pid), command, environment };
    }),
  );
}
