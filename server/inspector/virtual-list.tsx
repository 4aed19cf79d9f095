import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

interface VirtualListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => number;
  readonly selected: number | undefined;
  onSelect(key: number): void;
  readonly row: (item: Item) => ComponentChildren;
}

/** Pixels; as in the style sheet. */
const ROW = 30;
/** Rows that are drawn beyond what is in sight. */
const MARGIN = 12;

/**
 * A list of any length of which only the rows in sight exist. One stop for the keyboard: the arrows, Page Up and Down, Home and End
 * move the selection. It follows what is added for as long as its end is in sight.
 */
export function VirtualList<Item>({ label, items, keyOf, selected, onSelect, row }: VirtualListProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [sight, setSight] = useState({ top: 0, height: 600 });
  const look = () => {
    if (box.current === null) return;
    const { scrollTop, clientHeight, scrollHeight } = box.current;
    follows.current = scrollHeight - scrollTop - clientHeight < ROW;
    setSight({ top: scrollTop, height: clientHeight });
  };

  useEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(box.current as HTMLDivElement);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const list = box.current as HTMLDivElement;
    if (follows.current) list.scrollTop = list.scrollHeight;
  }, [items.length]);

  const at = selected === undefined ? -1 : items.findIndex((item) => keyOf(item) === selected);
  const move = (event: KeyboardEvent) => {
    const page = Math.max(Math.floor(sight.height / ROW) - 1, 1);
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
    const list = box.current as HTMLDivElement;
    const top = next * ROW;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW - list.clientHeight;
  };

  const first = Math.max(Math.floor(sight.top / ROW) - MARGIN, 0);
  const last = Math.min(Math.ceil((sight.top + sight.height) / ROW) + MARGIN, items.length);
  const active = at >= first && at < last ? `row-${selected}` : undefined;
  return (
    <div
      ref={box}
      class="virtual-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={active}
      onScroll={look}
      onKeyDown={move}
    >
      <div role="presentation" style={{ height: items.length * ROW }}>
        <div role="presentation" style={{ transform: `translateY(${first * ROW}px)` }}>
          {items.slice(first, last).map((item, offset) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus.
            <div
              key={keyOf(item)}
              id={`row-${keyOf(item)}`}
              class="row"
              role="option"
              aria-selected={keyOf(item) === selected}
              aria-setsize={items.length}
              aria-posinset={first + offset + 1}
              onClick={() => onSelect(keyOf(item))}
            >
              {row(item)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
