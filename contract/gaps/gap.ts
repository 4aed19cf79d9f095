export interface Gap {
  /** The open question of the specification, with its section. */
  readonly question: string;
  readonly answer: string;
  readonly because: string;
}
