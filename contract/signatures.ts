// The constants by which Pulumi's engine marks special values (sdk/go/common/resource/properties.go). This file imports nothing,
// because every program loads it.

/** The engine's placeholder in a preview for a value that is not known yet. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The member that marks an object as a special value. */
export const SIGNATURE = "4dabf18193072939515e22adb298388d";

/** The member that marks an object as a secret value, and the member's value. */
export const SECRET_MARK = { name: SIGNATURE, value: "1b47061264138c4ac30d75fd1eb44270" };

/** The values of the signature that mark an asset and an archive. */
export const ASSET_MARKS: ReadonlySet<unknown> = new Set([
  "c44067f5952c0a294b673a41bacd8c17",
  "0def7320c3a5731c473e5ecbe6d01bc7",
]);
