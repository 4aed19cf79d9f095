// The differences of the SIP profile: it is sent whole, and its domain never changes by accident.

import {
  acceptedFields,
  type Body,
  furtherFields,
  isGiven,
  isUnknown,
  isUnset,
  own,
  type Problem,
  type Props,
  type Resource,
  sipProfile,
  unsetForm,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { Conflict } from "../client/errors.ts";
import type { Client } from "../client/operations.ts";
import { isSame } from "../fields/inward.ts";
import { adopted } from "../lifecycle/adopted.ts";
import type { Lifecycle } from "../lifecycle/lifecycle.ts";

const { fields }: Resource = sipProfile;

export const sipProfileLifecycle: Lifecycle = adopted({
  resource: sipProfile,
  label: (props) => props.domain,
  identity: () => ({}),
  problems: domainProblems,
  find: readAgain,
  // A write sends all fields, so a copy from earlier in the run would undo what another person changed since.
  read: readAgain,

  async write(client, id, changes, { props, found: live, isRemoval, run }) {
    const differing = Object.entries(changes).filter(([wire, value]) => !isSameValue(wire, value, live[wire]));
    const { domain_identifier: domain, ...others } = Object.fromEntries(differing);
    const isMoved = isGiven(domain) && !isUnknown(domain);
    const mayMove = props.allowDomainChange === true;
    if (isMoved && !mayMove) {
      if (!isRemoval) throw new Conflict(`domainIdentifier ${MOVES}`);
      run.print(
        `The SIP domain ${live.domain} stays: to restore it as well would have taken \`allowDomainChange: true\`.`,
      );
    }
    const sent = isMoved && mayMove ? { ...others, domain_identifier: domain } : others;
    if (Object.keys(sent).length === 0) return live;
    const more = { ...(props.extra as Body | undefined), ...sent };
    return client.collection(sipProfile).update(id, wholeBody({ ...live, ...more }, Object.keys(more)), live);
  },
});

const MOVES =
  "differs from what the project has: the change would move the SIP address of every endpoint, and devices would lose their " +
  "registration. Set `allowDomainChange: true` if that is meant, or leave domainIdentifier out.";

function readAgain(client: Client): Promise<Live> {
  return client.collection(sipProfile).readAgain();
}

/** Returns every field, because descriptions of the service disagree on whether omitted fields stay. */
function wholeBody(values: Body, others: readonly string[]): Body {
  const wires = new Set([...acceptedFields(sipProfile, "update"), ...furtherFields(sipProfile), ...others]);
  const body = [...wires].map((wire) => {
    const field = own(fields, wire);
    const value = field && isUnset(field, values[wire]) ? unsetForm(field) : values[wire];
    return [wire, value] as const;
  });
  return Object.fromEntries(body.filter(([wire, value]) => isGiven(value) || !own(fields, wire)?.noDefault));
}

function isSameValue(wire: string, a: unknown, b: unknown): boolean {
  const field = own(fields, wire);
  return field !== undefined && isSame(field, a, b);
}

/** Checks the domain. Only an update knows the service's value; a preview knows the stack's earlier value. */
function domainProblems(args: Props, { domainIdentifier: before }: Props): Problem[] {
  const { domainIdentifier: after, allowDomainChange } = args;
  const isChange = isGiven(before) && isGiven(after) && !isUnknown(after) && before !== after;
  if (!isChange || allowDomainChange === true || isUnknown(allowDomainChange)) return [];
  return [{ field: "domainIdentifier", code: "invalid", detail: MOVES }];
}
