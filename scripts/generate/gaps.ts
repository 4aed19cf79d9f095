// Renders the assumptions about open questions of the specification for docs/assumptions.md.

import { gaps, variants } from "../../contract/index.ts";

export function renderGaps(): string {
  const rows = Object.values(gaps).map(({ question, answer }) => `| ${cell(question)} | ${cell(answer)} |`);
  return ["| Question | Answer |", "|---|---|", ...rows].join("\n");
}

/** Returns the assumptions that no probe can try, as a table for docs/doctor.md. */
export function renderNeverProbed(): string {
  const rows = Object.entries(gaps).flatMap(([id, { question, probe }]) =>
    "never" in probe ? [`| ${"`"}${id}${"`"} | ${cell(question)} | ${cell(probe.never)} |`] : [],
  );
  return ["| Assumption | Question | Why it cannot be tried |", "|---|---|---|", ...rows].join("\n");
}

/** Returns what another answer means for a user, as a table for docs/doctor.md. */
export function renderProbed(): string {
  const rows = Object.entries(gaps).flatMap(([id, { answer, probe }]) => {
    if ("never" in probe) return [];
    const option = probe.option === undefined ? "" : ` ${"`serve "}${probe.option}${"`"} imitates it.`;
    return [`| ${"`"}${id}${"`"} | ${cell(answer)} | ${cell(probe.otherwise)}${option} |`];
  });
  return ["| Assumption | Assumed | Where the service answers otherwise |", "|---|---|---|", ...rows].join("\n");
}

/** Returns the answers that the reference server can give instead, as a table for docs/doctor.md. */
export function renderVariants(): string {
  const rows = Object.entries(variants).map(([id, answer]) => `| ${"`"}${id}${"`"} | ${cell(answer)} |`);
  return ["| Assumption | The server's answer |", "|---|---|", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
