import * as z from 'zod';
import { toAppError } from '../../platform/http/error-answer.ts';
import type { AcceptSocket, OurSocket, SocketTools } from '../../platform/sockets/accept-socket.ts';
import type { Audience, JoinAnswer } from '../../shared/contracts/socket-events.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { may } from '../../shared/permissions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { isEmbargoed, isKeyHolder } from './embargo.service.ts';
import { eventRoom } from './event-sockets.service.ts';
import { seeEvent } from './events.access.ts';

/**
 * What this viewer may receive of an event; null if it does not exist or must stay hidden.
 * @param ref id, uuid or key
 */
export type CanJoinEvent = (viewer: Viewer, ref: string) => Promise<{ eventId: string; audience: Audience } | null>;

/**
 * Everyone who may see the event receives its messages; those for makers require `event.readPrivate`. Key holders
 * receive nothing during the embargo.
 */
const canJoinEvent: CanJoinEvent = async (viewer, ref) => {
  const { event, roles, role } = await seeEvent(ref, viewer);
  if (isKeyHolder(role) && isEmbargoed(event)) return null;
  return { eventId: event.id, audience: may(roles, 'event.readPrivate') ? 'creator' : 'everyone' };
};

/** Maximum events for each connection. */
const MAX_JOINED = 20;

const joinRequest = z.object({ event: z.string().max(64), v: z.string().max(64).optional() });
const leaveRequest = z.object({ eventId: z.string().regex(/^[0-9a-f]{24}$/) });

/** Handles joining and leaving events. Input is untrusted. */
export function acceptEventJoins(canJoin = canJoinEvent): AcceptSocket {
  return (socket, tools) => listen(socket, tools, canJoin);
}

function listen(socket: OurSocket, tools: SocketTools, canJoin: CanJoinEvent): void {
  socket.on('event:join', (request: unknown, answer: unknown) => {
    const reply = replyTo<JoinAnswer>(answer);
    join(socket, request, tools, canJoin).then(reply, (thrown: unknown) => {
      const error = toAppError(thrown);
      if (error.status >= 500) tools.log.error({ err: error.cause ?? error }, 'a socket could not join');
      reply({ success: false, error: { code: error.code, message: error.message } });
    });
  });
  socket.on('event:leave', (request: unknown, answer: unknown) => {
    const parsed = leaveRequest.safeParse(request);
    if (parsed.success) leave(socket, parsed.data.eventId);
    replyTo<{ success: true }>(answer)({ success: true });
  });
}

async function join(
  socket: OurSocket,
  request: unknown,
  tools: SocketTools,
  canJoin: CanJoinEvent,
): Promise<JoinAnswer> {
  const parsed = joinRequest.safeParse(request);
  if (!parsed.success) return refused('MALFORMED', 'We couldn’t read this request.');
  const { event, v } = parsed.data;
  const kind = kindOfKey(v);
  const viewer = await tools.viewer(kind === 'privateKey' || kind === 'viewKey' ? (v ?? null) : null);
  const allowed = await canJoin(viewer, event);
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
