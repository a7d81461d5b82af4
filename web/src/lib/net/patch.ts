// Applying a patch to what was last shown: the twin of wire/patch.py `apply`. The old value is left as it was.

interface Patch {
  readonly "~": Readonly<Record<string, unknown>>;
  readonly "-"?: readonly string[];
}

function isPatch(value: unknown): value is Patch {
  return typeof value === "object" && value !== null && !Array.isArray(value) && "~" in value;
}

export function apply(old: unknown, patch: unknown): unknown {
  if (!isPatch(patch)) return patch;
  const changed = patch["~"];
  if (Array.isArray(old))
    return old.map((value: unknown, at) => (String(at) in changed ? apply(value, changed[at]) : value));
  const made: Record<string, unknown> = { ...(old as Record<string, unknown>) };
  for (const key of patch["-"] ?? []) Reflect.deleteProperty(made, key);
  for (const [key, value] of Object.entries(changed)) made[key] = apply(made[key], value);
  return made;
}
