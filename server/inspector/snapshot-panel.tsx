import { useState } from "preact/hooks";
import { Panel, Problems } from "./parts.tsx";
import { type PanelProps, useAction } from "./state.ts";

export function SnapshotPanel({ server }: PanelProps) {
  const [said, setSaid] = useState("");
  const { problems, busy, run } = useAction();
  const take = () =>
    run(async () => {
      setSaid("");
      const name = `signalwire-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}.json`;
      download(name, JSON.stringify(await server.ask("GET", "snapshot"), null, 2));
      setSaid(`Saved as ${name}.`);
    });
  const restore = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    run(async () => {
      setSaid("");
      try {
        await server.ask("PUT", "snapshot", await read(file));
        setSaid(`Put back what ${file.name} holds.`);
      } finally {
        // Allows the user to select the same file again.
        input.value = "";
      }
    });
  };
  return (
    <Panel
      title="Snapshot"
      about="Everything that is stored: projects with their credentials, numbers, endpoints, profiles. Not the journal, the faults and the clock."
    >
      <section class="card snapshot" aria-label="Take a snapshot">
        <h2>Take one</h2>
        <p class="muted">The file holds API tokens and signing secrets: keep it as you keep those.</p>
        <button type="button" class="primary" disabled={busy} onClick={take}>
          Download
        </button>
      </section>
      <section class="card snapshot" aria-label="Put a snapshot back">
        <h2>Put one back</h2>
        <p class="muted">
          In place of everything that is stored. Clients that were not connected when it was taken are cut off.
        </p>
        <label class="file button">
          Choose a file
          <input
            type="file"
            accept="application/json,.json"
            disabled={busy}
            onChange={(event) => restore(event.currentTarget)}
          />
        </label>
      </section>
      <p role="status" class="said">
        {said}
      </p>
      <Problems of={problems} />
    </Panel>
  );
}

async function read(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Error(`${file.name} is not JSON.`);
  }
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
