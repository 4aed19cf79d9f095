// Answers of a service that returns lists of values in another order each time.

import type { Answer, Gateway } from "../provider/gateway.ts";

/** Makes the gateway reorder every list of texts. Returns a function with the number of lists so far whose order changed. */
export function shuffleAnswers(gateway: Gateway): () => number {
  let [answers, moved] = [0, 0];

  function shuffled(value: unknown): unknown {
    if (Array.isArray(value) && value.length > 1 && value.every((member) => typeof member === "string")) {
      moved += 1;
      const first = 1 + (answers % (value.length - 1));
      return [...value.slice(first), ...value.slice(0, first)];
    }
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shuffled(member)]));
  }

  gateway.answerWith(async (_, forward): Promise<Answer> => {
    const answer = await forward();
    answers += 1;
    return answer.text === "" ? answer : { ...answer, text: JSON.stringify(shuffled(JSON.parse(answer.text))) };
  });
  return () => moved;
}
