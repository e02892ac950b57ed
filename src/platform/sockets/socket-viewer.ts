import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { Viewer } from '../../shared/viewer.ts';
import type { Sessions } from '../http/sessions.ts';
import type { Viewers } from '../http/viewers.ts';

export interface ViewerDeps {
  sessions: Sessions;
  viewers: Viewers;
  /** The client's IP address, same as `req.ip`. */
  addressOf: (upgrade: IncomingMessage) => string;
}

/**
 * The viewer of a connection, read from the session store each time: a connection can outlive its session.
 * @param upgrade the request that opened the connection
 */
export async function socketViewer(
  upgrade: IncomingMessage,
  presentedKey: string | null,
  deps: ViewerDeps,
): Promise<Viewer> {
  return (await socketIdentity(upgrade, presentedKey, deps)).viewer;
}

/** The viewer with the sign-in of its session; null when signed out. */
export async function socketIdentity(
  upgrade: IncomingMessage,
  presentedKey: string | null,
  deps: ViewerDeps,
): Promise<{ viewer: Viewer; signInId: string | null }> {
  // A new request object, as the session is cached on the request that loaded it.
  const req: Request = Object.create(upgrade);
  await deps.sessions.load(req, new ServerResponse(upgrade) as never);
  const facts = { presentedKey, ip: deps.addressOf(upgrade) };
  return deps.viewers.ofSession(req.session, facts);
}
