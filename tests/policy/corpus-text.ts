// Handwritten examples of texts, hosts, addresses and routes, each with its expected verdict.

const URL = "https://voice.example.com";

/** Realistic caller IDs. */
export const goodCallerIds: readonly string[] = [
  "Réception",
  "می‌خواهم", // Persian, with a non-joiner between two letters
  "क्‍ष", // Devanagari, with a joiner
  "Family 👨‍👩‍👧", // an emoji of three, joined
  "Help 👩🏽‍⚕️",
  "England 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "Room 911",
  "☎",
  "1️⃣ Support",
  "🏳️‍🌈 Desk",
  "4711",
];

/** Caller IDs that no called party should see, by what is wrong with them. */
export const badCallerIds: { readonly [problem: string]: readonly string[] } = {
  "callerId is an emergency number": [
    ...["911", "112", "+1 911", "9-1-1", "999", "000"],
    // Full-width, Arabic-Indic, Persian and Devanagari digits, and the second row of Myanmar Extended-C.
    ...["９１１", "٩١١", "۹۱۱", "९११", "９１１ ", "\u{116e3}\u{116db}\u{116db}"],
  ],
  "callerId is blank": ["   ", "\u00a0\u3000"],
  "callerId holds control characters": [
    ...["\u200b", "Desk\u0007", "Desk\u202egnp.exe", "\u200dDesk", "Desk\u2028two", "Desk\u2029two", "Desk\ufeff"],
  ],
  "callerId is a telephone number other than sendAs": [
    ...["+1 (202) 555-0199", "202-555-0199", "+1 (٢٠٢) ٥٥٥-٠١٩٩", "5550199"],
  ],
};

/** Webhook addresses without secrets. */
export const openUrls: readonly string[] = [
  `${URL}/call?to=%2B442071838750`,
  `${URL}/tenants/9E8B6C1A-52D7-4B0F-8A35-6F0C7D1E2B34/call`, // ids are UUIDs, in capitals too
  `${URL}/tenants/9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34/call`,
  "https://voice.example.com:99999/call", // The provider refuses it.
  `${URL}/api/laml/bin`,
  `${URL}/call?secretary=front`,
  `${URL}/call?key=front-desk`,
  `${URL}/call?code=10115`,
  `${URL}/call?session=main`,
  `${URL}/call?auth=none`,
  `${URL}/call?menu_key=2&next=https%3A%2F%2Fvoice.example.com%2Fa%40b`,
  `${URL}/call?tokenize=true&tokens=1&signatures=1&author=1&passenger=1&compass=1`,
  `${URL}/passwords-reset/ivr`,
  `${URL}/2026/11/23/holiday-greeting.xml`,
  `${URL}/?next=https%3A%2F%2Fb.example%2Fa%40b&bad=%ff`,
  `${URL}/?key=front-desk&session=12345#code=de`,
];

/** Queries whose last parameter is a credential by its name. */
export const secretParameters: readonly string[] = [
  ...["apikey=k9Xm2Qp7", "access_token=k9Xm2Qp7", "token=1", "authToken=1", "access-token=1", "apiSecret=1"],
  ...["jwt=1", "X-Amz-Signature=0b5a3c9f7e1d2b4a6c8e0f1a3b5c7d9e", "sig=k9Xm2Qp7", "pwd=hunter2", "key=k9Xm2Qp7vB"],
  ...["tоken=main", "раssword=main", "арi_key=main"], // with Cyrillic letters
  ...["pin=4711", "session=f3A9kQ2mX7pL", "subscription-key=0b5a3c9f7e1d2b4a6c8e0f1a3b5c7d9e"],
  ...["x-api-key=1", "room=7&token=abc", "room=7;token==abc"],
];

/** Other webhook addresses that contain credentials, by what is wrong with them. */
export const secretUrls: { readonly [problem: string]: readonly string[] } = {
  "holds a user name or a password": [
    "https://user:hunter2@voice.example.com/call",
    "https://onlyuser@voice.example.com/call",
    "https://:hunter2@voice.example.com/call",
    "https://user:hunter2@office.signalwire.com/relay-bins/9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34",
  ],
  "has the parameter refresh_token, which is a credential by its name": [
    "https://office.signalwire.com/laml-bins/9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34?refresh_token=k9Xm2Qp7",
    `${URL}/call#refresh_token=f3A9kQ2mX7pL0vB8zT`,
  ],
  "holds an encoded address with credentials": [
    // The address of another server, which holds it as the parameter of a third one, and so on.
    ...["u:p@pbx.example.com", "u%3Ap%40pbx.example.com", "u%253Ap%2540pbx.example.com"].map(
      (address) => `${URL}/call?next=${encodeURIComponent(`https://${address}`)}`,
    ),
  ],
  "holds what looks like a token": [
    `${URL}/hook/token/f3A9kQ2mX7pL0vB8`,
    `${URL}/call?data=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJvZmZpY2UifQ.sflKxwRJSMeKKF2QT4fwpMeJf36POk6y`,
    `${URL}/PT0123456789abcdef0123456789abcdef0123456789abcdef/call`,
    `${URL}/hooks/sk_live_4eC39HqLyjWDarjtT1zdp7dc`,
    `${URL}/apikey/k9Xm2Qp7vB8zT3nL`,
  ],
};

/** Hosts on the internet. */
export const publicHosts: readonly string[] = [
  "office.herokuapp.com", // a user's own host, on the public suffix list's private section
  "testing.example.org", // no name below .test
  ...["nip.example.com", "local.example.com", "localhost.example.com", "8.8.8.8", "[2606:4700::1111]", "[3000::1]"],
];

/** Hosts that the service cannot reach. */
export const privateHosts: readonly string[] = [
  ...["pbx.test", "pbx.invalid", "pbx.localhost", "pbx.home.arpa", "abcdef.onion", "host.docker.internal", "localhost"],
  ...["localdomain", "local", "lan", "home", "corp", "mail", "private", "intranet", "alt"].map((name) => `a.${name}`),
  ...["169.254.169.254", "10.0.0.1", "192.0.2.1", "[::1]", "[::ffff:10.0.0.1]", "[::ffff:a00:1]", "[::127.0.0.1]"],
  ...["[64:ff9b::a00:1]", "[fec0::1]", "pbx"],
  "2130706433", // 127.0.0.1 as one number
];

/** Hosts whose name contains an address. */
export const namedAddresses: readonly string[] = [
  ...["10-0-0-1.nip.io", "app.192.168.1.20.sslip.io", "me.localtest.me", "app.lvh.me", "xip.io", "traefik.me"],
  ...["backname.io", "ip.addr.tools", "vcap.me", "lacolhost.com", "localho.st", "fuf.me"],
];

/** Temporary hosts: a host → the domain of the tunnel. */
export const tunnels: { readonly [host: string]: string } = {
  "laptop.pinggy.link": "pinggy.link",
  "x7f3-8080.euw.devtunnels.ms": "devtunnels.ms",
  "calm-sea.lhr.life": "lhr.life",
  "bore.pub": "bore.pub",
  "abc-3000.app.github.dev": "github.dev",
};
