// What the page shows is in its address: `#/journal/17?q=phone_numbers`. So Back, a reload and a copied link show the same.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export interface Place {
  readonly panel: string;
  /** A call's id, a request's number, a phone number or user name. */
  readonly id: string | undefined;
  readonly query: { readonly [name: string]: string };
}

/** Returns the link to a place; an empty value of the query is left out. */
export function hrefOf(panel: string, id?: string, query: Place["query"] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  return `#/${panel}${id === undefined ? "" : `/${encodeURIComponent(id)}`}${search}`;
}

/** Shows a place in this tab, as a click on a link to it does. */
export function go(href: string): void {
  location.hash = href;
}

/** Reads the address; the overview where it names no place. */
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

/** Milliseconds between a change and the address. Browsers refuse an address that changes with every key. */
const PATIENCE = 250;

/** The place within a panel, and how to change it; a change that `isStep` can be taken back with Back. */
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
    else timer.current = window.setTimeout(() => history.replaceState(null, "", href), PATIENCE);
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
