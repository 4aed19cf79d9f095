import { Empty, Name, Panel } from "./parts.tsx";
import type { PanelProps } from "./state.ts";
import { dateAndTime, span, useClock } from "./time.ts";

export function SessionsPanel({ state: { sessions, clock } }: PanelProps) {
  const now = useClock(clock, 1000);
  return (
    <Panel
      title="Sessions"
      about="Browser and mobile clients that are connected. Each is cut off when its token expires on the server's clock."
    >
      {sessions.length === 0 ? (
        <Empty>
          No client is connected. A client connects to <code>{location.origin.replace("http", "ws")}</code> with the
          project's id and a token.
        </Empty>
      ) : (
        <div class="card table">
          <table>
            <thead>
              <tr>
                <th>Name</th>
                <th>Token expires</th>
                <th class="secondary">Project</th>
                <th>
                  <span class="unseen">Action</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sessions.map(({ id, resource, project, expiresAt }) => (
                <tr key={id}>
                  <td>
                    <Name>{resource}</Name>
                  </td>
                  <td title={`${dateAndTime(expiresAt)} UTC`}>
                    {now === undefined ? "" : `in ${span(Date.parse(expiresAt) - now)}`}
                    <span class="muted secondary"> · {dateAndTime(expiresAt)}</span>
                  </td>
                  <td class="secondary">
                    <code>{project}</code>
                  </td>
                  <td>
                    <a class="button" href={`#/calls?to=${encodeURIComponent(resource)}`}>
                      Call
                    </a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
