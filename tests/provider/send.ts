// One request in a process of its own, which reads its environment as the provider's does; prints what came of it.

import { openTransport } from "../../provider/client/transport.ts";
import { readConnection } from "../../provider/config.ts";

const send = openTransport(readConnection(undefined), { isPatient: false });
const request = send({ method: "GET", path: "/api/relay/rest/sip_profile" });
process.stdout.write(await request.then(JSON.stringify, (error) => error.message));
// A tunnel would be kept open for the next request.
process.exit();
