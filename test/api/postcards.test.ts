import { expect } from 'chai';
import decodeQr from 'jsqr';
import sharp from 'sharp';
import { findEvent } from '../../src/features/events/find-events.service.ts';
import { CODE } from '../../src/features/postcards/draw/back-places.ts';
import { printedSide } from '../../src/features/postcards/draw-postcard.service.ts';
import { PostcardModel, type StoredPostcard } from '../../src/features/postcards/postcard.model.ts';
import { exportPostcards, forgetPostcards } from '../../src/features/postcards/postcard-data.ts';
import { linesOfAddress } from '../../src/features/profiles/postal-address.service.ts';
import { platform } from '../../src/platform/platform.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { deleteMedia } from '../../src/shared/contracts/media.ts';
import {
  createPostcard,
  deletePostcard,
  getPostcard,
  getPostcardTemplates,
  listPostcards,
  type Postcard,
  type PostcardDraft,
  updatePostcard,
} from '../../src/shared/contracts/postcards.ts';
import { POSTCARD } from '../../src/shared/limits.ts';
import { OCCASION_TYPES } from '../../src/shared/occasions.ts';
import { CARD, HANDS, SAFE } from '../../src/shared/postcards.ts';
import { startEvent } from '../helpers/giving.ts';
import { photoClip, twoColours } from '../helpers/photo-clip.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const DAY = 86_400_000;
const RUTH = {
  name: 'Ruth Weber',
  line1: '1206 Alder Street',
  line2: 'Apt 4',
  city: 'Portland',
  region: 'OR',
  postalCode: '97205',
  country: 'US',
};

