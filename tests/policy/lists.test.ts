// The forms in which rules accept hosts and stacks in their lists.

import { expect, it } from "vitest";
import { testRule } from "../../policy/index.ts";
import { keepSettings } from "../../policy/rules/phone-number.ts";
import { allowedHosts } from "../../policy/rules/webhook.ts";
import { number } from "./trials.ts";

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

it.each<[name: string, named: readonly string[], others: readonly string[]]>([
  ["prod", ["prod"], ["prod-eu"]],
  ["prod-*", ["prod-"], ["prod"]],
  ["*", ["dev"], []],
  ["a*a", ["aa"], ["a"]],
  ["*-live-*", ["eu-live-1"], ["eu-live"]],
  ["a*b*b", ["abb"], ["ab"]],
  ["a.c", ["a.c"], ["abc"]],
])("%s names the stacks %j, and not %j", (name, named, others) => {
  const cleared = [number({ onDestroy: "clear" }) as never];
  const said = `onDestroy is clear, and the stack is protected (option protectedStacks: ${name})`;
  const of = (stack: string) =>
    testRule(keepSettings, cleared, { options: { protectedStacks: [name] }, stack }).violations;
  expect([named.map(of), others.map(of)]).toEqual([named.map(() => [said]), others.map(() => [])]);
});
