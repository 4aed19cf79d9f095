// The forms in which rules accept hosts in their lists.

import { expect, it } from "vitest";
import { testRule } from "../../policy/index.ts";
import { allowedHosts } from "../../policy/rules/webhook.ts";
import { number } from "./trials.ts";

const ID = "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34";

const refused = (hosts: readonly string[], callRequestUrl: string) =>
  testRule(allowedHosts, [number({ callRequestUrl }) as never], { options: { hosts } }).violations;

it.each<[host: string, allowed: readonly string[], others: readonly string[]]>([
  [
    "a.example",
    ["a.example/call", "A.EXAMPLE:8443/call", "a.example./call", "user:canary@a.example/call"],
    ["x.a.example/call", "a.example.evil.example/call", "a.example@evil.example/call"],
  ],
  ["A.Example", ["a.example/call"], ["b.example/call"]],
  ["a.example.", ["a.example/call"], []],
  ["*.a.example", ["x.y.a.example/call"], ["a.example/call", "evil-a.example/call"]],
  // The documents of the service alone have a sentence of their own.
  ["a.example", [], [`evilsignalwire.com/relay-bins/${ID}`]],
  ["bücher.example", ["xn--bcher-kva.example/call"], ["bucher.example/call"]],
  ["xn--bcher-kva.example", ["bücher.example/call"], []],
  ["[2001:db8::1]", ["[2001:DB8:0::1]:8443/call"], ["[2001:db8::2]/call"]],
  ["127.0.0.1", ["127.1/call"], ["127.2/call"]],
])("the host %s allows %j alone, and not %j", (host, allowed, others) => {
  for (const [urls, said] of [
    [allowed, []],
    [others, ["callRequestUrl has a host that is not allowed (option hosts)"]],
  ] as const)
    for (const url of urls) expect([url, refused([host], `https://${url}`)]).toEqual([url, said]);
});

it.each(["https://a.example", "a.example:443", "a.example/call", "user@a.example", "*", "*.", "a.*.example", "a b"])(
  "%s is no host",
  (host) => {
    expect(() => refused([host], "https://a.example")).toThrow(
      "hosts must hold host names, without scheme, port and path",
    );
  },
);
