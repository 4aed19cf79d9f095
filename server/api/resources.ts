import { type Resource, resources } from "../../contract/index.ts";

/** Every resource of this server; routes, store, OpenAPI and journal iterate it. */
export const served: readonly Resource[] = Object.values(resources);
