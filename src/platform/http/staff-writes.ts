import type { Request, Response } from 'express';
import { kindOfKey } from '../../shared/keys.ts';
import { staffRole } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { part } from '../part.ts';
import { changesState } from './origin-check.ts';
import { routeNameOf } from './route-name.ts';

/** A request by staff or an impersonating admin that may have changed something. */
export interface StaffWrite {
  actorId: string;
  /** The impersonated user; null without impersonation. */
  subjectId: string | null;
  ip: string;
  method: string;
  /** Route pattern, such as `/api/v2/events/:id`. */
  route: string;
  /** Ids in the URL, by parameter name; other parameters may be secrets. */
  ids: Record<string, string>;
  /** Status of the answer; 0 if the connection was lost. */
  status: number;
}

export type NoteStaffWrite = (write: StaffWrite) => Promise<void>;

/** Provided by the feature that keeps the audit log. */
export const staffWrites = part<NoteStaffWrite>('log of staff writes', ['web']);

const noted = new WeakSet<Response>();
const NAMED_IN_BODY = ['id', 'event', 'eventId', 'mediaId', 'userId', 'uploadId', 'conversationId'];

/**
 * Records a write when its answer is finished. Called where a request's viewer is loaded, so that no handler can bypass
 * it.
 */
export function followStaffWrite(
  req: Request,
  res: Response,
  { viewer, actorId }: { viewer: Viewer; actorId: string },
  note: NoteStaffWrite,
): void {
  const { user, isImpersonated, ip } = viewer;
  if (!user || !changesState(req.method) || !(isImpersonated || staffRole(user) !== null) || noted.has(res)) return;
  noted.add(res);
  // Read now: the request may end the session, and error handlers see no params.
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
