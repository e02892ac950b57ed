import { expect } from 'chai';
import { type Cart, listAvailableProducts, openCart } from '../../src/shared/contracts/carts.ts';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { publish } from '../../src/shared/contracts/films.ts';
import { createTheme } from '../../src/shared/contracts/themes.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startEvent, startFreeEvent } from '../helpers/giving.ts';
import { becomeMember } from '../helpers/members.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { storedSong } from '../helpers/songs.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('songs and themes that makers bring themselves', () => {
  const app = useWholeApp({ hasWorker: false });
  let creator: SignedInUser;

  before(async () => {
    creator = await newUser(app().origin);
  });

  async function eventWithClip(who = creator, start = startEvent): Promise<Event> {
    const event = await start(who);
    await giveText(newVisitor(app().origin), event, 'All the best');
    return event;
  }
  const rows = (name: string) => app().connection.collection(name);
  const idOf = ({ id }: Pick<Event, 'id'>) => new (app().connection.base.mongo.ObjectId)(id);
  const change = (event: Event, body: { trackId?: string | null; themeId?: string | null }, who = creator) =>
    who.call(updateEvent, { params: { id: event.id }, query: {}, body });
  const ownSong = (event: Event) => storedSong(app().connection, event);
  const ownTheme = async (who = creator) => (await who.call(createTheme, { body: { name: 'Ours' } })).id;
  const paid = (event: Event, amount: number) =>
    rows('film_accounts').insertOne({ _id: idOf(event), paid: amount, version: 1, entries: [] });
  const film = (event: Event, who = creator) => who.call(publish, { body: { eventId: event.id } });
  const cartOf = (event: Event, packageId: Cart['packageId'] = null, who = creator) =>
    who.call(openCart, { body: { eventId: event.id, packageId } });

  it('makes a film Plus and Premium, as the price says before, and leaves it when it goes', async () => {
    const event = await eventWithClip();
    expect((await readEvent(creator, event)).price)
      .to.include({ amount: 500 })
      .and.deep.include({
        own: { song: 700, theme: 1900 },
      });
    const withSong = (await change(event, { trackId: await ownSong(event) })).price;
    expect(withSong).to.deep.include({ amount: 1200, own: { song: 0, theme: 1200 }, smaller: null });
    expect(withSong?.lines[0]).to.deep.equal({ id: 'plus', label: 'Plus, with your own song', amount: 1200 });
    const withTheme = (await change(event, { themeId: await ownTheme() })).price;
    expect(withTheme).to.deep.include({ amount: 2400, own: { song: 0, theme: 0 } });
    expect(withTheme?.lines[0]?.label).to.equal('Premium, with your own theme');
    expect((await change(event, { themeId: null })).price?.amount).to.equal(1200);
    expect((await change(event, { trackId: null })).price?.amount).to.equal(500);
  });

  it('is due before a film that was paid as Essential is made again, and free in one that was paid as Premium', async () => {
    const event = await eventWithClip();
    await paid(event, 500);
    await change(event, { trackId: await ownSong(event) });
    const refused = await refusalOf(film(event));
    expect([refused.status, refused.code]).to.deep.equal([409, 'PAYMENT_REQUIRED']);
    expect((await cartOf(event)).totals).to.include({ subtotal: 1200, credit: 500, total: 700 });
    await rows('film_accounts').updateOne({ _id: idOf(event) }, { $set: { paid: 2400 } });
    await change(event, { themeId: await ownTheme() });
    expect((await film(event)).status).to.equal('queued');
  });

  it('costs only what Plus costs more where Essential is free', async () => {
    const event = await eventWithClip(creator, startFreeEvent);
    expect((await readEvent(creator, event)).price).to.deep.include({ amount: 0, own: { song: 700, theme: 1900 } });
    expect((await change(event, { trackId: await ownSong(event) })).price?.amount).to.equal(700);
  });

  it('is part of a membership', async () => {
    const member = await newUser(app().origin);
    await becomeMember(member, 'yearly');
    const event = await eventWithClip(member);
    await change(event, { trackId: await ownSong(event), themeId: await ownTheme(member) }, member);
    expect((await cartOf(event, null, member)).totals).to.include({ subtotal: 0, total: 0 });
  });

  it('leaves no smaller package to choose in checkout, which says why', async () => {
    const event = await eventWithClip();
    await change(event, { trackId: await ownSong(event) });
    const cart = await cartOf(event, 'essential');
    expect(cart.totals.total).to.equal(1200);
    const offered = await creator.call(listAvailableProducts, { params: { id: event.id } });
    expect(offered.slice(0, 3).map(({ id, recommended, why }) => [id, recommended, why])).to.deep.equal([
      ['essential', false, 'Not with your own song'],
      ['plus', true, 'Has your own song'],
      ['premium', false, 'More than you need today'],
    ]);
    const page = await (await creator.fetch(`/checkout/${cart.id}`)).text();
    expect(page).to.contain('Your film has your own song, which comes with Plus.');
    expect(page).to.match(/value="essential"[^>]*disabled/);
  });

  it('costs nothing where it was chosen before it had a price, nor in a film that was made', async () => {
    const event = await eventWithClip();
    const trackId = await ownSong(event);
    await rows('events').updateOne({ _id: idOf(event) }, { $set: { trackId }, $unset: { hasOwnSong: 1 } });
    expect((await change(event, { trackId })).price?.amount).to.equal(500);
    const made = await eventWithClip();
    await paid(made, 500);
    await finishedFilm(app().connection, made, { bill: { length: 4, amount: 500, isFree: false } });
    expect((await change(made, { themeId: await ownTheme() })).price?.amount).to.equal(1900);
    const source = (await readEvent(creator, made)).film?.sources[0]?.url ?? '';
    expect((await creator.fetch(`${source}&download=1`)).status).to.be.oneOf([200, 206]);
  });

  it('is no public song or theme', async () => {
    const event = await eventWithClip();
    const trackId = await storedSong(app().connection, null);
    expect((await change(event, { trackId, themeId: 'candle' })).price?.amount).to.equal(500);
    expect((await change(event, { trackId: 'porch-light' })).price?.amount).to.equal(500);
  });
});
