// Evaluates `${{ … }}` and `if:` in a workflow with GitHub's own evaluator and the contexts that exist at that place.

import { data, Evaluator, Lexer, Parser } from "@actions/expressions";

export type Contexts = { readonly [name: string]: unknown };

/**
 * Replaces every `${{ … }}` in a text. Throws for a context that does not exist at this place, because GitHub refuses the file.
 */
export function expand(text: unknown, contexts: Contexts): string {
  return String(text ?? "").replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluate(expression, contexts, false).coerceString(),
  );
}

/** True when a step or job with this `if:` runs. */
export function holds(condition: unknown, contexts: Contexts, failed: boolean): boolean {
  const text = String(condition ?? "success()").replace(/^\$\{\{(.*)\}\}$/s, "$1");
  // Like GitHub: a condition without a status function applies only after success.
  const whole = /\b(success|failure|always|cancelled)\(/.test(text) ? text : `success() && (${text})`;
  const value = evaluate(whole, contexts, failed);
  return value.kind === data.Kind.Boolean ? value.value : value.coerceString() !== "";
}

function evaluate(expression: string, contexts: Contexts, failed: boolean): data.ExpressionData {
  const status = { success: !failed, failure: failed, always: true, cancelled: false };
  const functions = Object.entries(status).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  }));
  const { tokens } = new Lexer(expression.trim()).lex();
  const tree = new Parser(tokens, Object.keys(contexts), functions).parse();
  const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(tree, values, new Map(functions.map((each) => [each.name, each]))).evaluate();
}
