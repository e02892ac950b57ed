import type { Request, Response } from 'express';
import { kindOfKey } from '../../shared/keys.ts';
import { isStaff } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { changesState } from './origin-check.ts';
import { routeNameOf } from './route-name.ts';

/** A request that may have changed something, made by staff or by an admin who acts for somebody. */
export interface StaffWrite {
  actorId: string;
  /** As whom an admin acts; null for staff who act as themselves. */
  subjectId: string | null;
  ip: string;
  method: string;
  /** Pattern of the address, such as `/api/v2/events/:id`. */
  route: string;
  /** What it was about, by name; ids and uuids only, as anything else may be a key. */
  ids: Record<string, string>;
  /** Status of the answer; 0 where the connection was lost before. */
  status: number;
}

export type NoteStaffWrite = (write: StaffWrite) => Promise<void>;

const noted = new WeakSet<Response>();
const NAMED_IN_BODY = ['id', 'event', 'eventId', 'mediaId', 'userId', 'uploadId', 'conversationId'];

/**
 * Notes a write once its answer is out, whatever served it. Called where each request learns who is asking, so that no route,
 * form or router can leave it out.
 */
export function followStaffWrite(
  req: Request,
  res: Response,
  { viewer, actorId }: { viewer: Viewer; actorId: string },
  note: NoteStaffWrite,
): void {
  const { user, isImpersonated, ip } = viewer;
  if (!user || !changesState(req.method) || !(isImpersonated || isStaff(user)) || noted.has(res)) return;
  noted.add(res);
  // Known now: the request may end the session, and an error handler sees no params.
  const inAddress = idsIn(req.params, Object.keys(req.params));
  const subjectId = isImpersonated ? user.id : null;
  res.once('close', () => {
    const ids = { ...idsIn(req.body, NAMED_IN_BODY), ...inAddress };
    const status = res.writableEnded ? res.statusCode : 0;
    void note({ actorId, subjectId, ip, method: req.method, route: routeNameOf(res) ?? 'unknown', ids, status });
  });
}

function idsIn(values: unknown, names: readonly string[]): Record<string, string> {
  const given = new Map(Object.entries(typeof values === 'object' && values !== null ? values : {}));
  const found: Record<string, string> = {};
  for (const name of names) {
    const value: unknown = given.get(name);
    const kind = kindOfKey(value);
    if (typeof value === 'string' && (kind === 'id' || kind === 'uuid')) found[name] = value;
  }
  return found;
}
