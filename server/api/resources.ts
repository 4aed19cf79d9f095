import { type Resource, resources } from "../../contract/index.ts";

/** Every resource that this server serves; routes, store, OpenAPI and journal iterate it. */
export const served: readonly Resource[] = Object.values(resources);
