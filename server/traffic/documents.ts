// Decides whether what a webhook answered is a document that could take a call: LaML, or SWML.

/** Why a text is not a LaML document; undefined when it is one. */
export function checkLaml(text: string): string | undefined {
  const bare = text
    .replace(/^\uFEFF/, "")
    .replace(/<\?xml[^>]*\?>|<!--[\s\S]*?-->/g, "")
    .trim();
  if (bare === "") return "it is empty, where <Response> was expected";
  return /^<Response(?:\s[^>]*)?(?:\/>|>[\s\S]*<\/Response>)$/.test(bare)
    ? undefined
    : "it is not XML with the root <Response>";
}

/** Why a text is not an SWML document; undefined when it is one. */
export function checkSwml(text: string): string | undefined {
  const script = parse(text);
  // YAML is allowed as well; its outline is all that is looked at.
  if (script === undefined) {
    return /^sections:\s*$[\s\S]*^\s+main:/m.test(text) ? undefined : "it is neither JSON nor YAML with sections.main";
  }
  if (typeof script !== "object" || script === null) return "it is not a JSON object";
  const { sections } = script as { sections?: { main?: unknown } };
  return Array.isArray(sections?.main) ? undefined : "it has no list sections.main";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
