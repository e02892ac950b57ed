/** Joins class names, skipping empty ones; undefined if none remains, to omit the attribute. */
export function cx(...names: (string | false | null | undefined)[]): string | undefined {
  const given = names.filter(Boolean);
  return given.length > 0 ? given.join(' ') : undefined;
}
