import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** Shows text from outside. It keeps its own direction, hidden characters become visible, and long text is cut. */
export function Name({ children }: { readonly children: string }) {
  return (
    <bdi class="name" title={children.length > 40 ? withMarks(children) : undefined}>
      {withMarks(children)}
    </bdi>
  );
}

/** Replaces characters that are invisible or change the direction of text: U+202E becomes `⟨U+202E⟩`. */
export function withMarks(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cf}\p{Cc}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `⟨U+${code.padStart(4, "0")}⟩`;
  });
}

export function Copy({ text, children }: { readonly text: () => string; readonly children: string }) {
  const [confirmation, setConfirmation] = useState("");
  const copy = () => {
    writeClipboard(text()).then(
      () => setConfirmation("Copied"),
      () => setConfirmation("Not allowed"),
    );
    setTimeout(setConfirmation, 1500, "");
  };
  return (
    <button type="button" class="quiet" onClick={copy}>
      <span role="status">{confirmation || children}</span>
    </button>
  );
}

/** Uses a text field when the page is not on this machine: browsers allow the clipboard only on secure pages. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (!isDone) throw new Error("The browser refuses to copy.");
}

export type Tone = "good" | "bad" | "warn" | "plain" | "info";

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

export function StatusBadge({ status }: { readonly status: number | null }) {
  if (status === null) return <Badge tone="plain">none</Badge>;
  const tone = status < 400 ? "good" : status < 500 ? "warn" : "bad";
  return <Badge tone={tone}>{status}</Badge>;
}

interface PanelProps {
  readonly title: string;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Panel({ title, tools, children }: PanelProps) {
  return (
    <>
      <header class="bar">
        <h1>{title}</h1>
        {tools}
      </header>
      {children}
    </>
  );
}

export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

/** A screen reader announces new problems at once. */
export function Problems({ of }: { readonly of: readonly string[] }) {
  return (
    <div role="alert" class="alert">
      {of.length > 0 && (
        <ul class="problems">
          {of.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly value: Value;
  onChange(value: NoInfer<Value>): void;
}

export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset class="bar" aria-label={label}>
      {options.map(([each, text]) => (
        <label key={each}>
          <input type="radio" name={label} checked={each === value} onChange={() => onChange(each)} /> {text}
        </label>
      ))}
    </fieldset>
  );
}

/** Handles the submission of a form. Returns the values of its named fields, without empty ones. */
export function submitted(event: SubmitEvent): { readonly [name: string]: string } {
  event.preventDefault();
  const fields = [...new FormData(event.currentTarget as HTMLFormElement)].map(([name, value]) => [
    name,
    String(value),
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== ""));
}

interface FieldProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

export function Field({ label, children }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what is put inside.
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

/** Returns `1 number` or `1,234 numbers`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}
