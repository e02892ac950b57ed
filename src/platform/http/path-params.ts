import type { Request } from 'express';

/** The parts of the path that a route names; none of our routes repeats one. */
export function pathParams(req: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(req.params).map(([name, value]) => [name, String(value)]));
}
