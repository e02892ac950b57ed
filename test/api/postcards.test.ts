import { expect } from 'chai';
import { exportPostcards, forgetPostcards } from '../../src/features/postcards/postcard-data.ts';
import { linesOfAddress } from '../../src/features/profiles/postal-address.service.ts';
import {
  deletePostcard,
  getPostcardTemplates,
  listPostcards,
  type Postcard,
  type PostcardDraft,
} from '../../src/shared/contracts/postcards.ts';
import { POSTCARD } from '../../src/shared/limits.ts';
import { OCCASION_TYPES } from '../../src/shared/occasions.ts';
import { CARD, SAFE } from '../../src/shared/postcards.ts';
import { utcToZoned } from '../../src/shared/zoned-time.ts';
import { startEvent } from '../helpers/giving.ts';
import { PORTLAND } from '../helpers/parcels.ts';
import { photoClip, twoColours } from '../helpers/photo-clip.ts';
import { usePostcards } from '../helpers/postcards.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const DAY = 86_400_000;

describe('postcards', () => {
  const web = useWeb();
  const { ada, event, create, update, read, photo, set, bytes } = usePostcards(web);

  describe('POST, PUT, GET and DELETE /api/v2/postcards', () => {
    it('starts an empty draft that says what it lacks, and keeps what is written into it', async () => {
      const card = await create();
      expect(card).to.include({ status: 'draft', eventId: event().id, templateId: 'edge-for-birthday', message: '' });
      expect(card.problems.map(({ field }) => field)).to.deep.equal(['front.mediaId', 'message', 'to.name']);
      const { id: mediaId } = await photo();
      const sendAt = new Date(Date.now() + 5 * DAY).toISOString();
      const crop = { x: 0.2, y: 1, zoom: 1.5 };
      const written = await update(card, {
        front: { mediaId, crop, caption: 'Rimini, then and now' },
        message: 'Dear Ruth,\nsit down first.',
        from: 'Lena and everyone',
        to: PORTLAND,
        hand: 'script',
        sendAt,
      });
      expect(written.problems).to.deep.equal([]);
      expect(written.front).to.deep.equal({ mediaId, at: null, crop, caption: 'Rimini, then and now', isSharp: true });
      expect(written).to.deep.include({ sendAt, hand: 'script', to: { ...PORTLAND, phone: null } });
      expect(await read(card)).to.deep.equal(written);
      const { id: second } = await create();
      const all = await ada().call(listPostcards, { query: { eventId: event().id } });
      expect(all.map(({ id }) => id)).to.deep.equal([second, card.id]);
    });

    it('takes the whole card back unchanged', async () => {
      const card = await create({ message: 'Hello', to: PORTLAND, sendAt: new Date(Date.now() + DAY).toISOString() });
      const answer = await ada().fetch(`/api/v2/postcards/${card.id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(card),
      });
      expect(answer.status).to.equal(200);
      const { updatedAt: _now, ...same } = (await read(card)) as Partial<Postcard>;
      expect(card).to.deep.include({
        ...same,
        previewUrl: card.previewUrl,
        backUrl: card.backUrl,
        pdfUrl: card.pdfUrl,
      });
    });

    it('refuses fields that fit no card', async () => {
      const card = await create();
      const refused = async (body: PostcardDraft) => Object.keys((await refusalOf(update(card, body))).fields);
      expect(await refused({ message: 'a'.repeat(POSTCARD.messageMax + 1) })).to.deep.equal(['message']);
      expect(await refused({ message: '\na'.repeat(POSTCARD.linesMax + 1) })).to.deep.equal(['message']);
      expect(await refused({ templateId: 'bunting-for-memorial' })).to.deep.equal(['templateId']);
      expect(await refused({ sendAt: new Date(Date.now() - DAY).toISOString() })).to.deep.equal(['sendAt']);
      expect(await refused({ sendAt: new Date(Date.now() + 400 * DAY).toISOString() })).to.deep.equal(['sendAt']);
      expect(await refused({ to: { ...PORTLAND, country: 'XX' } })).to.deep.equal(['to.country']);
      expect(await refused({ front: { mediaId: '0'.repeat(24) } })).to.deep.equal(['front.mediaId']);
      const other = await startEvent(ada());
      const elsewhere = await photoClip(web(), other, await twoColours(300, 200));
      expect(await refused({ front: { mediaId: elsewhere.id } })).to.deep.equal(['front.mediaId']);
      expect(await read(card)).to.deep.include({ message: '', to: null, sendAt: null });
    });

    it('checks an address by the rules of its country', async () => {
      const problems = async (to: PostcardDraft['to']) =>
        (await create({ to })).problems.filter(({ field }) => field.startsWith('to.')).map(({ field }) => field);
      expect(await problems({ ...PORTLAND, postalCode: '9720' })).to.deep.equal(['to.postalCode']);
      expect(await problems({ ...PORTLAND, region: null, city: '' })).to.deep.equal(['to.city', 'to.region']);
      const berlin = { name: 'Eva', line1: 'Weg 1', city: 'Berlin', postalCode: '10115', country: 'DE' };
      expect(await problems(berlin)).to.deep.equal([]);
      expect(await problems({ ...berlin, postalCode: null })).to.deep.equal(['to.postalCode']);
      const hongKong = { name: 'Mei', line1: '1 Queen’s Road', city: 'Central', region: 'HK Island', country: 'HK' };
      expect(await problems(hongKong)).to.deep.equal([]);
      expect(await problems({ ...PORTLAND, name: 'R'.repeat(41) })).to.deep.equal(['to.name']);
    });

    it('writes an address as its country does', () => {
      const own = { ...PORTLAND, phone: null };
      const tokyo = { ...own, line1: '1-1 Chiyoda', line2: null, city: 'Chiyoda-ku', region: 'Tokyo', country: 'JP' };
      expect(linesOfAddress(own)).to.deep.equal([
        'Ruth Weber',
        '1206 Alder Street',
        'Apt 4',
        'Portland, OR 97205',
        'UNITED STATES',
      ]);
      expect(linesOfAddress({ ...tokyo, postalCode: '100-0001' })).to.deep.equal([
        'Ruth Weber',
        '1-1 Chiyoda',
        'Chiyoda-ku, Tokyo',
        '100-0001',
        'JAPAN',
      ]);
    });

    it('belongs to the people who make the film', async () => {
      const card = await create({ to: PORTLAND });
      for (const who of [
        newVisitor(web().origin),
        newVisitor(web().origin, { 'x-event-key': event().privateKey ?? '' }),
      ]) {
        for (const call of [() => read(card, who), () => update(card, { message: 'Hi' }, who), () => create({}, who)]) {
          expect((await refusalOf(call())).status).to.be.oneOf([401, 403, 404]);
        }
        expect((await who.fetch(card.previewUrl)).status).to.be.oneOf([401, 403, 404]);
        expect((await who.fetch(card.pdfUrl)).status).to.be.oneOf([401, 403, 404]);
      }
      const stranger = await newUser(web().origin);
      expect((await refusalOf(read(card, stranger))).status).to.equal(404);
    });

    it('changes and deletes drafts only', async () => {
      const [paid, draft] = [await create(), await create()];
      await set(paid, { status: 'paid' });
      const remove = ({ id }: Postcard) => ada().call(deletePostcard, { params: { id } });
      expect(await statusAndCode(update(paid, { message: 'Hi' }))).to.deep.equal([409, 'WRONG_STATE']);
      expect(await statusAndCode(remove(paid))).to.deep.equal([409, 'WRONG_STATE']);
      expect(await remove(draft)).to.deep.equal({ id: draft.id });
      expect(await statusAndCode(read(draft))).to.deep.equal([404, 'NOT_FOUND']);
    });
  });

  describe('GET /api/v2/postcards/templates/:id', () => {
    const templates = async (id: string) => ada().call(getPostcardTemplates, { params: { id } });

    it('lists templates of every occasion, each with its drawing', async () => {
      for (const occasion of OCCASION_TYPES) {
        const found = [await templates(occasion)].flat();
        expect(found, occasion).to.have.length.at.least(3);
        for (const { id, areas, ...template } of found) {
          expect(template).to.include({ occasion, width: CARD.width, height: CARD.height });
          for (const { kind, x, y, width, height } of areas.filter((each) => each.kind !== 'picture')) {
            expect(x, `${id} ${kind}`).to.be.at.least(SAFE.x);
            expect(y, `${id} ${kind}`).to.be.at.least(SAFE.y);
            expect(x + width, `${id} ${kind}`).to.be.at.most(SAFE.x + SAFE.width);
            expect(y + height, `${id} ${kind}`).to.be.at.most(SAFE.y + SAFE.height);
          }
        }
      }
      const [first] = [await templates('birthday')].flat();
      expect(await templates(first?.id ?? '')).to.deep.equal(first);
      expect((await bytes(first?.backgroundUrl ?? '')).type).to.match(/^image\/svg\+xml/);
      expect(await statusAndCode(templates('edge-for-nothing'))).to.deep.equal([404, 'NOT_FOUND']);
    });
  });

  describe('/e/:ref/postcards/:id, without script', () => {
    const page = (path: string) =>
      ada().fetch(`/e/${event().uuid}/postcards${path}`, { headers: { accept: 'text/html' } });

    it('starts, saves and deletes a card, and keeps what was refused on the page', async () => {
      const { id: mediaId } = await photo(1600, 1100);
      const here = `/e/${event().uuid}/postcards`;
      const started = await ada().postForm(here, { eventId: event().id });
      const [card] = await ada().call(listPostcards, { query: { eventId: event().id } });
      if (!card) throw new Error('No card was started');
      expect(started.headers.get('location')).to.equal(`${here}/${card.id}`);
      const sent = {
        mediaId,
        zoom: '2',
        across: '0',
        down: '100',
        message: 'Sit down first.',
        hand: 'script',
        toName: 'Ruth',
        zip: '97205',
        country: 'US',
        timeZone: 'America/New_York',
      };
      await ada().postForm(`${here}/${card.id}`, sent);
      const saved = await read(card);
      expect(saved).to.deep.include({ message: 'Sit down first.', hand: 'script', templateId: card.templateId });
      expect(saved.front.crop).to.deep.equal({ x: 0, y: 1, zoom: 2 });
      expect(saved.to).to.deep.include({ name: 'Ruth', postalCode: '97205', city: '' });

      const refused = await ada().postForm(`${here}/${card.id}`, {
        ...sent,
        message: 'a\n'.repeat(30),
        toName: 'Omar',
      });
      expect(refused.status).to.equal(422);
      const html = await refused.text();
      expect(html).to.include(`At most ${POSTCARD.linesMax} lines`).and.include('value="Omar"').and.include('97205');
      expect((await read(card)).message).to.equal('Sit down first.');

      expect(await (await page('')).text())
        .to.include('To Ruth')
        .and.include('Draft');
      await ada().postForm(`${here}/${card.id}/delete`, {});
      expect(await statusAndCode(read(card))).to.deep.equal([404, 'NOT_FOUND']);
      expect((await page(`/${card.id}`)).status).to.equal(404);
    });

    it('keeps the picture of a video that was chosen without a moment', async () => {
      const { id: mediaId } = await photo(300, 200);
      const { ObjectId } = web().connection.base.mongo;
      const video = { kind: 'video', length: 10 };
      const card = await create({ front: { mediaId } });
      await web()
        .connection.collection('media')
        .updateOne({ _id: new ObjectId(mediaId) }, { $set: video });
      const field = (html: string, name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1];
      const html = await (await page(`/${card.id}`)).text();
      const sent = { mediaId, at: field(html, 'at') ?? '', usualAt: field(html, 'usualAt') ?? '', message: 'Hello' };
      expect(sent).to.include({ at: '3.3', usualAt: '3.3' });
      await ada().postForm(`/e/${event().uuid}/postcards/${card.id}`, sent);
      const saved = await read(card);
      expect([saved.message, saved.front.at]).to.deep.equal(['Hello', null]);
    });

    it('posts a card at once that is to be posted today, when it is evening already', async () => {
      const card = await create();
      const ahead = ((21 - new Date().getUTCHours() + 9) % 24) - 9;
      const timeZone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
      const { date: sendOn, time } = utcToZoned(new Date(), timeZone);
      expect(time).to.match(/^2[12]:/);
      const sent = { message: 'Sit down first.', sendOn, timeZone };
      const saved = await ada().postForm(`/e/${event().uuid}/postcards/${card.id}`, sent);
      expect(saved.status).to.equal(303);
      expect(await read(card)).to.include({ message: 'Sit down first.', sendAt: null });
    });

    it('shows a card at its own event only', async () => {
      const card = await create();
      const other = await startEvent(ada());
      expect((await ada().fetch(`/e/${other.uuid}/postcards/${card.id}`)).status).to.equal(404);
    });
  });

  it('exports and forgets a user’s cards', async () => {
    await create({ to: PORTLAND, message: 'Hello' });
    const exported = await exportPostcards(ada().user.id);
    expect(exported).to.have.length(1);
    expect(exported[0]).to.deep.include({ message: 'Hello', to: { ...PORTLAND, phone: null } });
    await forgetPostcards(ada().user.id);
    expect(await ada().call(listPostcards, { query: { eventId: event().id } })).to.deep.equal([]);
  });
});
