import { expect } from 'chai';
import type { Socket } from 'socket.io-client';
import { io } from 'socket.io-client';
import { planPremiere, type ReactionCounts } from '../../src/shared/contracts/premieres.ts';
import type { ClientToServer, PremiereRoom, ServerToClient } from '../../src/shared/contracts/socket-events.ts';
import { newDatabaseUri } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { readEvent, startFreeEvent } from '../helpers/giving.ts';
import { killProcess, type OtherProcess, startServerProcess } from '../helpers/test-process.ts';
import { newUser } from '../helpers/user.ts';
import { startTestWeb, type TestWeb } from '../helpers/web-app.ts';

const SESSION_SECRET = 'the same in every process of this test';
const VIEWERS = 300;

interface Seat {
  socket: Socket<ServerToClient, ClientToServer>;
  hoorays: number;
  room: PremiereRoom | null;
}

describe('a premiere with 300 viewers on two web processes', function () {
  this.timeout(600_000);
  let one: TestWeb;
  let two: OtherProcess;
  const seats: Seat[] = [];

  before(async () => {
    const env = { MONGODB_URI: await newDatabaseUri(), SESSION_SECRET };
    [one, two] = await Promise.all([startTestWeb({ env }), startServerProcess('web', { REDIS_URL: '', ...env })]);
  });
  after(async () => {
    for (const { socket } of seats) socket.close();
    await killProcess(two.child);
    await one.close();
  });

  async function sit(origin: string, event: string): Promise<Seat> {
    const socket: Seat['socket'] = io(`${origin}/public`, { transports: ['websocket'], forceNew: true });
    const seat: Seat = { socket, hoorays: 0, room: null };
    seats.push(seat);
    socket.on('premiere:reaction', ({ counts }: { counts: ReactionCounts }) => {
      seat.hoorays += counts.hooray ?? 0;
    });
    socket.on('premiere:room', (room) => {
      seat.room = room;
    });
    const answer = await socket.emitWithAck('premiere:join', { event });
    if (!answer.success) throw new Error(answer.error.code);
    return seat;
  }

  it('counts all of them, and brings each of 300 reactions to each', async () => {
    const host = await newUser(one.origin);
    const event = await startFreeEvent(host);
    await finishedFilm(one.connection, event);
    const { viewKey = '' } = await readEvent(host, event);
    const startsAt = new Date(Date.now() + 600_000).toISOString();
    await host.call(planPremiere, { params: { id: event.id }, body: { startsAt } });
    // As people come: some at a time, here and there.
    for (let came = 0; came < VIEWERS; came += 30) {
      await Promise.all(Array.from({ length: 30 }, (_, i) => sit(i % 2 ? one.origin : two.origin, viewKey)));
    }
    await eventually('everyone to see 300', async () => seats.every(({ room }) => room?.viewers === VIEWERS)).catch(
      (error: unknown) => {
        const seen = [...new Set(seats.map(({ room }) => room?.viewers))];
        const gone = seats.filter(({ socket }) => !socket.connected).length;
        throw new Error(`they saw ${seen.join(', ')}, and ${gone} connections were lost`, { cause: error });
      },
    );
    for (const { socket } of seats) socket.emit('premiere:react', { eventId: event.id, reaction: 'hooray' });
    await eventually('all reactions everywhere', async () => seats.every(({ hoorays }) => hoorays >= VIEWERS));
    expect(new Set(seats.map(({ hoorays }) => hoorays))).to.deep.equal(new Set([VIEWERS]));
  });
});
