import { expect } from 'chai';
import { createEvent, type Event, getEvent, restoreEvent, updateEvent } from '../../src/shared/contracts/events.ts';
import { planPremiere } from '../../src/shared/contracts/premieres.ts';
import { addRsvps, type Rsvp } from '../../src/shared/contracts/rsvps.ts';
import { may, PERMISSIONS, type Permission, ROLES, type Role, rolesThatMay } from '../../src/shared/permissions.ts';
import { ask } from '../helpers/ask.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startEvent, startFreeEvent } from '../helpers/giving.ts';
import { storedSong } from '../helpers/songs.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const DAY = 86_400_000;
const ADMIN_URL = 'https://admin.example';
const REFUSED = ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'NOT_FOUND'];
/** Has the form of a receipt key and names nothing. */
const GUESS = `r${'0'.repeat(22)}`;

/** Somebody with one role at every event of this test. */
interface Actor {
  role: Role;
  at(event: Event): Visitor;
}
/** Tries something the way people do; true where it worked or failed for another reason than who tried. */
type Attempt = (actor: Actor) => Promise<boolean>;

describe('the table of permissions, through HTTP', () => {
  const web = useWeb({ env: { ADMIN_URL } });
  let creator: SignedInUser;
  let bystander: SignedInUser;
  let actors: Actor[];
  let event: Event;
  let closed: Event;
  let planned: Event;
  let filmId: string;
  let clip: Awaited<ReturnType<typeof giveText>>;
  let songs: { own: string; public: string };
  let guest: Rsvp;
  let words = 0;

  const events = () => web().connection.collection('events');
  const idOf = ({ id }: Event) => new (web().connection.base.mongo.ObjectId)(id);
  const newWords = () => `Words ${++words}`;

  before(async () => {
    const { origin } = web();
    creator = await newUser(origin);
    bystander = await newUser(origin);
    const [organiser, editor, admin] = [
      await newUser(origin),
      await newUser(origin, { role: 'editor' }),
      await newUser(origin, { role: 'admin' }),
    ];
    [event, closed, planned] = [
      await startFreeEvent(creator),
      await startEvent(creator),
      await startFreeEvent(creator),
    ];
    const { ObjectId } = web().connection.base.mongo;
    await events().updateMany({}, { $push: { organiserIds: new ObjectId(organiser.user.id) } as never });
    clip = await giveText(newVisitor(origin), event, 'Happy birthday');
    const people = [{ firstName: 'Gwen' }];
    [guest = guest] = await creator.call(addRsvps, { body: { event: event.id, people } });
    filmId = await finishedFilm(web().connection, event);
    const startsAt = new Date(Date.now() + DAY).toISOString();
    await creator.call(planPremiere, { params: { id: event.id }, body: { startsAt } });
    songs = { own: await storedSong(web().connection, event), public: await storedSong(web().connection, null) };
    await finishedFilm(web().connection, planned);
    await events().updateOne({ _id: idOf(planned) }, { $set: { deliverAt: new Date(Date.now() + DAY) } });
    await creator.call(updateEvent, { params: { id: closed.id }, query: {}, body: { acceptsClips: false } });
    const withKey = (key: (event: Event) => string | undefined) => (at: Event) =>
      newVisitor(origin, { 'x-event-key': key(at) ?? '' });
    const visitors: Record<Role, Actor['at']> = {
      creator: () => creator,
      organiser: () => organiser,
      recipient: withKey(({ privateKey }) => privateKey),
      viewer: withKey(({ viewKey }) => viewKey),
      contributor: () => newVisitor(origin),
      guest: () => newVisitor(origin),
      editor: () => editor,
      admin: () => admin,
    };
    actors = ROLES.map((role) => ({ role, at: visitors[role] }));
  });

  async function passes(who: Visitor, method: string, path: string, body?: object): Promise<boolean> {
    const { code } = await ask(who, method, path, body);
    return !REFUSED.includes(code ?? '');
  }

  /** What `GET /api/event` shows of an event. */
  const shown = async ({ at }: Actor, of = event) => (await ask(at(of), 'GET', `/api/event/${of.uuid}`)).data;
  const change = ({ at }: Actor, body: object) => passes(at(event), 'PUT', `/api/v2/events/${event.uuid}`, body);
  const give = ({ at }: Actor, to: Event, more: object = {}) =>
    ask(at(to), 'POST', '/api/v2/media', {
      event: to.uuid,
      kind: 'text',
      text: newWords(),
      contributor: { name: 'Anna' },
      ...more,
    });
  const freshClip = () => giveText(newVisitor(web().origin), event, newWords());
  const atClip = ({ role, at }: Actor, method: string, verb: string, body?: object, to = clip) => {
    const receipt = role === 'contributor' ? `?receipt=${to.receiptKey}` : '';
    return passes(at(event), method, `/api/v2/media/${to.media.id}${verb}${receipt}`, body);
  };
  const receiptOf = ({ role }: Actor) => (role === 'contributor' ? clip.receiptKey : GUESS);
  const page = async ({ at }: Actor, path: string) =>
    at(event).fetch(path, { headers: { accept: 'text/html' }, redirect: 'manual' });
  const atGuest = ({ role, at }: Actor, method: string, verb: string, body?: object) => {
    const key = role === 'contributor' ? `?i=${new URL(guest.link ?? '').searchParams.get('i')}` : '';
    return passes(at(event), method, `/api/v2/rsvps/${guest.id}${verb}${key}`, body);
  };
  const atBook = ({ role, at }: Actor, method: string, body?: object) => {
    const key = role === 'contributor' ? `?receipt=${clip.receiptKey}` : '';
    return passes(at(event), method, `/api/v2/events/${event.uuid}/guestbook${key}`, body);
  };
  const call = (method: string, path: string, body?: object) => (actor: Actor) =>
    passes(actor.at(event), method, path, body);

  const ATTEMPTS: Record<Permission, Attempt> = {
    'event.read': (actor) => passes(actor.at(event), 'GET', `/api/event/${event.uuid}`),
    'event.readPrivate': async (actor) => 'media' in (await shown(actor)),
    'event.readPrivateKey': async (actor) => (await shown(actor)).privateKey === event.privateKey,
    'event.readViewKey': async (actor) => (await shown(actor)).viewKey === event.viewKey,
    'event.update': async (actor) => change(actor, { thankYou: (await shown(actor)).thankYou ?? null }),
    'event.edit': (actor) => change(actor, { message: newWords() }),
    'event.thank': (actor) => change(actor, { thankYou: newWords() }),
    async 'event.delete'(actor) {
      const isDone = await passes(actor.at(event), 'DELETE', `/api/v2/events/${event.id}`);
      if (isDone) await creator.call(restoreEvent, { params: { id: event.id } });
      return isDone;
    },
    'event.pay': (actor) =>
      passes(actor.at(event), 'POST', '/api/v2/stripe/create-checkout-session', { eventId: event.id }),
    'event.deliver': (actor) => passes(actor.at(event), 'DELETE', `/api/v2/events/${event.id}/deliver`),
    'event.report': (actor) => passes(actor.at(event), 'POST', `/api/v2/events/${event.uuid}/report`, {}),
    'recipient.edit': (actor) =>
      passes(actor.at(event), 'PUT', `/api/v2/recipients/${event.recipients[0]?.id}`, {
        event: event.id,
        firstName: 'Ruth',
      }),
    'organiser.edit': (actor) => passes(actor.at(event), 'GET', `/api/v2/events/${event.uuid}/organisers`),
    'guest.read': (actor) => passes(actor.at(event), 'GET', `/api/v2/events/${event.uuid}/rsvps`),
    'guest.edit': (actor) =>
      passes(actor.at(event), 'POST', '/api/v2/rsvps', { event: event.uuid, people: [{ firstName: 'Sofia' }] }),
    'guest.join': (actor) =>
      passes(actor.at(event), 'POST', '/api/v2/rsvps', { event: event.uuid, firstName: 'Theo', answer: 'yes' }),
    'guest.answer': (actor) => atGuest(actor, 'PUT', '', { note: newWords() }),

    'clip.add': async (actor) => (await give(actor, event)).status === 201,
    'clip.addClosed': async (actor) => (await give(actor, closed)).status === 201,
    async 'clip.addThankYou'(actor) {
      const { data } = await give(actor, event, { isThankYou: true });
      return (data.media as { isThankYou: boolean }).isThankYou;
    },
    'clip.update': (actor) => atClip(actor, 'PUT', '', {}),
    'clip.edit': (actor) => atClip(actor, 'PUT', '', { caption: newWords() }),
    'clip.remove': async (actor) => atClip(actor, 'DELETE', '', undefined, await freshClip()),
    async 'clip.removeThankYou'(actor) {
      const recipient = newVisitor(web().origin, { 'x-event-key': event.privateKey ?? '' });
      const thanks = await giveText(recipient, event, newWords(), { isThankYou: true });
      return atClip(actor, 'DELETE', '', undefined, thanks);
    },
    'clip.restore': (actor) => atClip(actor, 'PUT', '/restore'),
    'clip.retry': (actor) => atClip(actor, 'PUT', '/retry'),
    async 'contributor.remove'(actor) {
      const { media } = await freshClip();
      const clips = (await readEvent(creator, event)).media ?? [];
      const { contributor } = clips.find(({ id }) => id === media.id) ?? {};
      return passes(actor.at(event), 'DELETE', `/api/v2/events/${event.id}/contributors/${contributor?.id}`);
    },
    'receipt.read': (actor) => passes(actor.at(event), 'GET', `/api/v2/receipts/${receiptOf(actor)}`),
    'receipt.edit': (actor) => passes(actor.at(event), 'PUT', `/api/v2/receipts/${receiptOf(actor)}`, {}),

    'film.read': (actor) => passes(actor.at(event), 'GET', `/api/v2/events/${event.id}/published-media`),
    'film.publish': (actor) => passes(actor.at(event), 'PUT', `/api/v2/published-media/${filmId}/restore`),
    'film.watch': async (actor) => Boolean((await shown(actor)).film),
    'film.watchEarly': async (actor) => Boolean((await shown(actor, planned)).film),
    'gift.readOpened': (actor) => passes(actor.at(event), 'POST', `/api/v2/events/${event.uuid}/opened`),
    async 'gift.open'(actor) {
      await events().updateOne({ _id: idOf(event) }, { $set: { openedAt: null } });
      await ask(actor.at(event), 'POST', `/api/v2/events/${event.uuid}/opened`);
      return (await events().findOne({ _id: idOf(event) }))?.openedAt !== null;
    },
    'premiere.host': (actor) =>
      passes(actor.at(event), 'PUT', `/api/v2/events/${event.uuid}/premiere`, { action: 'pause' }),
    'premiere.join': (actor) => passes(actor.at(event), 'GET', `/api/v2/events/${event.uuid}/premiere`),
    'postcard.edit': (actor) => passes(actor.at(event), 'GET', `/api/v2/postcards?eventId=${event.id}`),
    'present.give': (actor) =>
      passes(actor.at(event), 'POST', '/api/v2/tree/contributions', {
        event: event.uuid,
        quantity: 1,
        contributor: { name: 'Anna' },
      }),
    'pool.read': (actor) => passes(actor.at(event), 'GET', `/api/v2/events/${event.uuid}/pool`),
    'pool.edit': (actor) => passes(actor.at(event), 'PUT', `/api/v2/events/${event.uuid}/pool`, { isOpen: true }),
    'parcel.read': (actor) => passes(actor.at(event), 'GET', `/api/v2/events/${event.uuid}/orders`),
    'trees.read': (actor) => passes(actor.at(event), 'GET', `/api/v2/tree/${event.uuid}/certificate.pdf`),
    'reward.choose': (actor) => passes(actor.at(event), 'GET', `/api/v2/events/${event.uuid}/reward`),
    'thanks.read': (actor) => passes(actor.at(event), 'GET', `/api/v2/events/${event.uuid}/thanks`),
    'thanks.send': (actor) =>
      passes(actor.at(event), 'POST', `/api/v2/events/${event.uuid}/thanks`, { kind: 'heart', to: 'all' }),

    'keepsake.read': (actor) => passes(actor.at(event), 'GET', `/api/v2/events/${event.uuid}/keepsake`),

    'guestbook.read': (actor) => atBook(actor, 'GET'),
    'guestbook.write': (actor) => atBook(actor, 'POST', { name: 'Anna', text: newWords() }),
    async 'guestbook.hide'(actor) {
      const line = await ask(creator, 'POST', `/api/v2/events/${event.uuid}/guestbook`, {
        name: 'A',
        text: newWords(),
      });
      return passes(actor.at(event), 'PUT', `/api/v2/guestbook/${line.data.id}`, { hidden: true });
    },

    'track.edit': (actor) => passes(actor.at(event), 'PUT', `/api/v2/tracks/${songs.own}`, { title: newWords() }),
    'track.publish': (actor) => passes(actor.at(event), 'PUT', `/api/v2/tracks/${songs.public}`, { title: newWords() }),

    'desk.open': async (actor) => (await page(actor, '/staff')).status === 200,
    'report.handle': call('GET', '/api/v2/reports'),
    'media.moderate': call('GET', '/api/v2/staff/media'),
    // Access comes before the fields, so a body that is wrong tells who would be let in.
    'media.download': call('POST', `/api/v2/staff/media/${'0'.repeat(24)}/original`, {}),
    'event.suspend': (actor) => passes(actor.at(event), 'POST', `/api/v2/staff/events/${event.id}/lift`, {}),
    'order.read': async (actor) => (await (await page(actor, '/staff')).text()).includes('Dispute'),
    'order.refund': call('POST', '/api/v2/staff/payments/cs_test_00000000/refund', {}),
    'chat.answer': call('GET', '/api/v2/staff/chat/conversations'),
    'announcement.edit': call('POST', '/api/v2/announcements', {}),
    'theme.edit': call('POST', '/api/v2/themes', { name: 'For all', isPublic: true }),
    'idea.moderate': call('PUT', `/api/v2/feedback/ideas/${'0'.repeat(24)}`, { status: 'nonsense' }),
    'user.read': (actor) => passes(actor.at(event), 'GET', `/api/v2/users/${bystander.user.id}`),
    'user.impersonate': call('GET', '/api/v2/auth/impersonate/nobody'),
    'event.assist': (actor) => passes(actor.at(event), 'POST', `/api/v2/staff/events/${event.id}/restore`, {}),
    'event.package': call('GET', '/api/admin/viddaypackage/nothing'),
    'job.handle': call('GET', '/api/admin/renderjobs'),
    'render.make': call('POST', '/api/admin/renderjobs', { eventId: '0' }),
    'user.edit': (actor) => passes(actor.at(event), 'POST', `/api/v2/staff/users/${bystander.user.id}/lift`, {}),
    'promo.edit': call('GET', '/api/v2/promo-codes'),
    'broadcast.send': call('GET', '/api/mail/broadcast'),
    'error.handle': call('GET', '/api/v2/staff/errors'),
    'switch.edit': call('GET', '/api/v2/staff/switches'),
    'metrics.read': call('GET', '/api/v2/staff/metrics'),
    'audit.read': call('GET', '/api/v2/audit'),
    'site.administer': async (actor) => (await (await page(actor, '/ideas')).text()).includes(`href="${ADMIN_URL}`),
  };

  for (const permission of PERMISSIONS) {
    const expected = rolesThatMay(permission);
    it(`gives ${permission} to ${expected.join(', ')} and nobody else`, async () => {
      const able: Role[] = [];
      for (const actor of actors) if (await ATTEMPTS[permission](actor)) able.push(actor.role);
      expect(able).to.deep.equal(expected);
    });
  }

  it('refuses a film’s makers its opening and its thanks, also with the private key', async () => {
    const { privateKey = '' } = event;
    await events().updateOne({ _id: idOf(event) }, { $set: { openedAt: null } });
    const opened = await ask(creator, 'POST', `/api/v2/events/${privateKey}/opened`);
    expect([opened.status, opened.data.openedAt]).to.deep.equal([200, null]);
    const thanks = { kind: 'heart', to: 'all' };
    expect((await ask(creator, 'POST', `/api/v2/events/${privateKey}/thanks`, thanks)).code).to.equal('NOT_ALLOWED');
    expect(may(['creator', 'recipient'], 'gift.open')).to.equal(false);
  });

  it('adds a key’s permissions to those of the user', async () => {
    const { privateKey = '' } = event;
    const thanked = await ask(creator, 'PUT', `/api/v2/events/${privateKey}`, { thankYou: 'For the album' });
    expect([thanked.status, thanked.data.thankYou]).to.deep.equal([200, 'For the album']);
    expect((await ask(creator, 'PUT', `/api/v2/events/${privateKey}`, { message: 'Sing' })).status).to.equal(200);
  });

  it('gives staff no permission on a draft of a browser', async () => {
    const someone = newVisitor(web().origin);
    const draft = await someone.call(createEvent, {
      body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] },
    });
    const admin = actors.find(({ role }) => role === 'admin')?.at(draft);
    const seen = await admin?.call(getEvent, { params: { id: draft.uuid }, query: {} });
    expect(seen).to.include({ uuid: draft.uuid }).and.not.have.any.keys('privateKey', 'media');
  });

  it('shows staff clips, addresses, keys and price, without the makers’ tools', async () => {
    const own = Object.keys(await readEvent(creator, event));
    const staff = Object.keys(await shown(actors.find(({ role }) => role === 'editor') as Actor));
    expect(own.filter((field) => !staff.includes(field)).sort()).to.deep.equal([
      'delivery',
      'filmHoldsWithdrawn',
      'isFilmOutdated',
      'isOwnTransition',
      'isZoneAssumed',
      'undelivered',
    ]);
    expect(staff.filter((field) => !own.includes(field))).to.deep.equal([]);
  });
});
