// The only reader of an account. The drift check, the export and the routes each select what they need from its result.

import { isSingle, type Resource, type ResourceName, resources } from "../../contract/index.ts";
import type { Live } from "../../provider/client/answers.ts";
import { openClient } from "../../provider/client/collection.ts";
import { RequestFailure } from "../../provider/client/errors.ts";
import { openTransport } from "../../provider/client/transport.ts";
import type { Connection } from "../../provider/config/config.ts";

/** All objects of one kind. Empty after a failed request: an incomplete list would look complete. */
interface ReadKind {
  readonly type: ResourceName;
  readonly objects: readonly Live[];
  readonly failure?: RequestFailure;
}

/** Reads every object of these kinds in the fewest requests. `onObject` is called for each one as it arrives. */
export function readKinds(
  connection: Connection,
  types: readonly ResourceName[],
  onObject: () => void = () => undefined,
): Promise<readonly ReadKind[]> {
  const client = openClient(openTransport(connection));
  return Promise.all(
    types.map(async (type) => {
      const resource: Resource = resources[type];
      const collection = client.collection(resource);
      const objects: Live[] = [];
      try {
        for await (const live of isSingle(resource) ? [await collection.read()] : collection.list()) {
          objects.push(live);
          onObject();
        }
        return { type, objects };
      } catch (failure) {
        if (!(failure instanceof RequestFailure)) throw failure;
        if (failure.status === 404 && isBeyondSpecification(resource)) return { type, objects: [] };
        return { type, objects: [], failure };
      }
    }),
  );
}

/** True for a list that the specification does not require of a service. */
function isBeyondSpecification({ source, operations }: Resource): boolean {
  return operations.list !== undefined && source.startsWith("gap ");
}
