import { toAppError } from '../../platform/http/error-answer.ts';
import type { AcceptSocket, OurSocket, SocketTools } from '../../platform/sockets/accept-socket.ts';
import { premiereJoin, premiereReaction } from '../../shared/contracts/premieres.ts';
import type { PremiereAnswer } from '../../shared/contracts/socket-events.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { may } from '../../shared/permissions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { requireEvent, type SeenEvent } from '../events/events.access.ts';
import { premiereRoom } from './premiere-room.ts';
import { premiereOf } from './premieres.service.ts';
import { react } from './reactions.ts';
import { roomOf, type Sitter, takeSeat } from './seats.ts';

/** Rooms for each connection. */
const MAX_ROOMS = 3;
/** Shortest time between two reactions of a connection, in milliseconds. */
const REACT_EVERY = 150;

/** Puts people into the room of a premiere, and passes on their reactions. Input is untrusted. */
export const acceptPremieres: AcceptSocket = (socket, tools) => {
  const seats = new Map<string, () => Promise<void>>();
  let reactedAt = 0;
  // One after the other: of two at once, each would take a seat and only one give it back.
  let joining: Promise<unknown> = Promise.resolve();
  const leave = (eventId: string) => {
    const giveBack = seats.get(eventId);
    seats.delete(eventId);
    giveBack?.().catch((error: unknown) => tools.log.debug({ err: error }, 'a seat could not be given back'));
  };

  socket.on('premiere:join', (request: unknown, answer: unknown) => {
    const reply = (result: PremiereAnswer) => {
      if (typeof answer === 'function') answer(result);
    };
    const joined = joining.then(() => join(socket, request, tools, seats));
    joining = joined.catch(() => undefined);
    joined.then(reply, (thrown: unknown) => {
      const error = toAppError(thrown);
      if (error.status >= 500) tools.log.error({ err: error.cause ?? error }, 'a socket could not join a premiere');
      reply({ success: false, error: { code: error.code, message: error.message } });
    });
  });
  socket.on('premiere:react', (request: unknown) => {
    const parsed = premiereReaction.safeParse(request);
    if (!parsed.success || !seats.has(parsed.data.eventId) || Date.now() - reactedAt < REACT_EVERY) return;
    reactedAt = Date.now();
    react(parsed.data.eventId, parsed.data.reaction);
  });
  socket.on('premiere:clock', (answer: unknown) => {
    if (typeof answer === 'function') answer(Date.now());
  });
  socket.on('disconnect', () => {
    for (const eventId of [...seats.keys()]) leave(eventId);
  });
};

async function join(
  socket: OurSocket,
  request: unknown,
  tools: SocketTools,
  seats: Map<string, () => Promise<void>>,
): Promise<PremiereAnswer> {
  const parsed = premiereJoin.safeParse(request);
  if (!parsed.success) return refused('MALFORMED', 'We couldn’t read this request.');
  const { event: ref, v, name } = parsed.data;
  const kind = kindOfKey(v);
  const viewer = await tools.viewer(kind === 'privateKey' || kind === 'viewKey' ? (v ?? null) : null);
  const seen = await requireEvent('premiere.join', ref, viewer);
  const { id } = seen.event;
  if (!seats.has(id) && seats.size >= MAX_ROOMS) return refused('LIMIT_REACHED', 'Too many premieres at once.');
  await socket.join(premiereRoom(id));
  const before = seats.get(id);
  seats.set(id, await takeSeat(sitterOf(seen, viewer, name)));
  await before?.();
  // The connection may have closed while it waited for the database.
  if (!socket.connected) await seats.get(id)?.();
  const room = await roomOf(id);
  const premiere = await premiereOf(seen.event, room);
  if (!premiere) return refused('NOT_FOUND', 'No premiere is planned here.');
  return { success: true, data: { premiere, room } };
}

/** The person of a private key has the name that the gift is for; hosts have their own. */
function sitterOf({ event, roles, role }: SeenEvent, { user }: Viewer, name: string | undefined): Sitter {
  const isHost = may(roles, 'premiere.host');
  const [recipient] = event.recipients;
  const isHonoured = role === 'recipient' && event.recipients.length === 1;
  const known = isHonoured ? recipient?.firstName : isHost ? user?.firstName : undefined;
  return { eventId: event.id, name: name || known || null, isHonoured, isHost };
}

function refused(code: 'MALFORMED' | 'NOT_FOUND' | 'LIMIT_REACHED', message: string): PremiereAnswer {
  return { success: false, error: { code, message } };
}
