# A back end written with the service's own SDK: it asks for Basic authentication and validates signatures.

import sys

from signalwire import AgentBase


class Desk(AgentBase):
    def __init__(self, port, signing_key):
        super().__init__(
            name="desk",
            route="/agent",
            host="127.0.0.1",
            port=port,
            basic_auth=("user", "pass"),
            signing_key=signing_key,
        )
        self.prompt_add_section("Role", body="You are a helpful assistant.")


Desk(int(sys.argv[1]), sys.argv[2]).run()
