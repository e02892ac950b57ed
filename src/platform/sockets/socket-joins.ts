import type { Logger } from 'pino';
import type { Socket } from 'socket.io';
import { z } from 'zod';
import { kindOfKey } from '../../shared/keys.ts';
import type { Audience, ClientToServer, JoinAnswer, ServerToClient } from '../../shared/socket-events.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { toAppError } from '../http/error-answer.ts';
import { eventRoom, type SocketFacts } from './socket-message.ts';

/**
 * Who may hear of an event, told by the feature that knows events: the event's id and what this viewer may hear; null when
 * there is no such event, or none that they may know of.
 * @param ref id, uuid or key
 */
export type CanJoinEvent = (viewer: Viewer, ref: string) => Promise<{ eventId: string; audience: Audience } | null>;

export type OurSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketFacts>;

export interface JoinDeps {
  canJoinEvent: CanJoinEvent;
  viewer(presentedKey: string | null): Promise<Viewer>;
  log: Logger;
}

/** What a feature makes of a new connection, beside hearing of events; it listens for what browsers send it. */
export type AcceptSocket = (socket: OurSocket, tools: Pick<JoinDeps, 'viewer' | 'log'>) => void;

/** Events that one connection may hear of at once. */
const MAX_JOINED = 20;

const joinRequest = z.object({ event: z.string().max(64), v: z.string().max(64).optional() });
const leaveRequest = z.object({ eventId: z.string().regex(/^[0-9a-f]{24}$/) });

/** Lets a connection join and leave events. Whatever a browser sends here may be anything. */
export function acceptJoins(socket: OurSocket, deps: JoinDeps): void {
  socket.on('event:join', (request: unknown, answer: unknown) => {
    const reply = replyTo<JoinAnswer>(answer);
    join(socket, request, deps).then(reply, (thrown: unknown) => {
      const error = toAppError(thrown);
      if (error.status >= 500) deps.log.error({ err: error.cause ?? error }, 'a socket could not join');
      reply({ success: false, error: { code: error.code, message: error.message } });
    });
  });
  socket.on('event:leave', (request: unknown, answer: unknown) => {
    const parsed = leaveRequest.safeParse(request);
    if (parsed.success) leave(socket, parsed.data.eventId);
    replyTo<{ success: true }>(answer)({ success: true });
  });
}

async function join(socket: OurSocket, request: unknown, deps: JoinDeps): Promise<JoinAnswer> {
  const parsed = joinRequest.safeParse(request);
  if (!parsed.success) return refused('MALFORMED', 'We couldn’t read this request.');
  const { event, v } = parsed.data;
  const kind = kindOfKey(v);
  const viewer = await deps.viewer(kind === 'privateKey' || kind === 'viewKey' ? (v ?? null) : null);
  const allowed = await deps.canJoinEvent(viewer, event);
  if (!allowed) return refused('NOT_FOUND', 'There is no such event.');
  const { eventId, audience } = allowed;
  if (!socket.data.joined.has(eventId) && socket.data.joined.size >= MAX_JOINED) {
    return refused('LIMIT_REACHED', 'Too many events at once.');
  }
  leave(socket, eventId);
  socket.data.joined.add(eventId);
  await socket.join(eventRoom(eventId, 'everyone'));
  if (audience === 'creator') await socket.join(eventRoom(eventId, 'creator'));
  return { success: true, data: { eventId, audience } };
}

function leave(socket: OurSocket, eventId: string): void {
  socket.data.joined.delete(eventId);
  void socket.leave(eventRoom(eventId, 'everyone'));
  void socket.leave(eventRoom(eventId, 'creator'));
}

function refused(code: 'MALFORMED' | 'NOT_FOUND' | 'LIMIT_REACHED', message: string): JoinAnswer {
  return { success: false, error: { code, message } };
}

function replyTo<T>(answer: unknown): (result: T) => void {
  return (result) => {
    if (typeof answer === 'function') answer(result);
  };
}
