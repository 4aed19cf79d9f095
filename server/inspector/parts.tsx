// The small things that every panel is made of.

import type { ComponentChildren } from "preact";

/** A text that somebody else chose: whatever its direction, it does not turn what stands beside it. */
export function Name({ children }: { readonly children: string }) {
  return (
    <bdi class="name" title={children.length > 40 ? children : undefined}>
      {children}
    </bdi>
  );
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
  readonly about?: string;
  /** Beside the title. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Panel({ title, about, tools, children }: PanelProps) {
  return (
    <>
      <header class="panel-head">
        <h1>{title}</h1>
        {tools}
        {about !== undefined && <p>{about}</p>}
      </header>
      {children}
    </>
  );
}

export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

/** Said aloud by a screen reader as soon as there is one. */
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

/** One of a few, all of them in sight. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset class="choice">
      <legend class="unseen">{label}</legend>
      {options.map(([each, text]) => (
        <label key={each}>
          <input type="radio" name={label} checked={each === value} onChange={() => onChange(each)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface FieldProps {
  readonly label: string;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

export function Field({ label, wide, children }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what is put inside.
    <label class={wide ? "field wide" : "field"}>
      <span>{label}</span>
      {children}
    </label>
  );
}
