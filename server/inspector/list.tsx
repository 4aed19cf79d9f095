// The page's one list: a filter bar, rows of any number, and the details of the selected row beside them.

import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { Choice } from "./parts.tsx";
import { useShown } from "./state.ts";

/** A choice of the filter bar: its value in the address, its text, and the items that it shows. */
export type Filter<Item> = readonly [value: string, text: string, shows: (item: Item) => boolean];

/** Returns the items that match the filter in the page's address, with the bar that changes it. */
export function useFilter<Item extends object>(items: readonly Item[], filters: readonly Filter<Item>[], noun: string) {
  const { view, changeView: change } = useShown();
  const { id, query } = view;
  const { q = "", show = "" } = query;
  const shown = useMemo(() => {
    const shows = filters.find(([value]) => value === show)?.[2];
    const matches = finds(q);
    return items.filter((item) => (shows?.(item) ?? true) && (q.trim() === "" || matches(textOf(item))));
  }, [items, filters, show, q]);
  const [count, all] = [shown.length, items.length].map((each) => each.toLocaleString("en"));
  const bar = (
    <div class="bar">
      <input
        type="search"
        aria-label="Filter"
        placeholder="Filter by any words"
        value={q}
        onInput={(event) => change({ id: undefined, query: { q: event.currentTarget.value } })}
      />
      <Choice
        label={`Which ${noun}s`}
        options={[["", "All"], ...filters.map(([value, text]) => [value, text] as const)]}
        value={show}
        onChange={(next) => change({ id: undefined, query: { show: next } }, true)}
      />
      <output class="muted">
        {count === all ? all : `${count} of ${all}`} {noun}
        {items.length === 1 ? "" : "s"}
      </output>
    </div>
  );
  const select = (key: string | undefined) => change({ id: key }, id === undefined || key === undefined);
  return { shown, bar, id, select, isFiltered: q !== "" || show !== "" };
}

/** Returns a function that is true for a text with every word. A word of digits also matches a number with separators. */
function finds(words: string): (text: string) => boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const digits = /^[+\d\s().-]+$/.test(words) ? words.replace(/\D/g, "") : "";
  return (text) => wanted.every((word) => text.includes(word)) || (digits.length >= 4 && text.includes(digits));
}

const texts = new WeakMap<object, string>();

function textOf(item: object): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = JSON.stringify(Object.values(item)).toLowerCase();
  texts.set(item, text);
  return text;
}

interface DetailsProps {
  readonly label: string;
  readonly title: ComponentChildren;
  /** True for details that grow: a screen reader announces what is new. */
  readonly grows?: boolean;
  onClose(): void;
  readonly children: ComponentChildren;
}

export function Details({ label, title, grows, onClose, children }: DetailsProps) {
  return (
    <section aria-label={label} aria-live={grows ? "polite" : undefined}>
      <header class="bar">
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      {children}
    </section>
  );
}

interface ListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly selected: string | undefined;
  onSelect(key: string | undefined): void;
  readonly row: (item: Item) => ComponentChildren;
  /** True for a list that grows at its end, which then stays visible. */
  readonly follows?: boolean;
  readonly children?: ComponentChildren;
}

/** Pixels of a row on one line: its least height, and the estimate for rows that were not drawn yet. */
const ROW_PX = 30;

/**
 * Draws only the visible rows, each as high as its text. It is one stop for the keyboard: the arrows, Page Up and Down, Home and End move the selection,
 * Escape ends it. A list that follows shows new rows while its end is visible. Otherwise the visible rows stay in place, even
 * when rows above them are removed.
 */
export function List<Item>({ label, items, keyOf, selected, onSelect, row, follows, children }: ListProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const options: VirtualizerOptions<HTMLDivElement, HTMLDivElement> = {
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => draw(undefined),
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => keyOf(items[index] as Item),
    overscan: 12,
    anchorTo: follows ? "end" : "start",
    followOnAppend: follows ?? false,
    scrollEndThreshold: ROW_PX,
  };
  // Like the library's own adapters: redraws on every change and measures after every drawing.
  const [rows] = useState(() => new Virtualizer(options));
  rows.setOptions(options);
  useLayoutEffect(() => rows._didMount(), []);
  useLayoutEffect(() => rows._willUpdate());

  const at = selected === undefined ? -1 : items.findIndex((item) => keyOf(item) === selected);
  useLayoutEffect(() => {
    if (at >= 0) rows.scrollToIndex(at);
    else if (follows) rows.scrollToEnd();
  }, [selected]);

  const move = (event: KeyboardEvent) => {
    const page = Math.max(Math.floor((box.current?.clientHeight ?? 0) / ROW_PX) - 1, 1);
    const steps: { [key: string]: number } = {
      ...{ ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -1e9, End: 1e9 },
    };
    const step = steps[event.key];
    if (step === undefined || items.length === 0) return;
    event.preventDefault();
    const next = Math.min(Math.max((at < 0 ? (step > 0 ? -1 : items.length) : at) + step, 0), items.length - 1);
    onSelect(keyOf(items[next] as Item));
  };

  const shown = rows.getVirtualItems();
  const idOf = (item: Item) => `row-${encodeURIComponent(keyOf(item))}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the Escape of the list and of the details.
    <div class={children ? "split open" : "split"} onKeyDown={(event) => event.key === "Escape" && onSelect(undefined)}>
      <div
        ref={box}
        class="list"
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={shown.some(({ index }) => index === at) ? idOf(items[at] as Item) : undefined}
        onKeyDown={move}
      >
        <div role="presentation" style={{ height: `${rows.getTotalSize()}px` }}>
          <div role="presentation" style={{ transform: `translateY(${shown[0]?.start ?? 0}px)` }}>
            {shown.map(({ index }) => {
              const item = items[index] as Item;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys.
                // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus.
                <div
                  key={keyOf(item)}
                  id={idOf(item)}
                  ref={rows.measureElement}
                  data-index={index}
                  class="row"
                  role="option"
                  aria-selected={index === at}
                  aria-setsize={items.length}
                  aria-posinset={index + 1}
                  onClick={() => onSelect(keyOf(item))}
                >
                  {row(item)}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      {children && <div class="details">{children}</div>}
    </div>
  );
}
