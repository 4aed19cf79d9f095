// An office as a component: a number, the desks that it rings, and the documents for calls outside office hours.

import * as pulumi from "@pulumi/pulumi";
import { PhoneNumber, SipEndpoint } from "pulumi-signalwire";

export interface Desk {
  readonly username: string;
  /** The name or number that called parties see. */
  readonly callerId?: string;
}

export interface OfficeArgs {
  /** A number of the project, in E.164. */
  readonly number: pulumi.Input<string>;
  readonly desks: readonly Desk[];
  /** User name → password. */
  readonly passwords: pulumi.Input<{ readonly [username: string]: string }>;
  /** The project's SIP domain. */
  readonly domain: pulumi.Input<string>;
  /** The address of the documents `welcome` and `closed` (LaML) and `after-hours` (SWML). */
  readonly documents: pulumi.Input<string>;
}

export class Office extends pulumi.ComponentResource {
  readonly line: PhoneNumber;
  readonly desks: readonly SipEndpoint[];
  /** The document `welcome`, which rings all desks at once. Serve it from your web server or bucket. */
  readonly welcome: pulumi.Output<string>;

  constructor(name: string, args: OfficeArgs, options?: pulumi.ComponentResourceOptions) {
    super("phones:index:Office", name, {}, options);
    const { number, desks, domain } = args;
    const passwords = pulumi.secret(args.passwords);
    const documents = pulumi.output(args.documents);

    this.desks = desks.map(
      ({ username, callerId }) =>
        new SipEndpoint(
          `${name}-${username}`,
          {
            username,
            password: passwords.apply((all) => all[username] ?? missing(username)),
            callerId: callerId ?? username,
            encryption: "required",
            callHandler: "relay_script",
            callRelayScriptUrl: pulumi.interpolate`${documents}/after-hours`,
          },
          { parent: this },
        ),
    );
    this.line = new PhoneNumber(
      name,
      {
        number,
        name,
        callHandler: "laml_webhooks",
        callRequestUrl: pulumi.interpolate`${documents}/welcome`,
        callFallbackUrl: pulumi.interpolate`${documents}/closed`,
        onDestroy: "restore",
      },
      { parent: this },
    );
    const addresses = this.desks.map((desk) => pulumi.interpolate`<Sip>sip:${desk.username}@${domain}</Sip>`);
    this.welcome = pulumi.interpolate`<Response><Dial>${pulumi.all(addresses).apply((all) => all.join(""))}</Dial></Response>`;
    this.registerOutputs({ welcome: this.welcome });
  }
}

function missing(username: string): never {
  throw new Error(
    `There is no password for the desk ${username}: pulumi config set --secret --path passwords.${username}`,
  );
}
