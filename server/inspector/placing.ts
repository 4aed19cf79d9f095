import { go, hrefOf } from "./location.ts";
import { useAction, useShown } from "./state.ts";

/** Returns a function that places a call or message and opens its trace. */
export function usePlacing() {
  const { server } = useShown();
  const { problems, busy, run } = useAction();
  const place = (kind: "call" | "message", request: { readonly [member: string]: string | undefined }) =>
    run(async () => {
      const { id } = await server.ask<{ id: string }>("POST", `${kind}s`, request);
      go(hrefOf("calls", id));
    });
  return { problems, busy, place };
}
