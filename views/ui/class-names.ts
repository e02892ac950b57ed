/** Joins class names, leaving out what is not given; undefined when nothing is left, so that no empty attribute appears. */
export function cx(...names: (string | false | null | undefined)[]): string | undefined {
  const given = names.filter(Boolean);
  return given.length > 0 ? given.join(' ') : undefined;
}
