// cXML applications: the facts that the LaML API shows besides the settings (gap `laml-forms`).

import { cxmlApplication } from "../../contract/index.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";
import type { Context } from "./context.ts";

export function cxmlApplicationHandlers(context: Context): Handlers {
  const now = () => new Date(context.clock.now()).toUTCString().replace("GMT", "+0000");
  return collectionHandlers(context, cxmlApplication, {
    computed: ({ date_created = now() }) => ({ date_created, date_updated: now() }),
    shown: ({ id: project }, _, id) => ({
      account_sid: project,
      uri: `${cxmlApplication.operations.list.path.replace("{project}", project)}/${id}.json`,
    }),
  });
}
