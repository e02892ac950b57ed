import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { eventRoom } from '../../src/features/events/event-sockets.service.ts';
import { changeRole } from '../../src/features/users/roles.service.ts';
import { userRoom } from '../../src/platform/sockets/socket-message.ts';
import { startSocketSender } from '../../src/platform/sockets/socket-sender.ts';
import { logout } from '../../src/shared/contracts/accounts.ts';
import { createEvent } from '../../src/shared/contracts/events.ts';
import { useApi } from '../helpers/api-app.ts';
import { testLog } from '../helpers/app-config.ts';
import { eventually } from '../helpers/eventually.ts';
import { connectSocket, type TestSocket } from '../helpers/socket.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';

describe('sockets', () => {
  const api = useApi({ recheckInterval: 100 });
  const opened: TestSocket[] = [];
  let creator: SignedInUser;
  let event: { id: string; uuid: string; privateKey?: string };

  const open = async (...args: Parameters<typeof connectSocket>) => {
    const socket = await connectSocket(...args);
    opened.push(socket);
    return socket;
  };
  const failure = (connecting: Promise<unknown>): Promise<string> =>
    connecting.then(
      () => 'connected',
      (error: Error) => error.message,
    );

  before(async () => {
    creator = await newUser(api().origin);
    event = await creator.call(createEvent, { body: { occasion: 'birthday', recipients: [{ firstName: 'Lena' }] } });
  });
  afterEach(() => {
    for (const each of opened.splice(0)) each.close();
  });

  it('admit anybody to /public, users to /users and staff to /staff', async () => {
    const { origin } = api();
    const admin = await newUser(origin, { role: 'editor' });
    await open(origin, '/public');
    expect(await failure(open(origin, '/users'))).to.equal('NOT_SIGNED_IN');
    await open(origin, '/users', { cookie: creator.cookie() });
    expect(await failure(open(origin, '/staff', { cookie: creator.cookie() }))).to.equal('NOT_ALLOWED');
    await open(origin, '/staff', { cookie: admin.cookie() });
    for (const name of ['/', '/other']) {
      expect(await failure(open(origin, name as never))).to.be.oneOf(['NOT_FOUND', 'Invalid namespace']);
    }
  });

  it('refuse an upgrade from another origin', async () => {
    const { origin } = api();
    expect(await failure(open(origin, '/public', { origin: 'https://evil.example' }))).to.equal('websocket error');
    await open(origin, '/public', { origin });
  });

  it('accept websocket only', async () => {
    const response = await fetch(`${api().origin}/socket.io/?EIO=4&transport=polling`);
    expect(response.status).to.equal(400);
  });

  it('send the creator’s messages to the creator, and public ones to everyone', async () => {
    const { origin } = api();
    const studio = await open(origin, '/users', { cookie: creator.cookie() });
    const guest = await open(origin, '/public');
    expect(await studio.join({ event: event.uuid })).to.deep.equal({
      success: true,
      data: { eventId: event.id, audience: 'creator' },
    });
    expect(await guest.join({ event: event.uuid })).to.deep.include({
      data: { eventId: event.id, audience: 'everyone' },
    });
    const told = guest.next('event:updated');
    const { emitter } = api().sockets;
    emitter.emitToRoom(eventRoom(event.id, 'creator'), 'media:removed', { id: 'a', revision: 1 });
    emitter.emitToRoom(eventRoom(event.id, 'everyone'), 'event:updated', { id: event.id });
    expect(await told).to.deep.equal({ id: event.id });
    expect(guest.heard.map(({ name }) => name)).to.deep.equal(['event:updated']);
    await eventually('both at the studio', async () => studio.heard.length === 2);
  });

  it('refuse to subscribe a visitor to an event they can’t see', async () => {
    const guest = await open(api().origin, '/public');
    for (const ref of [event.id, '11111111-1111-4111-8111-111111111111', 'p0000000000000000000000', '$gt']) {
      expect(await guest.join({ event: ref })).to.deep.include({ success: false });
    }
    const told = guest.next('announcement:changed');
    api().sockets.emitter.emitToRoom(eventRoom(event.id, 'everyone'), 'event:updated', { id: event.id });
    api().sockets.emitter.emitToAll('announcement:changed', { id: null });
    await told;
    expect(guest.heard).to.have.length(1);
  });

  it('unsubscribe from an event', async () => {
    const guest = await open(api().origin, '/public');
    await guest.join({ event: event.uuid });
    await guest.socket.emitWithAck('event:leave', { eventId: event.id });
    const told = guest.next('announcement:changed');
    api().sockets.emitter.emitToRoom(eventRoom(event.id, 'everyone'), 'event:updated', { id: event.id });
    api().sockets.emitter.emitToAll('announcement:changed', { id: null });
    await told;
    expect(guest.heard).to.have.length(1);
  });

  it('send a user’s messages to all their browsers, and to nobody else', async () => {
    const { origin } = api();
    const other = await newUser(origin);
    const own = await open(origin, '/users', { cookie: creator.cookie() });
    const foreign = await open(origin, '/users', { cookie: other.cookie() });
    const told = own.next('track:updated');
    const last = foreign.next('announcement:changed');
    const room = userRoom(creator.user.id);
    api().sockets.emitter.emitToRoom(room, 'track:updated', { id: 't', title: 'New' });
    api().sockets.emitter.emitToAll('announcement:changed', { id: null });
    expect(await told).to.deep.equal({ id: 't', title: 'New' });
    await last;
    expect(foreign.heard).to.have.length(1);
  });

  it('deliver messages of a process without sockets in order, through the database', async () => {
    const worker = await startSocketSender({ redisUrl: null }, api().database.connection, testLog());
    const guest = await open(api().origin, '/public');
    await guest.join({ event: event.uuid });
    const ids = Array.from({ length: 20 }, (_, i) => `clip-${i}`);
    for (const id of ids)
      worker.emitter.emitToRoom(eventRoom(event.id, 'everyone'), 'media:removed', { id, revision: 1 });
    await eventually('all of them', async () => guest.heard.length >= ids.length);
    await worker.close();
    expect(guest.heard.map(({ payload }) => (payload as { id: string }).id)).to.deep.equal(ids);
  });

  it('close when their session has ended', async () => {
    const { origin } = api();
    const user = await newUser(origin);
    const { socket } = await open(origin, '/users', { cookie: user.cookie() });
    const gone = once(socket as never, 'disconnect');
    await user.call(logout);
    expect((await gone)[0]).to.equal('io server disconnect');
  });

  it('close when staff lose their role, also in event rooms', async () => {
    const { origin } = api();
    const editor = await newUser(origin, { role: 'editor' });
    const cookie = editor.cookie();
    const [desk, own] = [await open(origin, '/staff', { cookie }), await open(origin, '/users', { cookie })];
    expect(await own.join({ event: event.id })).to.deep.include({
      success: true,
      data: { eventId: event.id, audience: 'creator' },
    });
    const closed = [desk, own].map(({ socket }) => once(socket as never, 'disconnect'));
    await changeRole(editor.user.email, 'user', null);
    await Promise.all(closed);
  });

  it('survive malformed and binary packets', async () => {
    const { origin } = api();
    const packets = [
      '9garbage',
      '42["event:join"',
      '42/public,["event:join",{"event":{"$gt":""}}]',
      '451-["x",{"_placeholder":true,"num":9}]',
    ];
    for (const packet of packets) {
      const { socket } = await open(origin, '/public');
      const closed = once(socket as never, 'disconnect');
      socket.io.engine.write(packet);
      socket.io.engine.write(Buffer.from([1, 2, 3]));
      await closed;
    }
    const guest = await open(origin, '/public');
    const loose = guest.socket as unknown as { emit(...args: unknown[]): void };
    loose.emit('event:join');
    loose.emit('event:join', null, 'no function');
    loose.emit('event:leave', { eventId: { $gt: '' } });
    loose.emit('unknown', new Uint8Array(10));
    expect(await guest.join({ event: event.uuid })).to.deep.include({ success: true });
  });

  it('close on an oversized packet and on a flood', async () => {
    const { origin } = api();
    const large = await open(origin, '/public');
    const closed = once(large.socket as never, 'disconnect');
    (large.socket as unknown as { emit(...args: unknown[]): void }).emit('event:join', { event: 'x'.repeat(50_000) });
    await closed;
    const busy = await open(origin, '/public');
    const cut = once(busy.socket as never, 'disconnect');
    for (let i = 0; i < 200; i++) busy.socket.emit('event:leave', { eventId: event.id }, () => undefined);
    await cut;
  });

  it('destroy an upgrade for another protocol', async () => {
    const { port } = new URL(api().origin);
    const raw = connect(Number(port), '127.0.0.1');
    raw.on('error', () => undefined);
    raw.write('GET /other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await once(raw, 'close');
  });
});
