// Sends one request in a separate process, with its own environment. Prints the result.

import { openTransport } from "../../provider/client/transport.ts";
import { readConnection } from "../../provider/config/config.ts";

const send = openTransport(readConnection(undefined), { isPatient: false });
const request = send({ method: "GET", path: "/api/relay/rest/sip_profile" });
process.stdout.write(await request.then(JSON.stringify, (error) => error.message));
// A tunnel would stay open for the next request.
process.exit();
