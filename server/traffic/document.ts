/** The result of a webhook: the destinations of the call, or the reason why it cannot take a call. */
export type Document = Dialled | { readonly problem: string };

/** The destinations that a document dials. Without any, the document keeps the call. */
export interface Dialled {
  /** Numbers, SIP addresses and client names; several ring at once. */
  readonly to: readonly string[];
  /** The caller id that replaces the caller's. */
  readonly from: string | undefined;
  /** True when the document rejects the call before anything answers it. */
  readonly rejects?: boolean;
  /** The parts that lead to other documents, or wait for the caller, and that this server does not play: `<Redirect>`. */
  readonly unplayed: readonly string[];
}
