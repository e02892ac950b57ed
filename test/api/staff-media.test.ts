import { expect } from 'chai';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { getReceipt, updateMedia } from '../../src/shared/contracts/media.ts';
import { reportEvent } from '../../src/shared/contracts/reports.ts';
import { downloadOriginal, listStaffMedia, moderateMedia } from '../../src/shared/contracts/staff-media.ts';
import type { FlagReason, ModerationState } from '../../src/shared/moderation.ts';
import { mp4Clip } from '../helpers/clips.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { download, giveFile, giveText, readEvent, startFreeEvent } from '../helpers/giving.ts';
import { see } from '../helpers/pages.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { connectSocket } from '../helpers/socket.ts';
import { growStale } from '../helpers/stale-session.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('clips at the desk', () => {
  const web = useWeb();
  let editor: SignedInUser;
  let creator: SignedInUser;
  let event: Event;

  before(async () => {
    editor = await newUser(web().origin, { role: 'editor' });
    creator = await newUser(web().origin);
  });
  beforeEach(async () => {
    event = await startFreeEvent(creator);
  });

  const visitor = () => newVisitor(web().origin);
  const give = (text: string, more: Parameters<typeof giveText>[3] = {}) => giveText(visitor(), event, text, more);
  const report = (mediaId: string, reason = '') =>
    visitor().call(reportEvent, { params: { id: event.viewKey ?? '' }, query: {}, body: { mediaId, reason } });
  const list = async (state: ModerationState = 'open', more: { reason?: FlagReason; kind?: 'text' } = {}) =>
    (await editor.call(listStaffMedia, { query: { state, limit: 100, ...more } })).filter(
      ({ eventId }) => eventId === event.id,
    );
  const decide = (id: string, state: 'hidden' | 'cleared', note = 'Unkind') =>
    editor.call(moderateMedia, { params: { id }, body: { state, note } });
  const ids = (clips: { id: string }[]) => clips.map(({ id }) => id);
  const acts = async () => {
    const admin = await newUser(web().origin, { role: 'admin' });
    return (await admin.call(listAudit, { query: { eventId: event.id } })).reverse();
  };

  it('lists clips with crude words or addresses and reported ones, latest first, and tells the desk live', async () => {
    const socket = await connectSocket(web().origin, '/staff', { cookie: editor.cookie() });
    const heard = socket.next('media:flagged');
    const { media: link } = await give('Cheap watches at www.watches.example');
    expect(await heard).to.deep.equal({ id: link.id, eventId: event.id, reasons: ['link'] });
    const { media: plain } = await give('All the best, Ruth. See you on 4.5. in St. Gallen');
    const { media: crude } = await give('You old bastard, happy birthday', { contributor: { name: 'Bo' } });
    expect(ids(await list())).to.deep.equal([crude.id, link.id]);
    await report(plain.id, 'That is my daughter');
    expect((await list()).map(({ id, moderation }) => [id, moderation?.reasons])).to.deep.equal([
      [plain.id, ['reported']],
      [crude.id, ['words']],
      [link.id, ['link']],
    ]);
    expect(ids(await list('open', { reason: 'words', kind: 'text' }))).to.deep.equal([crude.id]);
    expect(JSON.stringify(await list())).not.to.include(event.privateKey);
    socket.close();
  });

  it('marks a clip once its maker changes the words, and refuses a report of a clip of another event', async () => {
    const { media } = await give('Hello');
    expect(await list()).to.deep.equal([]);
    await creator.call(updateMedia, { params: { id: media.id }, body: { text: 'Go to https://scam.example now' } });
    expect(ids(await list())).to.deep.equal([media.id]);
    const other = await startFreeEvent(creator);
    const foreign = await giveText(visitor(), other, 'Hello');
    expect(await statusAndCode(report(foreign.media.id))).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('is named in the report box of the gift, also without script, and not before it is unwrapped', async () => {
    const { media } = await give('Hello');
    await finishedFilm(web().connection, event, { clip: media });
    const box = (ref = '') => see(visitor(), `/e/${ref}`);
    expect((await box(event.viewKey)).html)
      .to.include('The whole page')
      .and.include(`<option value="${media.id}"`);
    expect((await box(event.privateKey)).html).not.to.include('The clip of');
    const sent = await visitor().postForm(`/e/${event.viewKey}/report`, { mediaId: media.id });
    expect(sent.status).to.equal(303);
    expect((await list()).map(({ id, moderation }) => [id, moderation?.reasons])).to.deep.equal([
      [media.id, ['reported']],
    ]);
  });

  it('is left out by staff only at the desk, with a reason', async () => {
    const { media } = await give('Hello');
    const hiding = refusalOf(editor.call(updateMedia, { params: { id: media.id }, body: { hidden: true } }));
    expect(await hiding).to.include({ status: 403, code: 'NOT_ALLOWED' });
    expect((await hiding).message).to.include('at the desk under Clips and say why');
    expect((await readEvent(creator, event)).media?.find(({ id }) => id === media.id)?.hidden).to.equal(false);
  });

  it('pages without losing or repeating a clip', async () => {
    for (const n of [1, 2, 3]) await give(`bitch ${n}`);
    const shown: string[] = [];
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({ state: 'open', limit: '2', ...(cursor && { cursor }) });
      const answer = await editor.fetch(`/api/v2/staff/media?${query}`);
      const { data, meta } = (await answer.json()) as {
        data: { id: string; eventId: string }[];
        meta: { nextCursor: string | null };
      };
      shown.push(...data.filter(({ eventId }) => eventId === event.id).map(({ id }) => id));
      cursor = meta.nextCursor ?? undefined;
    } while (cursor);
    expect([shown.length, new Set(shown).size]).to.deep.equal([3, 3]);
  });

  describe('a clip that is taken out', () => {
    it('is gone for everybody but staff: words, poster and file, for its makers and its sender', async () => {
      const sender = visitor();
      const receipt = await giveText(sender, event, 'Cruel words', { contributor: { name: 'Cal' } });
      await finishedFilm(web().connection, event, { clip: receipt.media });
      const before = (await readEvent(creator, event)).media?.[0];
      expect(await download(web().origin, before?.posterUrl)).to.have.length.above(0);
      await decide(receipt.media.id, 'hidden');
      const after = (await readEvent(creator, event)).media?.[0];
      expect(after).to.include({ isTakenOut: true, hidden: true, text: null, posterUrl: null, previewUrl: null });
      expect((await fetch(new URL(before?.posterUrl ?? '', web().origin))).status).to.equal(404);
      const own = await sender.call(getReceipt, { params: { key: receipt.receiptKey } });
      expect(own.media).to.include({ isTakenOut: true, text: null, hidden: false });
      const page = await see(sender, `/e/${event.uuid}/receipt/${receipt.receiptKey}`);
      expect(page.html).to.include('Your clip isn’t shown').and.include('Our team took this clip out');
      expect(page.html).not.to.include('Cruel words').and.not.include('Replace it');
      expect((await see(visitor(), `/e/${event.viewKey}`)).html).not.to.include('Cruel words');
      const [shown] = await list('hidden');
      expect(await download(web().origin, shown?.posterUrl)).to.have.length.above(0);
    });

    it('leaves the film, which its makers are asked to publish again, and can’t be changed or put back', async () => {
      const { media } = await give('Cruel words');
      await give('Kind words');
      await finishedFilm(web().connection, event, { clip: media });
      await decide(media.id, 'hidden');
      const now = await readEvent(creator, event);
      expect([now.isFilmOutdated, now.filmHoldsWithdrawn, now.film === null]).to.deep.equal([true, true, false]);
      for (const body of [{ hidden: false }, { caption: 'Mine' }, { text: 'Others' }]) {
        const refused = await refusalOf(creator.call(updateMedia, { params: { id: media.id }, body }));
        expect([refused.code, refused.message]).to.deep.equal([
          'WRONG_STATE',
          'Our team took this clip out, so it can’t be changed. Write to us if you have a question about it.',
        ]);
      }
      const copied = await creator.fetch(`/api/v2/media/${media.id}/duplicate`, { method: 'POST' });
      expect(copied.status).to.equal(409);
      expect(ids((await readEvent(creator, event)).media?.filter(({ hidden }) => !hidden) ?? [])).to.have.length(1);
    });

    it('takes its copies along, and all of them are back once it is shown again', async () => {
      const { media } = await give('Twice');
      await finishedFilm(web().connection, event, { clip: media });
      await creator.fetch(`/api/v2/media/${media.id}/duplicate`, { method: 'POST' });
      const states = async () =>
        ((await readEvent(creator, event)).media ?? []).map((clip) => clip.isTakenOut ?? false);
      expect(await states()).to.deep.equal([false, false]);
      await decide(media.id, 'hidden');
      expect(await states()).to.deep.equal([true, true]);
      await decide(media.id, 'cleared', 'A joke among friends');
      expect(await states()).to.deep.equal([false, false]);
      expect((await readEvent(creator, event)).media?.[0]?.text).to.equal('Twice');
    });

    it('stays out when it is reported again; one that was cleared comes back', async () => {
      const [{ media: out }, { media: fine }] = [await give('One'), await give('Two')];
      await decide(out.id, 'hidden');
      await report(fine.id);
      await decide(fine.id, 'cleared');
      expect(await list()).to.deep.equal([]);
      await report(out.id);
      await report(fine.id);
      expect(ids(await list())).to.deep.equal([fine.id]);
      expect(ids(await list('hidden'))).to.deep.equal([out.id]);
    });
  });

  it('records who did what with a clip, before, after and why; without a reason nothing happens', async () => {
    const { media } = await give('Words');
    expect(await statusAndCode(decide(media.id, 'hidden', ' '))).to.deep.equal([422, 'FIELDS_REFUSED']);
    await decide(media.id, 'hidden', 'Cruel');
    await decide(media.id, 'hidden', 'Twice');
    await decide(media.id, 'cleared', 'It was a joke');
    expect(
      (await acts()).map(({ action, actorId, details }) => [
        action,
        actorId,
        details.before,
        details.after,
        details.note,
      ]),
    ).to.deep.equal([
      ['clip.hidden', editor.user.id, 'none', 'hidden', 'Cruel'],
      ['clip.shown', editor.user.id, 'hidden', 'cleared', 'It was a joke'],
    ]);
    const nothing = '0'.repeat(24);
    expect(await statusAndCode(decide(nothing, 'hidden'))).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('gives out the file as it was uploaded for a reason and after a second step, recorded', async () => {
    const bytes = mp4Clip();
    const { media } = await giveFile(visitor(), web().origin, event, bytes, { filename: 'IMG_0001.mov' });
    const ask = (who: SignedInUser, note: string) =>
      who.call(downloadOriginal, { params: { id: media.id }, body: { note } });
    expect(await statusAndCode(ask(editor, ''))).to.deep.equal([422, 'FIELDS_REFUSED']);
    await decide(media.id, 'hidden');
    const { url } = await ask(editor, 'The police asked');
    expect(Buffer.compare(await download(web().origin, url), bytes)).to.equal(0);
    expect(url).to.match(/^\/files\/media\/[0-9a-f]{24}\/original\?/);
    const until = Number(new URL(url, web().origin).searchParams.get('e')) * 1000 - Date.now();
    expect(until / 3_600_000)
      .to.be.above(1)
      .and.at.most(2);
    const [, line] = await acts();
    expect([line?.action, line?.details.note]).to.deep.equal(['clip.downloaded', 'The police asked']);
    const { media: text } = await give('Only words');
    const none = editor.call(downloadOriginal, { params: { id: text.id }, body: { note: 'Why not' } });
    expect(await statusAndCode(none)).to.deep.equal([409, 'WRONG_STATE']);
    const stale = await newUser(web().origin, { role: 'editor' });
    await growStale(web().connection, 'secondStepAt');
    expect((await refusalOf(ask(stale, 'Later'))).code).to.be.oneOf(['SECOND_FACTOR_NEEDED', 'SIGN_IN_AGAIN']);
    editor = await newUser(web().origin, { role: 'editor' });
  });

  it('works as forms without script, which show what was typed when they are refused', async () => {
    const { media } = await give('You bastard', { contributor: { name: 'Bartholomew' } });
    await report(media.id, 'Not funny at all');
    const page = await see(editor, '/staff/media');
    expect(page.html).to.include(`/staff/media?show=open&amp;id=${media.id}`);
    const one = await see(editor, `/staff/media?id=${media.id}`);
    expect(one.html)
      .to.include('You bastard')
      .and.include('Not funny at all')
      .and.include(`action="/staff/media/${media.id}/hide"`);
    const path = `/staff/media/${media.id}`;
    const refused = await editor.postForm(`${path}/hide`, { note: 'x'.repeat(501) });
    expect([refused.status, (await refused.text()).includes('At most 500 characters')]).to.deep.equal([422, true]);
    const hidden = await editor.postForm(`${path}/hide`, { note: 'Unkind' });
    expect([hidden.status, hidden.headers.get('location')]).to.deep.equal([
      303,
      `/staff/media?show=hidden&id=${media.id}`,
    ]);
    const stale = await editor.postForm(`${path}/clear`, { note: 'Nothing wrong', seen: 'open' });
    expect([stale.status, (await stale.text()).includes('A colleague decided this')]).to.deep.equal([409, true]);
    expect((await editor.postForm(`${path}/hide`, { note: 'Unkind', seen: 'open' })).status, 'a retry').to.equal(303);
    expect((await editor.postForm(`${path}/clear`, { note: 'A joke', seen: 'hidden' })).status).to.equal(303);
    const none = await editor.postForm(`${path}/original`, { note: 'Why not' });
    expect([none.status, (await none.text()).includes('There is no file of this clip')]).to.deep.equal([409, true]);
    expect((await see(editor, `/staff/media?id=${'0'.repeat(24)}`)).status).to.equal(404);
  });

  it('finds clips by the beginning of their sender’s name, and no others', async () => {
    const name = `Zacharias${Date.now()}`;
    const { media } = await give('Hi', { contributor: { name: `${name} Featherstone`, with: ['Ludmilla'] } });
    for (const q of [name.slice(0, 14), `${name} feather`, 'ludmil']) {
      expect((await see(editor, `/staff/search?q=${encodeURIComponent(q)}`)).html, q).to.include(media.id);
    }
    const other = await see(editor, `/staff/search?q=${name}+nobody`);
    expect(other.html).not.to.include(media.id);
    await creator.call(updateMedia, { params: { id: media.id }, body: { contributor: { name: 'Yolanda' } } });
    expect((await see(editor, `/staff/search?q=${name}`)).html).not.to.include(media.id);
  });
});
