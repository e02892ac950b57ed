import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { Viewer } from '../../shared/viewer.ts';
import type { Sessions } from '../http/sessions.ts';
import type { Viewers } from '../http/viewers.ts';

export interface ViewerDeps {
  sessions: Sessions;
  viewers: Viewers;
  /** The address of whoever connects, as `req.ip` of the HTTP app. */
  addressOf: (upgrade: IncomingMessage) => string;
}

/**
 * Who is behind a connection, read from the store each time: a connection may live longer than its session.
 * @param upgrade the request that opened the connection
 */
export async function socketViewer(
  upgrade: IncomingMessage,
  presentedKey: string | null,
  deps: ViewerDeps,
): Promise<Viewer> {
  return (await socketIdentity(upgrade, presentedKey, deps)).viewer;
}

/** The same together with the sign-in that the session belongs to; null where nobody is signed in. */
export async function socketIdentity(
  upgrade: IncomingMessage,
  presentedKey: string | null,
  deps: ViewerDeps,
): Promise<{ viewer: Viewer; signInId: string | null }> {
  // A request of its own, as a session is kept on the request that loaded it.
  const req = Object.create(upgrade) as Request;
  await deps.sessions.load(req, new ServerResponse(upgrade) as never);
  const facts = { presentedKey, ip: deps.addressOf(upgrade) };
  return deps.viewers.ofSession(req.session, facts);
}
