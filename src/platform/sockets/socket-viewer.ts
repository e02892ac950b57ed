import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { Viewer } from '../../shared/viewer.ts';
import type { Sessions } from '../http/sessions.ts';
import { type LoadUser, viewerOfSession } from '../http/viewer-of.ts';

export interface ViewerDeps {
  sessions: Sessions;
  loadUser: LoadUser;
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
  // A request of its own, as a session is kept on the request that loaded it.
  const req = Object.create(upgrade) as Request;
  await deps.sessions.load(req, new ServerResponse(upgrade) as never);
  return viewerOfSession(req.session, { presentedKey, ip: upgrade.socket.remoteAddress ?? '' }, deps.loadUser);
}
