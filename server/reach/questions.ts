// What an exploration asks about the objects. With the same answers it finds the same paths, so it is not repeated.

import type { Switchboard } from "../calls/switchboard.ts";

/** A question → how to ask it again, and its answer as a text. */
export type Asked = ReadonlyMap<string, { readonly ask: () => unknown; readonly answer: string }>;

/** Asks each question once, up to the next change of the objects. */
export class Questions {
  /** Rings nothing. Its answers are noted. */
  readonly switchboard: Switchboard;
  readonly #answers = new Map<string, { readonly value: unknown; readonly answer: string }>();
  #asked = new Map<string, { readonly ask: () => unknown; readonly answer: string }>();

  constructor(switchboard: Switchboard) {
    const { store, sessions } = switchboard;
    const collections = new Map<unknown, ReturnType<typeof store.collection>>();
    const collection: typeof store.collection = (resource) => {
      const real = store.collection(resource);
      const name = resource.kind;
      const noting =
        collections.get(resource) ??
        Object.create(real, {
          find: {
            value: (...args: [string, string]) => this.#ask(`${name} ${args.join(" ")}`, () => real.find(...args)),
          },
          findByKey: {
            value: (...args: [string, string]) =>
              this.#ask(`${name} key ${args.join(" ")}`, () => real.findByKey(...args)),
          },
          all: { value: (project: string) => this.#ask(`all ${name} ${project}`, () => real.all(project)) },
        });
      collections.set(resource, noting);
      return noting;
    };
    this.switchboard = {
      ...switchboard,
      store: Object.create(store, {
        collection: { value: collection },
        projects: { value: () => this.#ask("projects", () => store.projects()) },
      }),
      sessions: {
        named: (...client) => this.#ask(`client ${client.join(" ")}`, () => sessions.named(...client)),
        ring: () => undefined,
      },
      documentAt: (url) => this.#ask(`document ${url.href}`, () => switchboard.documentAt(url)),
      sipDomain: (project, dialled) =>
        this.#ask(`domain ${project.id} ${dialled}`, () => switchboard.sipDomain(project, dialled)),
      movedTo: (domain) => this.#ask(`moved ${domain}`, () => switchboard.movedTo(domain)),
      absence: (name) => this.#ask(`absence ${name}`, () => switchboard.absence(name)),
    };
  }

  /** Forgets all answers: the objects may have changed. */
  forget(): void {
    this.#answers.clear();
  }

  /** Returns what `run` returns, and the questions that it asked. */
  async during<Value>(run: () => Promise<Value>): Promise<{ readonly value: Value; readonly asked: Asked }> {
    this.#asked = new Map();
    return { value: await run(), asked: this.#asked };
  }

  /** True when all questions have the same answers as they had. */
  areSame(asked: Asked): boolean {
    return [...asked].every(([question, { ask, answer }]) => this.#answerTo(question, ask).answer === answer);
  }

  #ask<Value>(question: string, ask: () => Value): Value {
    const { value, answer } = this.#answerTo(question, ask);
    this.#asked.set(question, { ask, answer });
    return value as Value;
  }

  #answerTo(question: string, ask: () => unknown) {
    const known = this.#answers.get(question);
    if (known) return known;
    const value = ask();
    const answered = { value, answer: JSON.stringify(value, withoutResource) ?? "" };
    this.#answers.set(question, answered);
    return answered;
  }
}

/** A script's address, id and kind stand for its descriptor. */
function withoutResource(name: string, value: unknown): unknown {
  return name === "resource" ? undefined : value;
}
