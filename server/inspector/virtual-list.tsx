import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";

import { usePrinting } from "./parts.tsx";

interface VirtualListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => number;
  readonly selected: number | undefined;
  onSelect(key: number): void;
  readonly row: (item: Item) => ComponentChildren;
}

/** Pixels; equal to the style sheet's height. */
const ROW = 30;

/**
 * A list of any length that draws only its visible rows. It is one stop for the keyboard: the arrows, Page Up and Down, Home
 * and End move the selection. When the end of the list is visible, it follows new rows. Otherwise the visible rows stay in
 * place, even when rows above them are removed.
 */
export function VirtualList<Item>({ label, items, keyOf, selected, onSelect, row }: VirtualListProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    getItemKey: (index) => keyOf(items[index] as Item),
    overscan: usePrinting() ? items.length : 12,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: ROW,
  });
  const at = selected === undefined ? -1 : items.findIndex((item) => keyOf(item) === selected);
  // A link may select a row that is not visible.
  useLayoutEffect(() => {
    if (at >= 0) rows.scrollToIndex(at);
    else rows.scrollToEnd();
  }, []);

  const move = (event: KeyboardEvent) => {
    const page = Math.max(Math.floor((box.current?.clientHeight ?? 0) / ROW) - 1, 1);
    const steps: { [key: string]: number } = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -1e9,
      End: 1e9,
    };
    const step = steps[event.key];
    if (step === undefined || items.length === 0) return;
    event.preventDefault();
    const next = Math.min(Math.max((at < 0 ? (step > 0 ? -1 : items.length) : at) + step, 0), items.length - 1);
    onSelect(keyOf(items[next] as Item));
    rows.scrollToIndex(next);
  };

  const shown = rows.getVirtualItems();
  return (
    <div
      ref={box}
      class="virtual-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={shown.some(({ index }) => index === at) ? `row-${selected}` : undefined}
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
                id={`row-${keyOf(item)}`}
                class="row"
                role="option"
                aria-selected={keyOf(item) === selected}
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
  );
}

type Options = Omit<
  VirtualizerOptions<HTMLDivElement, HTMLDivElement>,
  "scrollToFn" | "observeElementRect" | "observeElementOffset" | "onChange"
>;

/** Connects the library to Preact like its own adapters: it redraws on every change and measures after every drawing. */
function useVirtualizer(options: Options): Virtualizer<HTMLDivElement, HTMLDivElement> {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const all = {
    ...options,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => draw(undefined),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, HTMLDivElement>(all));
  virtualizer.setOptions(all);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}
