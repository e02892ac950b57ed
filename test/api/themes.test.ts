import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { handToSite } from '../../src/features/themes/hand-to-site.ts';
import { purgeThemes } from '../../src/features/themes/purge-themes.ts';
import { seedThemes } from '../../src/features/themes/seed-themes.ts';
import { forgetThemes } from '../../src/features/themes/themes.service.ts';
import { platform } from '../../src/platform/platform.ts';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import {
  createTheme,
  deleteTheme,
  getTheme,
  listThemes,
  restoreTheme,
  type Theme,
  updateTheme,
} from '../../src/shared/contracts/themes.ts';
import { RESTORE_WINDOW, THEME } from '../../src/shared/limits.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startEvent } from '../helpers/giving.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { connectSocket } from '../helpers/socket.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('themes', () => {
  const web = useWeb();
  let editor: SignedInUser;
  let user: SignedInUser;
  const rows = () => web().connection.collection<{ _id: string; name: string }>('themes');
  const jobs = () => web().connection.collection('jobs');
  const idOf = ({ id }: Event) => new (web().connection.base.mongo.ObjectId)(id);
  const params = ({ id }: Pick<Theme, 'id'>) => ({ params: { id } });

  before(async () => {
    [editor, user] = [await newUser(web().origin, { role: 'editor' }), await newUser(web().origin)];
  });

  async function newOwner(): Promise<{ owner: SignedInUser; event: Event }> {
    const owner = await newUser(web().origin);
    return { owner, event: await startEvent(owner) };
  }

  it('are at least ten from the start, of which quiet ones suit a memorial, and each can be read', async () => {
    const visitor = newVisitor(web().origin);
    const all = await visitor.call(listThemes, { query: {} });
    expect(all.length).to.be.at.least(10);
    for (const theme of all) expect(theme, theme.id).to.include({ isPublic: true, ownerId: null, deletedAt: null });
    const quiet = await visitor.call(listThemes, { query: { occasion: 'memorial' } });
    expect(quiet.map(({ id }) => id)).to.have.members(['linen', 'candle', 'shore']);
    expect(await visitor.call(getTheme, params({ id: 'candle' }))).to.deep.equal(all.find(({ id }) => id === 'candle'));
    for (const url of ['introUrl', 'outroUrl', 'fontUrl'] as const) {
      const answer = await visitor.fetch(all[0]?.[url] ?? '');
      expect(answer.status, url).to.equal(200);
      expect(answer.headers.get('content-type')).to.match(/svg|font/);
    }
  });

  it('are seeded once, corrected when they are old, and left alone when staff have changed them', async () => {
    const count = await rows().countDocuments();
    await rows().updateOne({ _id: 'bold' }, { $set: { name: 'Of an older version', seedMark: 'old' } });
    await editor.call(updateTheme, { ...params({ id: 'winter' }), body: { name: 'Our winter' } });
    await seedThemes();
    expect(await rows().countDocuments()).to.equal(count);
    expect(await rows().findOne({ _id: 'bold' })).to.include({ name: 'Big letters' });
    expect(await rows().findOne({ _id: 'winter' })).to.include({ name: 'Our winter' });
  });

  it('are made by staff for everybody, with every field, and answered as they were sent', async () => {
    const body = {
      name: 'Our blue',
      introUrl: '/api/v2/theme-art/postcards/intro',
      outroUrl: null,
      fontUrl: '/assets/fonts/limelight-latin.woff2',
      fontColor: '#10203a',
      fontSize: 200,
      fontLineSpacing: 1.5,
      textBoxColor: '#ffeecc',
      isCollage: true,
      isPublic: true,
      occasions: ['birthday' as const],
      scenes: [
        {
          id: 'wave',
          kind: 'collage' as const,
          cells: [{ x: 0, y: 0, width: 0.5, height: 1 }],
          background: '#000000',
          transition: 'zoom' as const,
          length: 5,
        },
      ],
    };
    const made = await editor.call(createTheme, { body });
    expect(made).to.deep.include({ ...body, ownerId: null });
    const again = await editor.call(updateTheme, { ...params(made), body: made as never });
    expect({ ...again, updatedAt: '' }).to.deep.equal({ ...made, updatedAt: '' });
    expect(await newVisitor(web().origin).call(getTheme, params(made))).to.deep.equal(again);
    await editor.call(deleteTheme, params(made));
    expect(await statusAndCode(user.call(getTheme, params(made)))).to.deep.equal([404, 'NOT_FOUND']);
    expect((await editor.call(getTheme, params(made))).deletedAt).to.be.a('string');
    expect((await editor.call(restoreTheme, params(made))).deletedAt).to.equal(null);
    expect(await user.call(getTheme, params(made))).to.include({ name: 'Our blue' });
  });

  it('tell users of a changed public theme, and only its owner of a private one', async () => {
    const { owner } = await newOwner();
    const connect = (who: SignedInUser) => connectSocket(web().origin, '/users', { cookie: who.cookie() });
    const [own, other] = [await connect(owner), await connect(user)];
    try {
      const heard = Promise.all([own.next('theme:updated'), other.next('theme:updated')]);
      await editor.call(updateTheme, { ...params({ id: 'night' }), body: { name: 'Late lights' } });
      for (const payload of await heard) expect(payload).to.include({ id: 'night', name: 'Late lights' });
      const mine = own.next('theme:updated');
      const made = await owner.call(createTheme, { body: { name: 'Just mine' } });
      expect((await mine).id).to.equal(made.id);
      const last = other.next('theme:updated');
      await editor.call(updateTheme, { ...params({ id: 'night' }), body: { name: 'Night lights' } });
      expect(await last).to.include({ id: 'night' });
    } finally {
      own.close();
      other.close();
    }
  });

  it('refuse addresses of other sites and other files with 422', async () => {
    for (const introUrl of ['https://evil.example/a.svg', '//evil.example/a', '/files/media/x', '/../etc/passwd']) {
      const call = editor.call(createTheme, { body: { name: 'Blue', introUrl } });
      expect(await statusAndCode(call), introUrl).to.deep.equal([422, 'FIELDS_REFUSED']);
    }
    const call = editor.call(createTheme, { body: { name: 'Blue', fontUrl: '/assets/fonts/other.woff2' } });
    expect(await statusAndCode(call)).to.deep.equal([422, 'FIELDS_REFUSED']);
  });

  it('are made privately by anybody with an account, who alone can see, change and choose them', async () => {
    const { owner, event } = await newOwner();
    const made = await owner.call(createTheme, { body: { name: 'Just ours' } });
    expect(made).to.include({ isPublic: false, ownerId: owner.user.id });
    expect((await owner.call(listThemes, { query: {} })).map(({ id }) => id)).to.include(made.id);
    expect((await user.call(listThemes, { query: {} })).map(({ id }) => id)).to.not.include(made.id);
    for (const call of [getTheme, deleteTheme] as const) {
      expect(await statusAndCode(user.call(call, params(made)))).to.deep.equal([404, 'NOT_FOUND']);
    }
    const open = owner.call(updateTheme, { ...params(made), body: { isPublic: true } });
    expect(await statusAndCode(open)).to.deep.equal([403, 'NOT_ALLOWED']);
    const theirs = owner.call(updateTheme, { ...params({ id: 'candle' }), body: { name: 'Mine' } });
    expect(await statusAndCode(theirs)).to.deep.equal([403, 'NOT_ALLOWED']);
    const choose = (who: SignedInUser, at: Event) =>
      who.call(updateEvent, { params: { id: at.id }, query: {}, body: { themeId: made.id } });
    expect((await choose(owner, event)).themeId).to.equal(made.id);
    expect(await statusAndCode(choose(user, await startEvent(user)))).to.deep.equal([422, 'FIELDS_REFUSED']);
  });

  it('of an editor belong to the site once they are public, also when they are hidden later', async () => {
    const [maker, colleague] = [await newUser(web().origin, { role: 'editor' }), editor];
    const make = () => maker.call(createTheme, { body: { name: 'For all' } });
    const [made, earlier] = [await make(), await make()];
    const change = (isPublic: boolean) => maker.call(updateTheme, { ...params(made), body: { isPublic } });
    expect(await change(true)).to.include({ isPublic: true, ownerId: null });
    expect(await change(false)).to.include({ isPublic: false, ownerId: null });
    expect((await colleague.fetch(`/staff/themes/${made.id}`)).status).to.equal(200);

    await rows().updateOne({ _id: earlier.id }, { $set: { isPublic: true } });
    const { db } = web().connection;
    if (db) await handToSite.run({ db, log: platform().log, signal: new AbortController().signal });
    await forgetThemes(maker.user.id);
    expect(await colleague.call(getTheme, params(earlier))).to.include({ ownerId: null });
    expect(await colleague.call(getTheme, params(made))).to.include({ ownerId: null });
  });

  it('are at most 50 of a user, also when a deleted one is restored', async () => {
    const { owner } = await newOwner();
    const first = await owner.call(createTheme, { body: { name: 'The first' } });
    await owner.call(deleteTheme, params(first));
    const row = await rows().findOne({ _id: first.id });
    const others = Array.from({ length: THEME.own }, (_, index) => ({ ...row, _id: randomUUID(), name: `${index}` }));
    await rows().insertMany(others.map((each) => ({ ...each, deletedAt: null })));
    const full = [409, 'LIMIT_REACHED'];
    expect(await statusAndCode(owner.call(createTheme, { body: { name: 'One more' } }))).to.deep.equal(full);
    expect(await statusAndCode(owner.call(restoreTheme, params(first)))).to.deep.equal(full);
    await owner.call(deleteTheme, params({ id: others[0]?._id ?? '' }));
    expect((await owner.call(restoreTheme, params(first))).deletedAt).to.equal(null);
  });

  it('are purged 30 days after they were deleted, but not the site’s own and those that an event has', async () => {
    const { owner, event } = await newOwner();
    const make = async (name: string) => (await owner.call(createTheme, { body: { name } })).id;
    const [kept, chosen, gone] = [await make('Kept'), await make('Chosen'), await make('Gone')];
    await owner.call(updateEvent, { params: { id: event.id }, query: {}, body: { themeId: chosen } });
    for (const id of [kept, chosen, gone]) await owner.call(deleteTheme, params({ id }));
    await editor.call(deleteTheme, params({ id: 'chalk' }));
    const long = new Date(Date.now() - RESTORE_WINDOW - 1000);
    await rows().updateMany({ _id: { $in: [chosen, gone, 'chalk'] } }, { $set: { deletedAt: long } });
    await purgeThemes();
    const left = await rows().distinct('_id', { _id: { $in: [kept, chosen, gone, 'chalk'] } });
    expect(left).to.have.members([kept, chosen, 'chalk']);
    await editor.call(restoreTheme, params({ id: 'chalk' }));
  });

  it('are chosen by a form without script, by the makers of an event alone', async () => {
    const event = await startEvent(user, { occasion: 'getwell' });
    const page = `/e/${event.uuid}/theme`;
    const shown = await (await user.fetch(page)).text();
    expect(shown)
      .to.contain('For a get-well video')
      .and.contain('Candlelight')
      .and.contain('>Ruth</text>')
      .and.contain('value="candle"');
    const chosen = await user.postForm(page, { themeId: 'candle' });
    expect([chosen.status, chosen.headers.get('location')]).to.deep.equal([303, `/e/${event.uuid}`]);
    expect((await readEvent(user, event)).themeId).to.equal('candle');
    const gone = await user.postForm(page, { themeId: 'no-such-theme' });
    expect(gone.headers.get('location')).to.equal(`${page}?problem=gone`);
    expect(await (await user.fetch(`${page}?problem=gone`)).text()).to.contain('not there any more');
    const other = await newUser(web().origin);
    for (const answer of [await other.fetch(page), await other.postForm(page, { themeId: '' })]) {
      expect(answer.status).to.equal(403);
    }
    await user.postForm(page, { themeId: '' });
    expect((await readEvent(user, event)).themeId).to.equal(null);
  });

  it('of users themselves are made, changed, deleted and restored by forms without script', async () => {
    const { owner, event } = await newOwner();
    const pages = `/e/${event.uuid}/theme`;
    const text = async (path: string, who = owner) => (await who.fetch(path)).text();
    expect(await text(pages)).to.contain('Premium: $19.00 more for this film');
    const fresh = await text(`${pages}/new?from=postcards`);
    expect(fresh).to.contain('value="Our Postcards"').and.contain('>Ruth</text>');
    const values = {
      ...{ name: 'Our blue', introUrl: '/api/v2/theme-art/postcards/intro', outroUrl: '', fontUrl: '' },
      ...{ fontColor: '#10203a', fontSize: '9', fontLineSpacing: '1', textBoxColor: '#ffeecc' },
      'occasions[]': 'birthday',
    };
    const refused = await owner.postForm(`${pages}/new`, values);
    expect(refused.status).to.equal(422);
    expect(await refused.text())
      .to.contain('Too small to read.')
      .and.contain('value="Our blue"');
    const made = await owner.postForm(`${pages}/new`, { ...values, fontSize: '200' });
    const one = made.headers.get('location')?.replace('?saved=1', '') ?? '';
    expect(one).to.match(new RegExp(`^${pages}/[0-9a-f-]{36}$`));
    expect(await text(`${one}?saved=1`)).to.contain('Use it in this film');
    expect((await owner.postForm(one, { ...values, name: 'Our sea', fontSize: '180' })).status).to.equal(303);
    const id = one.split('/').at(-1) ?? '';
    expect(await owner.call(getTheme, params({ id }))).to.include({ name: 'Our sea', fontSize: 180, isPublic: false });
    expect((await user.fetch(one)).status, 'another user').to.equal(403);
    const other = await startEvent(user);
    expect((await user.fetch(`/e/${other.uuid}/theme/${id}`)).status, 'at another event').to.equal(404);
    expect((await user.postForm(`/e/${other.uuid}/theme/${id}`, { ...values, fontSize: '90' })).status).to.equal(404);

    expect((await owner.postForm(`${one}/delete`, {})).headers.get('location')).to.equal(pages);
    expect(await text(pages)).to.contain(`action="${one}/restore"`);
    expect((await owner.postForm(`${one}/restore`, {})).status).to.equal(303);
    expect((await owner.postForm(pages, { themeId: id })).headers.get('location')).to.equal(`/e/${event.uuid}`);
    expect((await readEvent(owner, event)).themeId).to.equal(id);
  });

  it('have artwork that can be read whole, in parts and in other colours', async () => {
    const visitor = newVisitor(web().origin);
    const art = async (path: string) => (await visitor.fetch(`/api/v2/theme-art/${path}`)).text();
    expect(await art('letter/intro')).to.match(/^<svg .*#f2c9c4.*<\/svg>$/s);
    expect(await art('letter/intro?part=0&ground=102030')).to.contain('#102030');
    expect((await visitor.fetch('/api/v2/theme-art/letter/intro?part=39')).status).to.equal(404);
    expect((await visitor.fetch('/api/v2/theme-art/nothing/intro')).status).to.equal(404);
  });

  it('are chosen for an event, which draws its titles again and no clip, and given back', async () => {
    const event = await startEvent(user);
    const clip = (await giveText(newVisitor(web().origin), event, 'Well done!')).media;
    await finishedFilm(web().connection, event, { clip });
    await jobs().deleteMany({ 'data.eventId': event.id });
    const clipNow = () =>
      web()
        .connection.collection('media')
        .findOne({ eventId: idOf(event) });
    const before = { clip: await clipNow(), jobs: await jobs().countDocuments() };
    const choose = (themeId: string | null) =>
      user.call(updateEvent, { params: { id: event.id }, query: {}, body: { themeId } });
    expect(await choose('postcards')).to.include({ themeId: 'postcards', isFilmOutdated: true });
    expect(await jobs().countDocuments({ type: 'film.titles', 'data.eventId': event.id })).to.equal(1);
    expect(await jobs().countDocuments(), 'nothing else is made').to.equal(before.jobs + 1);
    expect(await clipNow()).to.deep.equal(before.clip);
    expect(await statusAndCode(choose('no-such-theme'))).to.deep.equal([422, 'FIELDS_REFUSED']);
    expect((await readEvent(user, event)).themeId).to.equal('postcards');
    expect(await choose(null)).to.include({ themeId: null, isFilmOutdated: false });
  });
});
