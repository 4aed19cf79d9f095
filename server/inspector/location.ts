// Keeps the page's state in its address: `#/journal/17?q=phone_numbers`. Back, a reload and a copied link therefore show the
// same.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export interface Place {
  readonly panel: string;
  /** The id of a call, the number of a request, a phone number or a user name. */
  readonly id: string | undefined;
  readonly query: { readonly [name: string]: string };
}

/** Returns the link to a place. Empty query values are omitted. */
export function hrefOf(panel: string, id?: string, query: Place["query"] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  return `#/${panel}${id === undefined ? "" : `/${encodeURIComponent(id)}`}${search}`;
}

/** Opens a place in this tab, like a click on a link. */
export function go(href: string): void {
  location.hash = href;
}

/** Reads the address. Returns the overview for an unknown place. */
export function currentPlace(): Place {
  const [, panel = "overview", id, search = ""] = /^#\/(\w+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(location.hash) ?? [];
  return {
    panel,
    id: id === undefined ? undefined : decoded(id),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

interface Change {
  readonly id?: string | undefined;
  readonly query?: Place["query"];
}

/** The time before a change updates the address. Browsers limit how often a page may change it. */
const SETTLING_MS = 250;

/** Returns the place within a panel and a function that changes it. The Back button reverts a change with `isStep`. */
export function usePlace(): readonly [place: Place, change: (part: Change, isStep?: boolean) => void] {
  const [place, setPlace] = useState(currentPlace);
  const current = useRef(place);
  const timer = useRef(0);
  const panel = place.panel;
  useEffect(() => {
    const follow = () => {
      clearTimeout(timer.current);
      const next = currentPlace();
      if (next.panel !== panel) return;
      current.current = next;
      setPlace(next);
    };
    addEventListener("hashchange", follow);
    return () => {
      removeEventListener("hashchange", follow);
      clearTimeout(timer.current);
    };
  }, [panel]);
  const change = useCallback((part: Change, isStep = false) => {
    const { id, query } = { ...current.current, ...part };
    const next = { panel: current.current.panel, id, query: { ...current.current.query, ...query } };
    current.current = next;
    setPlace(next);
    clearTimeout(timer.current);
    const href = hrefOf(next.panel, next.id, next.query);
    if (isStep) go(href);
    else timer.current = window.setTimeout(() => history.replaceState(null, "", href), SETTLING_MS);
  }, []);
  return [place, change];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
