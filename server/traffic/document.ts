/** What a webhook answered: whom it passes the call on to, or why it cannot take a call. */
export type Document = Dialled | { readonly problem: string };

/** Where a document dials. It keeps the call to itself where it names nobody. */
export interface Dialled {
  /** Numbers, SIP addresses and client names; several ring at once. */
  readonly to: readonly string[];
  /** What the other side sees in place of the caller. */
  readonly from: string | undefined;
}