describe('postcards', () => {
  const web = useWeb();
  let ada: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    ada = await newUser(web().origin);
    event = await startEvent(ada);
  });

  const create = (body: PostcardDraft = {}, who: Visitor = ada) =>
    who.call(createPostcard, { body: { eventId: event.id, ...body } });
  const update = ({ id }: Postcard, body: PostcardDraft, who: Visitor = ada) =>
    who.call(updatePostcard, { params: { id }, body });
  const read = ({ id }: Postcard, who: Visitor = ada) => who.call(getPostcard, { params: { id } });
  const photo = async (width = 2400, height = 1600) => photoClip(web(), event, await twoColours(width, height));
  const set = ({ id }: Postcard, fields: object) => {
    const { ObjectId } = web().connection.base.mongo;
    return web()
      .connection.collection('postcards')
      .updateOne({ _id: new ObjectId(id) }, { $set: fields });
  };
  const bytes = async (path: string, who: Visitor = ada) => {
    const answer = await who.fetch(path);
    expect(answer.status, path).to.equal(200);
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  describe('POST, PUT, GET and DELETE /api/v2/postcards', () => {
    it('starts an empty draft that says what it lacks, and keeps what is written into it', async () => {
      const card = await create();
      expect(card).to.include({ status: 'draft', eventId: event.id, templateId: 'edge-for-birthday', message: '' });
      expect(card.problems.map(({ field }) => field)).to.deep.equal(['front.mediaId', 'message', 'to.name']);
      const { id: mediaId } = await photo();
      const sendAt = new Date(Date.now() + 5 * DAY).toISOString();
      const crop = { x: 0.2, y: 1, zoom: 1.5 };
      const written = await update(card, {
        front: { mediaId, crop, caption: 'Rimini, then and now' },
        message: 'Dear Ruth,\nsit down first.',
        from: 'Lena and everyone',
        to: RUTH,
        hand: 'script',
        sendAt,
      });
      expect(written.problems).to.deep.equal([]);
      expect(written.front).to.deep.equal({ mediaId, at: null, crop, caption: 'Rimini, then and now', isSharp: true });
      expect(written).to.deep.include({ sendAt, hand: 'script', to: { ...RUTH, phone: null } });
      expect(await read(card)).to.deep.equal(written);
      const { id: second } = await create();
      const all = await ada.call(listPostcards, { query: { eventId: event.id } });
      expect(all.map(({ id }) => id)).to.deep.equal([second, card.id]);
    });

    it('takes the whole card back unchanged', async () => {
      const card = await create({ message: 'Hello', to: RUTH, sendAt: new Date(Date.now() + DAY).toISOString() });
      const answer = await ada.fetch(`/api/v2/postcards/${card.id}`, {
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
      expect(await refused({ to: { ...RUTH, country: 'XX' } })).to.deep.equal(['to.country']);
      expect(await refused({ front: { mediaId: '0'.repeat(24) } })).to.deep.equal(['front.mediaId']);
      const other = await startEvent(ada);
      const elsewhere = await photoClip(web(), other, await twoColours(300, 200));
      expect(await refused({ front: { mediaId: elsewhere.id } })).to.deep.equal(['front.mediaId']);
      expect(await read(card)).to.deep.include({ message: '', to: null, sendAt: null });
    });

    it('checks an address by the rules of its country', async () => {
      const problems = async (to: PostcardDraft['to']) =>
        (await create({ to })).problems.filter(({ field }) => field.startsWith('to.')).map(({ field }) => field);
      expect(await problems({ ...RUTH, postalCode: '9720' })).to.deep.equal(['to.postalCode']);
      expect(await problems({ ...RUTH, region: null, city: '' })).to.deep.equal(['to.city', 'to.region']);
      const berlin = { name: 'Eva', line1: 'Weg 1', city: 'Berlin', postalCode: '10115', country: 'DE' };
      expect(await problems(berlin)).to.deep.equal([]);
      expect(await problems({ ...berlin, postalCode: null })).to.deep.equal(['to.postalCode']);
      const hongKong = { name: 'Mei', line1: '1 Queen’s Road', city: 'Central', region: 'HK Island', country: 'HK' };
      expect(await problems(hongKong)).to.deep.equal([]);
      expect(await problems({ ...RUTH, name: 'R'.repeat(41) })).to.deep.equal(['to.name']);
    });

    it('writes an address as its country does', () => {
      const own = { ...RUTH, phone: null };
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
      const card = await create({ to: RUTH });
      for (const who of [
        newVisitor(web().origin),
        newVisitor(web().origin, { 'x-event-key': event.privateKey ?? '' }),
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
      const remove = ({ id }: Postcard) => ada.call(deletePostcard, { params: { id } });
      expect(await statusAndCode(update(paid, { message: 'Hi' }))).to.deep.equal([409, 'WRONG_STATE']);
      expect(await statusAndCode(remove(paid))).to.deep.equal([409, 'WRONG_STATE']);
      expect(await remove(draft)).to.deep.equal({ id: draft.id });
      expect(await statusAndCode(read(draft))).to.deep.equal([404, 'NOT_FOUND']);
    });
  });

  describe('GET /api/v2/postcards/templates/:id', () => {
    const templates = async (id: string) => ada.call(getPostcardTemplates, { params: { id } });

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

  describe('the card', () => {
    async function printed(card: Postcard, side: 'front' | 'back') {
      const [stored, of] = await Promise.all([
        PostcardModel.findById(card.id).lean<StoredPostcard>(),
        findEvent(card.eventId),
      ]);
      if (!stored || !of) throw new Error('There is no such card');
      return printedSide({ card: stored, event: of }, side, true);
    }

    async function pixels(image: Buffer) {
      const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 3)];
      return { data, info, at };
    }

    it('has a code that opens the film by its view key, large enough to scan', async () => {
      const card = await create({ message: 'Point your phone at the square', to: RUTH });
      const back = await printed(card, 'back');
      const { data, info, at } = await pixels(back);
      expect(info).to.include({ width: CARD.width, height: CARD.height });
      expect((await sharp(back).metadata()).density).to.equal(CARD.dotsPerInch);
      const found = decodeQr(new Uint8ClampedArray(data), info.width, info.height);
      expect(found?.data).to.equal(`${web().config.appOrigin}/e/${event.viewKey}`);
      expect(found?.data).not.to.include(event.privateKey);
      const { topLeftCorner, topRightCorner } = found?.location ?? {};
      const side = (topRightCorner?.x ?? 0) - (topLeftCorner?.x ?? 0);
      expect(side / CARD.dotsPerInch).to.be.at.least(0.8);
      expect(side).to.be.below(CODE.width);
      // Scanners need four modules around it that are as light as paper.
      const quiet = Math.floor((4 * side) / (17 + 4 * (found?.version ?? 0)));
      const [left, top] = [Math.round(topLeftCorner?.x ?? 0), Math.round(topLeftCorner?.y ?? 0)];
      const around = (x: number, y: number) => x < left - 1 || y < top - 1 || x > left + side + 1 || y > top + side + 1;
      const dark: string[] = [];
      for (let y = top - quiet + 1; y < top + side + quiet - 1; y++) {
        for (let x = left - quiet + 1; x < left + side + quiet - 1; x++) {
          if (around(x, y) && Math.min(...at(x, Math.floor(y))) < 200) dark.push(`${x} ${y}`);
        }
      }
      expect(dark, 'the quiet zone').to.deep.equal([]);
    });

    it('shows the part of the picture that was chosen', async () => {
      const { id: mediaId } = await photo();
      const front = { mediaId, crop: { x: 0.5, y: 1, zoom: 2 } };
      const card = await create({ front });
      const { at, info } = await pixels(await printed(card, 'front'));
      expect(info).to.include({ width: CARD.width, height: CARD.height });
      expect(at(900, 200)[2]).to.be.above(150);
      const above = await update(card, { front: { ...front, crop: { x: 0.5, y: 0, zoom: 2 } } });
      expect((await pixels(await printed(above, 'front'))).at(900, 200)[0]).to.be.above(150);
      expect(above.front.isSharp).to.equal(true);
      expect((await update(card, { front: { ...front, crop: { x: 0, y: 0, zoom: 4 } } })).front.isSharp).to.equal(
        false,
      );
    });

    it('no longer shows a clip that was removed', async () => {
      const { id: mediaId } = await photo();
      const card = await create({ front: { mediaId } });
      const { ObjectId } = web().connection.base.mongo;
      await web()
        .connection.collection('media')
        .updateOne({ _id: new ObjectId(mediaId) }, { $set: { deletedAt: new Date() } });
      const { at } = await pixels(await printed(card, 'front'));
      expect(at(900, 200)).to.deep.equal(at(900, 1100));
    });

    it('keeps no copy of a clip that its sender withdrew', async () => {
      const { id, receiptKey } = await photo();
      const card = await create({ front: { mediaId: id, caption: 'Ruth at sea' } });
      const kept = async () => {
        const keys: string[] = [];
        for await (const { key } of platform().store.list(`postcards/${event.id}/`)) keys.push(key);
        return keys.length;
      };
      expect(await kept()).to.equal(1);
      await newVisitor(web().origin).call(deleteMedia, { params: { id }, query: { receipt: receiptKey } });
      expect(await kept()).to.equal(0);
      const { front, problems } = await read(card);
      expect(front).to.include({ mediaId: null, caption: 'Ruth at sea' });
      expect(problems.map(({ field }) => field)).to.include('front.mediaId');
    });

    it('holds the longest message in every hand and script, within what is certain to be on the card', async () => {
      const texts = ['Liebe Ruth, ', 'Дорогая Рут, ', 'Αγαπητή Ρουθ, ', '親愛なるルース、', 'عزيزتي روث ', 'प्रिय रूथ, '];
      for (const [index, text] of texts.entries()) {
        const message = text.repeat(100).slice(0, POSTCARD.messageMax);
        const hand = Object.keys(HANDS)[index % 4] as Postcard['hand'];
        const { at } = await pixels(await printed(await create({ message, hand, from: 'Lena' }), 'back'));
        const paper = at(20, 20);
        for (let x = 0; x < 750; x += 3) expect(at(x, SAFE.y - 4), text).to.deep.equal(paper);
        for (let y = 0; y < CARD.height; y += 3) expect(at(SAFE.x - 4, y), text).to.deep.equal(paper);
        let inked = 0;
        for (let y = 100; y < 790; y += 2) if (`${at(200, y)}` !== `${paper}`) inked++;
        expect(inked, text).to.be.above(10);
      }
    });

    it('is a picture for the screen and a PDF of two pages for paper', async () => {
      const card = await create({ message: 'Hello', to: RUTH });
      const picture = await bytes(card.previewUrl);
      expect(picture.type).to.equal('image/jpeg');
      expect(await sharp(picture.bytes).metadata()).to.include({ width: 1000, height: 680 });
      const pdf = await bytes(card.pdfUrl);
      expect(pdf.type).to.equal('application/pdf');
      const text = pdf.bytes.toString('latin1');
      expect(text.match(/\/Type \/Page\b(?!s)/g)).to.have.length(2);
      expect(text).to.include('[0 0 792 612]');
      const abroad = await update(card, { to: { ...RUTH, country: 'DE', postalCode: '10115' } });
      expect((await bytes(abroad.pdfUrl)).bytes.toString('latin1')).to.include('[0 0 841.89 595.28]');
    });
  });

  describe('/e/:ref/postcards/:id, without script', () => {
    const page = (path: string) => ada.fetch(`/e/${event.uuid}/postcards${path}`, { headers: { accept: 'text/html' } });

    it('starts, saves and deletes a card, and keeps what was refused on the page', async () => {
      const { id: mediaId } = await photo(1600, 1100);
      const here = `/e/${event.uuid}/postcards`;
      const started = await ada.postForm(here, { eventId: event.id });
      const [card] = await ada.call(listPostcards, { query: { eventId: event.id } });
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
      await ada.postForm(`${here}/${card.id}`, sent);
      const saved = await read(card);
      expect(saved).to.deep.include({ message: 'Sit down first.', hand: 'script', templateId: card.templateId });
      expect(saved.front.crop).to.deep.equal({ x: 0, y: 1, zoom: 2 });
      expect(saved.to).to.deep.include({ name: 'Ruth', postalCode: '97205', city: '' });

      const refused = await ada.postForm(`${here}/${card.id}`, { ...sent, message: 'a\n'.repeat(30), toName: 'Omar' });
      expect(refused.status).to.equal(422);
      const html = await refused.text();
      expect(html).to.include(`At most ${POSTCARD.linesMax} lines`).and.include('value="Omar"').and.include('97205');
      expect((await read(card)).message).to.equal('Sit down first.');

      expect(await (await page('')).text())
        .to.include('To Ruth')
        .and.include('Draft');
      await ada.postForm(`${here}/${card.id}/delete`, {});
      expect(await statusAndCode(read(card))).to.deep.equal([404, 'NOT_FOUND']);
      expect((await page(`/${card.id}`)).status).to.equal(404);
    });

    it('shows a card at its own event only', async () => {
      const card = await create();
      const other = await startEvent(ada);
      expect((await ada.fetch(`/e/${other.uuid}/postcards/${card.id}`)).status).to.equal(404);
    });
  });

  it('exports and forgets a user’s cards', async () => {
    await create({ to: RUTH, message: 'Hello' });
    const exported = await exportPostcards(ada.user.id);
    expect(exported).to.have.length(1);
    expect(exported[0]).to.deep.include({ message: 'Hello', to: { ...RUTH, phone: null } });
    await forgetPostcards(ada.user.id);
    expect(await ada.call(listPostcards, { query: { eventId: event.id } })).to.deep.equal([]);
  });
});
