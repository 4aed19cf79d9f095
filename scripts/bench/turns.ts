// Decides who comes first: another one each round, so that what a place in the order costs falls on all.

export function inTurns<Name>(names: readonly Name[], round: number): Name[] {
  const first = round % names.length;
  return [...names.slice(first), ...names.slice(0, first)];
}
