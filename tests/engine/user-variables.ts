/** Removes the developer's own settings, which must not affect a stack. */
export function withoutPulumi(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith("PULUMI_") && !name.startsWith("SIGNALWIRE_")),
  );
}
