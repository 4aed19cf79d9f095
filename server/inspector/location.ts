// Keeps the page's state in its address: `#/journal/17?q=phone_numbers`. Back, a reload and a copied link therefore show the
// same.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export interface View {
  readonly panel: string;
  /** The id of a call, the number of a request, a phone number or a user name. */
  readonly id: string | undefined;
  readonly query: { readonly [name: string]: string };
}

/** Returns the link to a view. Empty query values are omitted. */
export function hrefOf(panel: string, id?: string, query: View["query"] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  return `#/${panel}${id === undefined ? "" : `/${encodeURIComponent(id)}`}${search}`;
}

export function go(href: string): void {
  location.hash = href;
}

function currentView(): View {
  const [, panel = "overview", id, search = ""] = /^#\/(\w+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(location.hash) ?? [];
  return {
    panel,
    id: id === undefined ? undefined : decode(id),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

interface Change {
  readonly id?: string | undefined;
  readonly query?: View["query"];
}

/** The time before a change updates the address. Browsers limit how often a page may change it. */
const SETTLING_MS = 250;

/** Changes the view within its panel. The Back button reverts a change with `isStep`. */
export type ChangeView = (part: Change, isStep?: boolean) => void;

export function useView(): readonly [view: View, change: ChangeView] {
  const [view, setView] = useState(currentView);
  const current = useRef(view);
  const timer = useRef(0);
  useEffect(() => {
    const follow = () => {
      clearTimeout(timer.current);
      current.current = currentView();
      setView(current.current);
    };
    addEventListener("hashchange", follow);
    return () => {
      removeEventListener("hashchange", follow);
      clearTimeout(timer.current);
    };
  }, []);
  const change = useCallback<ChangeView>((part, isStep = false) => {
    const { id, query } = { ...current.current, ...part };
    const next = { panel: current.current.panel, id, query: { ...current.current.query, ...query } };
    current.current = next;
    setView(next);
    clearTimeout(timer.current);
    const href = hrefOf(next.panel, next.id, next.query);
    if (isStep) go(href);
    else timer.current = window.setTimeout(() => history.replaceState(null, "", href), SETTLING_MS);
  }, []);
  return [view, change];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
