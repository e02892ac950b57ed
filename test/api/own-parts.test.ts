import { expect } from 'chai';
import { forgetThemes } from '../../src/features/themes/themes.service.ts';
import { type Cart, listAvailableProducts, openCart } from '../../src/shared/contracts/carts.ts';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { publish } from '../../src/shared/contracts/films.ts';
import { createTheme, deleteTheme, type Transition, updateTheme } from '../../src/shared/contracts/themes.ts';
import { THEME } from '../../src/shared/limits.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startEvent, startFreeEvent } from '../helpers/giving.ts';
import { becomeMember } from '../helpers/members.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { connectSocket } from '../helpers/socket.ts';
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

  describe('themes of their own', () => {
    async function newOwner(): Promise<{ owner: SignedInUser; event: Event }> {
      const owner = await newUser(app().origin);
      return { owner, event: await startEvent(owner) };
    }
    const params = ({ id }: { id: string }) => ({ params: { id } });
    const clips = (transition: Transition) => ({
      ...{ id: 'clips', kind: 'clip' as const, cells: [], background: '#000000' },
      transition,
    });

    it('go with their owner’s account, and films that had one get back paper, transition and price', async () => {
      const { owner, event } = await newOwner();
      const made = await owner.call(createTheme, { body: { name: 'Mine', scenes: [clips('zoom')] } });
      const choice = { params: { id: event.id }, query: {}, body: { themeId: made.id } };
      const label = ({ price }: Event) => price?.lines[0]?.label;
      const chosen = await owner.call(updateEvent, choice);
      expect([chosen.transition, label(chosen)]).to.deep.equal(['zoom', 'Premium, with your own theme']);
      await forgetThemes(owner.user.id);
      const left = await readEvent(owner, event);
      expect(left).to.include({ themeId: null, transition: 'soft', updatedAt: chosen.updatedAt });
      expect(label(left)).to.equal(label(event));
    });

    it('change the transition of films that have them, which is no activity of these, and their makers hear of it', async () => {
      const { owner, event } = await newOwner();
      const made = await owner.call(createTheme, { body: { name: 'Mine', scenes: [clips('zoom')] } });
      const chosen = await change(event, { themeId: made.id }, owner);
      const asked = { type: 'film.transitions', 'data.eventId': event.id, state: 'queued' };
      await rows('jobs').deleteMany(asked);
      const studio = await connectSocket(app().origin, '/users', { cookie: owner.cookie() });
      await studio.join({ event: event.uuid });
      await owner.call(updateTheme, { ...params(made), body: { name: 'Ours' } });
      expect(await rows('jobs').countDocuments(asked), 'as it was').to.equal(0);
      const told = () => studio.heard.filter(({ name }) => name === 'event:updated').length;
      const before = told();
      await owner.call(updateTheme, { ...params(made), body: { scenes: [clips('slide')] } });
      expect(await readEvent(owner, event)).to.include({ transition: 'slide', updatedAt: chosen.updatedAt });
      expect(await rows('jobs').countDocuments(asked), 'made ahead').to.equal(1);
      await eventually('word of it', async () => told() > before, 20_000).finally(studio.close);
      await owner.call(updateEvent, { params: { id: event.id }, query: {}, body: { transition: 'cut' } });
      await owner.call(updateTheme, { ...params(made), body: { scenes: [clips('fade')] } });
      expect((await readEvent(owner, event)).transition, 'chosen by the makers').to.equal('cut');
    });

    it('are in the chooser of a film that has one which is not offered; without it, the paper is picked', async () => {
      const { owner, event } = await newOwner();
      const made = await owner.call(createTheme, { body: { name: 'Just ours' } });
      await owner.call(updateEvent, { params: { id: event.id }, query: {}, body: { themeId: made.id } });
      await owner.call(deleteTheme, params(made));
      const page = `/e/${event.uuid}/theme`;
      const picked = async () => {
        const html = await (await owner.fetch(page)).text();
        const [radio] = (html.match(/<input[^>]*name="themeId"[^>]*>/g) ?? []).filter((each) => / checked/.test(each));
        return { value: /value="([^"]*)"/.exec(radio ?? '')?.[1], copies: html.includes(`new?from=${made.id}`) };
      };
      expect(await picked()).to.deep.equal({ value: made.id, copies: false });
      await owner.postForm(page, { themeId: made.id });
      expect((await readEvent(owner, event)).themeId, 'taken as it was').to.equal(made.id);
      await app().connection.collection<{ _id: string }>('themes').deleteOne({ _id: made.id });
      expect((await picked()).value).to.equal('');
      await owner.postForm(page, { themeId: '' });
      expect((await readEvent(owner, event)).themeId).to.equal(null);
    });

    it('keep every scene as it was typed where one number is wrong, and say where it is', async () => {
      const { owner, event } = await newOwner();
      const page = `/e/${event.uuid}/theme/new`;
      const scene = (index: number, values: Record<string, string>) =>
        Object.fromEntries(
          Object.entries({ id: '', background: '#000000', transition: 'zoom', length: '', cells: '', ...values }).map(
            ([name, value]) => [`scenes.${index}.${name}`, value],
          ),
        );
      const values = {
        ...{ name: 'Ours', introUrl: '', outroUrl: '', fontUrl: '', fontColor: '#10203a', fontSize: '200' },
        ...{ fontLineSpacing: '1', textBoxColor: '#ffeecc', 'occasions[]': 'birthday' },
      };
      const sent = {
        ...values,
        ...scene(0, { kind: 'clip', transition: 'slide' }),
        ...scene(1, { kind: '', background: '#123456' }),
        ...scene(2, { kind: 'collage', cells: '0 0 0.5 1\n\n0.5 0 half 1', length: '7' }),
      };
      const refused = await owner.postForm(page, sent);
      expect(refused.status).to.equal(422);
      const html = await refused.text();
      expect(html).to.match(/<details[^>]* open="">(?:(?!<\/details>).)*0.5 0 half 1(?:(?!<\/details>).)*Place 2: /s);
      expect(html).to.contain('name="scenes.1.length" value="7"').and.not.contain('#123456');
      expect(html).to.match(/<option value="slide" selected="">/);
      const many = Object.assign(
        values,
        ...Array.from({ length: THEME.scenesMax + 1 }, (_, at) => scene(at, { kind: 'text' })),
      );
      const full = await (await owner.postForm(page, many)).text();
      expect(full)
        .to.contain('One thing needs another look')
        .and.match(/Scenes(<!-- -->)?: /);
    });

    it('show what counts for each kind of scene, and keep the rest', async () => {
      const { owner, event } = await newOwner();
      const scenes = [clips('zoom'), { ...clips('cut'), id: 'start', kind: 'intro' as const, length: 9 }];
      const made = await owner.call(createTheme, { body: { name: 'Mine', scenes } });
      const html = await (await owner.fetch(`/e/${event.uuid}/theme/${made.id}`)).text();
      const typeOf = (name: string) => {
        const [field = ''] = html.match(new RegExp(`<(input|select|textarea)[^>]*name="${name}"[^>]*>`)) ?? [];
        return /type="(\w+)"/.exec(field)?.[1] ?? /^<(\w+)/.exec(field)?.[1];
      };
      const of = (index: number) =>
        ['transition', 'background', 'length', 'cells'].map((name) => typeOf(`scenes.${index}.${name}`));
      expect(of(0)).to.deep.equal(['select', 'hidden', 'hidden', 'hidden']);
      expect(of(1)).to.deep.equal(['hidden', 'color', 'hidden', 'hidden']);
      expect(of(2), 'a new one').to.deep.equal(['select', 'color', 'number', 'textarea']);
      expect(html).to.contain('name="scenes.1.length" value="9"');
    });
  });
});
