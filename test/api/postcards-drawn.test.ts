import { expect } from 'chai';
import decodeQr from 'jsqr';
import sharp from 'sharp';
import { findEvent } from '../../src/features/events/find-events.service.ts';
import { CODE } from '../../src/features/postcards/draw/back-places.ts';
import { printedSide } from '../../src/features/postcards/draw-postcard.service.ts';
import { PostcardModel, type StoredPostcard } from '../../src/features/postcards/postcard.model.ts';
import { platform } from '../../src/platform/platform.ts';
import { deleteMedia } from '../../src/shared/contracts/media.ts';
import type { Postcard } from '../../src/shared/contracts/postcards.ts';
import { POSTCARD } from '../../src/shared/limits.ts';
import { CARD, HANDS, SAFE } from '../../src/shared/postcards.ts';
import { PORTLAND } from '../helpers/parcels.ts';
import { usePostcards } from '../helpers/postcards.ts';
import { newVisitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('the postcard that is drawn', () => {
  const web = useWeb();
  const { event, create, update, read, photo, bytes } = usePostcards(web);

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
    const card = await create({ message: 'Point your phone at the square', to: PORTLAND });
    const back = await printed(card, 'back');
    const { data, info, at } = await pixels(back);
    expect(info).to.include({ width: CARD.width, height: CARD.height });
    expect((await sharp(back).metadata()).density).to.equal(CARD.dotsPerInch);
    const found = decodeQr(new Uint8ClampedArray(data), info.width, info.height);
    expect(found?.data).to.equal(`${web().config.appOrigin}/e/${event().viewKey}`);
    expect(found?.data).not.to.include(event().privateKey);
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
    expect((await update(card, { front: { ...front, crop: { x: 0, y: 0, zoom: 4 } } })).front.isSharp).to.equal(false);
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
      for await (const { key } of platform().store.list(`postcards/${event().id}/`)) keys.push(key);
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
    const card = await create({ message: 'Hello', to: PORTLAND });
    const picture = await bytes(card.previewUrl);
    expect(picture.type).to.equal('image/jpeg');
    expect(await sharp(picture.bytes).metadata()).to.include({ width: 1000, height: 680 });
    const pdf = await bytes(card.pdfUrl);
    expect(pdf.type).to.equal('application/pdf');
    const text = pdf.bytes.toString('latin1');
    expect(text.match(/\/Type \/Page\b(?!s)/g)).to.have.length(2);
    expect(text).to.include('[0 0 792 612]');
    const abroad = await update(card, { to: { ...PORTLAND, country: 'DE', postalCode: '10115' } });
    expect((await bytes(abroad.pdfUrl)).bytes.toString('latin1')).to.include('[0 0 841.89 595.28]');
  });
});
