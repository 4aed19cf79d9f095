/** An assumption where the specification is silent. */
export interface Gap {
  /** The open question of the specification, with its section. */
  readonly question: string;
  readonly answer: string;
  readonly because: string;
  /** Whether `tests/live` tries it, at the reference server and at a real space. */
  readonly probe: Probe;
}

export type Probe =
  /** The reason why a try would be a risk. */
  | { readonly never: string }
  | {
      /** The consequence for a user when the service answers differently. */
      readonly otherwise: string;
      /** The reference server's option that gives the different answer. Default: none does. */
      readonly option?: string;
    };

export const NEEDS_A_CALL = "It takes a call or a message, and the suite places none.";
export const NEEDS_ANOTHER_OBJECT = "The suite makes SIP endpoints and no other objects.";
export const WRITES_A_NUMBER = "It takes a change of a phone number's settings, which the suite never touches.";
