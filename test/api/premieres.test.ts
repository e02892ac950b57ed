import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import {
  directPremiere,
  getPremiere,
  type PremiereAction,
  planPremiere,
} from '../../src/shared/contracts/premieres.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { readEvent, startFreeEvent } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { connectSocket, type TestSocket } from '../helpers/socket.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const HOUR = 3_600_000;

describe('premieres', function () {
  this.timeout(600_000);
  const app = useWholeApp({ hasWorker: false });
  let host: SignedInUser;
  let visitor: Visitor;
  const open: TestSocket[] = [];

  before(async () => {
    host = await newUser(app().origin);
    visitor = newVisitor(app().origin);
  });
  afterEach(() => {
    for (const socket of open.splice(0)) socket.close();
  });

  interface Gift {
    event: Event;
    id: string;
    key: string;
    viewKey: string;
  }

  /** A gift whose film is 20 s long. */
  async function gift(facts: object = {}): Promise<Gift> {
    const event = await startFreeEvent(host, { recipients: [{ firstName: 'Ruth' }], ...facts });
    await finishedFilm(app().connection, event);
    const { privateKey: key = '', viewKey = '' } = await readEvent(host, event);
    return { event, id: event.id, key, viewKey };
  }

  const inFuture = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
  const plan = ({ id }: Gift, startsAt: string, who: Visitor = host) =>
    who.call(planPremiere, { params: { id }, body: { startsAt } });
  const direct = ({ id }: Gift, action: PremiereAction, position?: number) =>
    host.call(directPremiere, { params: { id }, body: { action, ...(position !== undefined && { position }) } });
  const read = (id: string, who: Visitor = visitor) => who.call(getPremiere, { params: { id }, query: {} });

  /** As if the film had begun some seconds ago. */
  async function begun({ id }: Gift, seconds: number): Promise<void> {
    const at = new Date(Date.now() - seconds * 1000);
    const { ObjectId } = app().connection.base.mongo;
    await app()
      .connection.collection('premieres')
      .updateOne({ eventId: new ObjectId(id) }, { $set: { startsAt: at, at } });
  }

  async function changeEvent({ id }: Gift, facts: object): Promise<void> {
    const { ObjectId } = app().connection.base.mongo;
    await app()
      .connection.collection('events')
      .updateOne({ _id: new ObjectId(id) }, { $set: facts });
  }

  /** Takes a place in the room. */
  async function enter(ref: string, name?: string): Promise<TestSocket> {
    const socket = await connectSocket(app().origin, '/public');
    open.push(socket);
    const answer = await socket.socket.emitWithAck('premiere:join', { event: ref, ...(name && { name }) });
    if (!answer.success) throw new Error(answer.error.code);
    return socket;
  }

  describe('planning', () => {
    it('is planned in the future, opens its doors half an hour before, and can be moved', async () => {
      const made = await gift();
      expect(await plan(made, inFuture(2 * HOUR))).to.include({
        status: 'planned',
        position: 0,
        viewers: 0,
        length: 20,
      });
      expect(await plan(made, inFuture(HOUR / 4))).to.include({ status: 'lobby', revision: 2 });
      expect((await read(made.viewKey)).film).to.equal(null);
    });

    it('is refused without a film with 409, and for a time that is over or years away with 422', async () => {
      const event = await startFreeEvent(host);
      const none = { event, id: event.id, key: '', viewKey: '' };
      expect(await statusAndCode(plan(none, inFuture(HOUR)))).to.deep.equal([409, 'WRONG_STATE']);
      const made = await gift();
      for (const far of [-HOUR, 400 * 24 * HOUR]) {
        const refusal = await refusalOf(plan(made, inFuture(far)));
        expect([refusal.status, Object.keys(refusal.fields ?? {})]).to.deep.equal([422, ['startsAt']]);
      }
    });

    it('is refused before the gift opens with 422', async () => {
      const made = await gift();
      await changeEvent(made, { deliverAt: new Date(Date.now() + 2 * HOUR) });
      expect((await refusalOf(plan(made, inFuture(HOUR)))).message).to.match(/^The gift opens on/);
      expect(await plan(made, inFuture(3 * HOUR))).to.include({ status: 'planned' });
    });

    it('is for hosts only; a contributor’s link does not open the room', async () => {
      const made = await gift();
      await plan(made, inFuture(HOUR / 4));
      expect(await statusAndCode(plan({ ...made, id: made.key }, inFuture(HOUR), visitor))).to.deep.equal([
        401,
        'NOT_SIGNED_IN',
      ]);
      expect((await refusalOf(read(made.event.uuid))).status).to.be.oneOf([401, 403]);
    });
  });

  describe('the run of the film', () => {
    it('starts by itself: the position follows the clock, and its address is handed out', async () => {
      const made = await gift();
      await plan(made, inFuture(HOUR));
      await begun(made, 7);
      const premiere = await read(made.viewKey);
      expect(premiere.status).to.equal('playing');
      expect(premiere.film?.sources).to.have.length(2);
      expect((Date.now() - Date.parse(premiere.at)) / 1000).to.be.greaterThan(6.9);
    });

    it('is over when the film has played to its end', async () => {
      const made = await gift();
      await plan(made, inFuture(HOUR));
      await begun(made, 21);
      expect(await read(made.viewKey)).to.deep.include({ status: 'over', film: null });
      expect(await statusAndCode(direct(made, 'pause'))).to.deep.equal([409, 'WRONG_STATE']);
      expect(await plan(made, inFuture(HOUR))).to.include({ status: 'planned', position: 0 });
    });

    it('is started early by the host after a countdown of five seconds', async () => {
      const made = await gift();
      await plan(made, inFuture(HOUR / 4));
      const { startsAt, status } = await direct(made, 'start');
      expect(status).to.equal('lobby');
      expect(Date.parse(startsAt) - Date.now()).to.be.within(0, 5000);
    });

    it('is paused, moved and continued by the host; a viewer in the room hears each', async () => {
      const made = await gift();
      await plan(made, inFuture(HOUR));
      await begun(made, 5);
      const viewer = await enter(made.viewKey);
      const paused = await direct(made, 'pause');
      expect(paused).to.include({ status: 'paused' });
      expect(paused.position).to.be.greaterThan(4.9);
      expect(await direct(made, 'seek', 2)).to.include({ status: 'paused', position: 2 });
      expect(await direct(made, 'play')).to.include({ status: 'playing', position: 2 });
      expect(await statusAndCode(plan(made, inFuture(HOUR)))).to.deep.equal([409, 'WRONG_STATE']);
      expect(await direct(made, 'end')).to.include({ status: 'over' });
      const heard = await eventually('all four changes', async () => {
        const states = viewer.heard.filter(({ name }) => name === 'premiere:state');
        return states.length === 4 && states;
      });
      expect(heard.map(({ payload }) => (payload as { status: string }).status)).to.deep.equal([
        'paused',
        'paused',
        'playing',
        'over',
      ]);
    });

    it('starts early only once the gift is open: with 409 the premiere stays as it was', async () => {
      const made = await gift();
      const opens = new Date(Date.now() + HOUR / 3);
      await changeEvent(made, { deliverAt: opens });
      await plan(made, opens.toISOString());
      const refusal = await refusalOf(direct(made, 'start'));
      expect(refusal.status).to.equal(409);
      expect(refusal.message).to.match(/^The gift opens on/);
      expect(await read(made.viewKey)).to.include({ status: 'lobby', startsAt: opens.toISOString() });
      await changeEvent(made, { deliverAt: new Date(Date.now() + 2000) });
      expect(await direct(made, 'start')).to.include({ status: 'lobby', revision: 2 });
    });

    it('gives the film to nobody while the gift is closed, and says so', async () => {
      const made = await gift();
      await plan(made, inFuture(HOUR));
      await begun(made, 3);
      expect(await read(made.viewKey)).to.include({ isClosed: false });
      await changeEvent(made, { deliverAt: new Date(Date.now() + 2 * HOUR) });
      for (const key of [made.key, made.viewKey]) {
        expect(await read(key)).to.include({ film: null, isClosed: true });
      }
      expect(await read(made.id, host)).to.include({ film: null, isClosed: true });
    });
  });

  describe('the room', () => {
    it('shows who is there, the person it is for first, and counts those without a name', async () => {
      const made = await gift();
      await plan(made, inFuture(HOUR / 4));
      const karl = await enter(made.viewKey, 'Karl');
      await enter(made.viewKey);
      await enter(made.key);
      const room = await eventually('three people', async () => {
        const last = karl.heard.findLast(({ name }) => name === 'premiere:room')?.payload as
          | { viewers: number; faces: unknown[] }
          | undefined;
        return last?.viewers === 3 && last;
      });
      expect(room.faces).to.deep.equal([
        { name: 'Ruth', isHonoured: true, isHost: false },
        { name: 'Karl', isHonoured: false, isHost: false },
      ]);
      open.at(1)?.close();
      await eventually('one to leave', async () => (await read(made.viewKey)).viewers === 2);
    });

    it('seats a connection once that asks several times at the same moment, and frees the seat', async () => {
      const made = await gift();
      await plan(made, inFuture(HOUR / 4));
      const { socket, close } = await connectSocket(app().origin, '/public');
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => socket.emitWithAck('premiere:join', { event: made.viewKey, name: 'Karl' })),
      );
      expect(answers.map(({ success }) => success)).to.deep.equal(Array.from({ length: 5 }, () => true));
      expect((await read(made.viewKey)).viewers).to.equal(1);
      close();
      await eventually('the seat to be free', async () => (await read(made.viewKey)).viewers === 0);
    });

    it('passes on every reaction to everyone, and keeps it with the second of the film', async () => {
      const made = await gift();
      await plan(made, inFuture(HOUR));
      await begun(made, 5);
      const sockets: TestSocket[] = [];
      for (let i = 0; i < 8; i++) sockets.push(await enter(made.viewKey));
      for (const { socket } of sockets) socket.emit('premiere:react', { eventId: made.id, reaction: 'hooray' });
      const seenBy = ({ heard }: TestSocket) =>
        heard
          .filter(({ name }) => name === 'premiere:reaction')
          .reduce((sum, { payload }) => sum + ((payload as { counts: { hooray?: number } }).counts.hooray ?? 0), 0);
      await eventually('all reactions everywhere', async () => sockets.every((socket) => seenBy(socket) === 8));
      const kept = await eventually('them to be kept', async () => {
        const found = await app().connection.collection('premierereactions').find({}).toArray();
        return found.reduce((sum, { count }) => sum + Number(count), 0) === 8 && found;
      });
      expect(kept[0]).to.include({ reaction: 'hooray' });
      expect(kept[0]?.second).to.be.at.least(5);
    });

    it('ignores reactions of who is not in it, and refuses strangers and malformed requests', async () => {
      const made = await gift();
      await plan(made, inFuture(HOUR / 4));
      const inside = await enter(made.viewKey);
      const outside = await connectSocket(app().origin, '/public');
      open.push(outside);
      const join = (request: unknown) => outside.socket.emitWithAck('premiere:join', request as { event: string });
      for (const request of [null, { event: { $gt: '' } }, { event: made.viewKey, name: 'x'.repeat(300) }]) {
        expect(await join(request)).to.deep.include({ success: false });
      }
      expect(await join({ event: made.event.uuid })).to.deep.include({ success: false });
      outside.socket.emit('premiere:react', { eventId: made.id, reaction: 'wow' });
      inside.socket.emit('premiere:react', { eventId: made.id, reaction: 'love' });
      const { counts } = await inside.next('premiere:reaction');
      expect(counts).to.deep.equal({ love: 1 });
    });
  });
});
