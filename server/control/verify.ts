import type { Context } from "../api/context.ts";
import { verifiedCallerId, verifiedDocument } from "../api/verified-caller-id.ts";
import { InputError } from "../conditions/input.ts";
import type { VerifiedNumber } from "./requests.ts";

/** Lets a project send as a number that it has not bought. Throws an InputError when the project does not exist. */
export function verify({ store, random, clock }: Context, { number, project: id }: VerifiedNumber): void {
  const project = id === undefined ? store.projects()[0] : store.project(id);
  if (!project) throw new InputError("The verified number", [`project: there is no project ${id}`]);
  const numbers = store.collection(verifiedCallerId);
  if (!numbers.findByKey(project.id, number)) {
    numbers.insert(project.id, random.uuid(), verifiedDocument(number, clock.now()));
  }
}
