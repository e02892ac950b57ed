import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import {
  duplicateMedia,
  openPhoto,
  regenerateImage,
  renderPinturaEdit,
  revertMedia,
  savePinturaEdit,
} from '../../src/shared/contracts/clip-edits.ts';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { deleteMedia, type Media, restoreMedia, updateMedia } from '../../src/shared/contracts/media.ts';
import { drawTextCard } from '../../src/shared/contracts/text-card.ts';
import type { MediaEdit } from '../../src/shared/media-edit.ts';
import type { PhotoEdit } from '../../src/shared/photo-edit.ts';
import { download, giveFile, giveText, readEvent, settledMedia, startEvent } from '../helpers/giving.ts';
import { frameAt } from '../helpers/media-reading.ts';
import { sample } from '../helpers/media-samples.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('edits of a clip', () => {
  const web = useWeb();
  let creator: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    creator = await newUser(web().origin);
    event = await startEvent(creator);
  });

  const clips = async () => (await readEvent(creator, event)).media ?? [];
  const put = (id: string, body: Parameters<typeof creator.call<typeof updateMedia>>[1]['body']) =>
    creator.call(updateMedia, { params: { id }, body });
  const give = async (text = 'All the best') => giveText(newVisitor(web().origin), event, text);

  describe('PUT /api/v2/media/:id', () => {
    it('keeps what somebody else changed meanwhile, and the last writer of a field wins', async () => {
      const { media } = await give();
      const seen: MediaEdit = {};
      await put(media.id, { edit: { look: 'golden', length: 6 }, editFrom: seen });
      const { edit } = await put(media.id, { edit: { rotate: 90, length: 8 }, editFrom: seen });
      expect(edit).to.deep.equal({ look: 'golden', length: 8, rotate: 90 });
      const back = await put(media.id, { edit: { rotate: 90 }, editFrom: { rotate: 90, look: 'golden' } });
      expect(back.edit).to.deep.equal({ length: 8, rotate: 90 });
    });

    it('replaces the whole edit without its base', async () => {
      const { media } = await give();
      await put(media.id, { edit: { look: 'golden' } });
      expect((await put(media.id, { edit: { length: 5 } })).edit).to.deep.equal({ length: 5 });
    });

    it('refuses what the kind of clip does not have', async () => {
      const { media } = await give();
      for (const edit of [{ speed: 2 }, { cuts: [{ start: 1, end: 2 }] }, { denoise: true }]) {
        const refusal = await refusalOf(put(media.id, { edit }));
        expect([refusal.status, Object.keys(refusal.fields ?? {})]).to.deep.equal([
          422,
          [`edit.${Object.keys(edit)[0]}`],
        ]);
      }
    });

    it('remembers who changed what, for organisers only, and accepts the whole clip back', async () => {
      const { media } = await give();
      await put(media.id, { edit: { length: 5, look: 'silver' } });
      const changed = await put(media.id, { hidden: true });
      expect(changed.history?.map(({ by, what }) => [by, what])).to.deep.equal([
        [`${creator.user.firstName} ${creator.user.lastName}`.trim(), 'look, length'],
        [`${creator.user.firstName} ${creator.user.lastName}`.trim(), 'hidden'],
      ]);
      const [clip] = await clips();
      const answer = await creator.fetch(`/api/v2/media/${media.id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(clip),
      });
      expect([answer.status, (await clips())[0]]).to.deep.equal([200, clip]);
    });
  });

  describe('POST /api/v2/media/:id/revert', () => {
    it('removes all edits, and PUT of the earlier one undoes it', async () => {
      const { media } = await give();
      const { edit } = await put(media.id, { edit: { length: 5, look: 'silver' } });
      const reverted = await creator.call(revertMedia, { params: { id: media.id } });
      expect([reverted.edit, reverted.history?.at(-1)?.what]).to.deep.equal([{}, 'revert']);
      expect((await put(media.id, { edit })).edit).to.deep.equal(edit);
    });
  });

  describe('POST /api/v2/media/:id/pintura-edit', () => {
    const WORDS = { kind: 'text', text: 'עם 🎂', face: 'hand', colour: '#d9486b', x: 0.5, y: 0.5, size: 0.1, angle: 0 };
    const LINE = { kind: 'drawing', colour: '#ffffff', width: 0.01, points: [[0.1, 0.1]] as [number, number][] };

    it('gives an edit back unchanged, in the clip too, and takes it by PUT', async () => {
      const { media } = await give();
      const edit = {
        layers: [WORDS, LINE, { kind: 'sticker', name: 'cake', x: 0, y: 1, size: 0.3, angle: -20 }],
        filter: null,
        adjust: { warmth: 20, brightness: -5 },
        crop: { x: 0, y: 0.1, width: 0.5, height: 0.9 },
      } as PhotoEdit;
      const params = { id: media.id };
      expect((await creator.call(savePinturaEdit, { params, body: { edit } })).annotation).to.deep.equal(edit);
      const [clip] = await clips();
      expect([clip?.annotation, clip?.isPainted]).to.deep.equal([edit, false]);
      const answer = await creator.fetch(`/api/v2/media/${media.id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(clip),
      });
      expect(answer.status).to.equal(200);
      const changed = await put(media.id, { annotation: { adjust: { contrast: 3 } } });
      expect([changed.annotation, changed.history?.at(-1)?.what]).to.deep.equal([
        { adjust: { contrast: 3 } },
        'annotation',
      ]);
      expect((await creator.call(savePinturaEdit, { params, body: { edit: null } })).annotation).to.equal(null);
    });

    it('refuses every value out of bounds, too many things, and more than 64 KB', async () => {
      const { media } = await give();
      const long = { ...LINE, points: Array.from({ length: 400 }, () => [0.12345, 0.54321]) };
      const wrong: unknown[] = [
        { whatever: 1 },
        { adjust: { brightness: 101 } },
        { filter: 'none' },
        { crop: { x: 0.6, y: 0, width: 0.6, height: 1 } },
        { layers: [{ ...WORDS, text: 'a\nb' }] },
        { layers: [{ ...WORDS, text: 'a'.repeat(81) }] },
        { layers: [{ ...WORDS, colour: 'red" onload="' }] },
        { layers: [{ ...WORDS, size: 2 }] },
        { layers: [{ ...LINE, points: [] }] },
        { layers: [{ ...LINE, points: Array(401).fill([0, 0]) }] },
        { layers: Array(61).fill(WORDS) },
        { layers: Array(10).fill(long) },
      ];
      for (const edit of wrong) {
        const answer = await creator.fetch(`/api/v2/media/${media.id}/pintura-edit`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ edit }),
        });
        expect(answer.status, JSON.stringify(edit).slice(0, 80)).to.equal(422);
      }
    });

    it('renders photos only', async () => {
      const { media } = await give();
      const render = creator.call(renderPinturaEdit, { params: { id: media.id } });
      expect(await statusAndCode(render)).to.deep.equal([409, 'WRONG_STATE']);
    });
  });

  describe('POST /api/v2/events/:id/text-card', () => {
    const draw = async (text: string, visitor: Pick<SignedInUser, 'call'> = creator) =>
      visitor.call(drawTextCard, { params: { id: event.id }, body: { text, contributor: { name: 'Mia' } } });
    const pixels = async (text: string) => {
      const { url } = await draw(text);
      return sharp(Buffer.from(url.split('base64,')[1] ?? '', 'base64'));
    };

    it('draws the card small, in the film’s theme, and other words otherwise', async () => {
      const plain = await pixels('All the best');
      const { width, height, format } = await plain.metadata();
      expect([width, height, format]).to.deep.equal([640, 360, 'webp']);
      const corner = async (card: Sharp) =>
        [...(await card.clone().extract({ left: 2, top: 2, width: 1, height: 1 }).raw().toBuffer())].join();
      await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { themeId: 'marquee' } });
      const themed = await pixels('All the best');
      expect(await corner(themed)).not.to.equal(await corner(plain));
      expect(await themed.raw().toBuffer()).not.to.deep.equal(await (await pixels('Well done')).raw().toBuffer());
    });

    it('refuses a card without words with 422, and strangers with 404', async () => {
      expect(await statusAndCode(draw(' \n '))).to.deep.equal([422, 'FIELDS_REFUSED']);
      expect(await statusAndCode(draw('Hello', newVisitor(web().origin)))).to.deep.equal([404, 'NOT_FOUND']);
    });
  });

  describe('POST /api/v2/media/:id/duplicate', () => {
    const copy = (id: string) => creator.call(duplicateMedia, { params: { id } });

    it('adds a copy behind its source, with an edit of its own', async () => {
      const first = await give('One');
      const last = await give('Two');
      const twin = await copy(first.media.id);
      await put(twin.id, { edit: { length: 9 } });
      const shown = await clips();
      expect(shown.map(({ id }) => id)).to.deep.equal([first.media.id, twin.id, last.media.id]);
      expect(shown.map(({ text, edit }) => [text, edit])).to.deep.equal([
        ['One', {}],
        ['One', { length: 9 }],
        ['Two', {}],
      ]);
    });

    it('leaves the copy when the organiser removes the clip, and takes it along when its sender withdraws it', async () => {
      const sender = newVisitor(web().origin);
      const { media, receiptKey } = await giveText(sender, event, 'One');
      const twin = await copy(media.id);
      const params = { id: media.id };
      await creator.call(deleteMedia, { params, query: {} });
      expect((await clips()).find(({ id }) => id === twin.id)?.deletedAt).to.equal(null);
      await creator.call(restoreMedia, { params, query: {} });
      await sender.call(deleteMedia, { params, query: { receipt: receiptKey } });
      expect(await clips()).to.deep.equal([]);
      await sender.call(restoreMedia, { params, query: { receipt: receiptKey } });
      expect((await clips()).map(({ id }) => id)).to.have.members([media.id, twin.id]);
    });

    it('refuses a removed clip with 404', async () => {
      const { media } = await give();
      await creator.call(deleteMedia, { params: { id: media.id }, query: {} });
      expect(await statusAndCode(copy(media.id))).to.deep.equal([404, 'NOT_FOUND']);
    });
  });
});

describe('edits of a video', function () {
  this.timeout(600_000);
  const app = useWholeApp();

  it('give the whole clip back for editing, another poster, and a copy that is ready at once', async () => {
    const { origin } = app();
    const creator = await newUser(origin);
    const event = await startEvent(creator);
    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { maxClipLength: 5 } });
    const { media } = await giveFile(newVisitor(origin), origin, event, await sample('mp4 of two seconds'), {
      filename: 'v.mp4',
      filetype: 'video/mp4',
    });
    const params = { id: media.id };
    const [whole] = (await settledMedia(creator, event)) as [Media];
    expect(whole.source?.length).to.equal(2);
    const change = (edit: MediaEdit) => creator.call(updateMedia, { params, body: { edit } });
    const cuts = [{ start: 0.5, end: 1.9 }];
    expect(await statusAndCode(change({ cuts }))).to.deep.equal([422, 'FIELDS_REFUSED']);

    await change({ trim: { start: 0, end: 1.5 }, speed: 1.5, flip: 'horizontal' });
    const [edited] = (await settledMedia(creator, event)) as [Media];
    expect([edited.status, edited.length, edited.source?.length]).to.deep.equal(['ready', 1, 2]);
    expect(await download(origin, edited.source?.url)).to.deep.equal(await download(origin, whole.source?.url));

    const chosen = await creator.call(regenerateImage, { params, body: { at: 0.5 } });
    expect(chosen.posterUrl).not.to.equal(edited.posterUrl);
    const poster = await frameAt(new URL(chosen.posterUrl ?? '', origin).href);
    expect([poster.width, poster.colour(0.2, 0.2)]).to.deep.equal([1280, 'green']);
    const beyond = creator.call(regenerateImage, { params, body: { at: 3 } });
    expect(await statusAndCode(beyond)).to.deep.equal([422, 'FIELDS_REFUSED']);

    const twin = await creator.call(duplicateMedia, { params });
    expect([twin.status, twin.length, twin.edit]).to.deep.equal(['ready', 1, edited.edit]);
    await creator.call(deleteMedia, { params, query: {} });
    expect((await download(origin, twin.previewUrl)).length).to.be.greaterThan(1000);
    await creator.call(revertMedia, { params: { id: twin.id } });
    const reverted = (await settledMedia(creator, event)).find(({ id }) => id === twin.id);
    expect([reverted?.length, reverted?.edit]).to.deep.equal([2, {}]);
  });

  it('show a voice message with its sender’s picture, only where it is said to come from them', async () => {
    const { origin } = app();
    const creator = await newUser(origin);
    const event = await startEvent(creator);
    const ada = await newUser(origin);
    const blue = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0000ff' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('picture', new File([new Uint8Array(blue)], 'me.png', { type: 'image/png' }));
    const sent = await ada.fetch(`/api/v2/user-profiles/${ada.user.id}/picture`, { method: 'PUT', body: form });
    expect(sent.status).to.equal(200);
    const posters: string[] = [];
    for (const [name, kind] of [['Ada L.', 'm4a'] as const, ['Walter', 'mp3'] as const]) {
      const filetype = kind === 'm4a' ? 'audio/mp4' : 'audio/mpeg';
      const given = { filename: `v.${kind}`, filetype, contributor: { name } };
      const { media } = await giveFile(ada, origin, event, await sample(kind), given);
      const settled = (await settledMedia(creator, event)).find(({ id }) => id === media.id);
      expect([settled?.status, settled?.kind]).to.deep.equal(['ready', 'audio']);
      const poster = await frameAt(new URL(settled?.posterUrl ?? '', origin).href);
      posters.push(poster.colour(0.5, 0.24));
    }
    expect(posters).to.deep.equal(['blue', 'other']);
  });

  it('show a photo as it was drawn on, in full, until they are reverted', async () => {
    const { origin } = app();
    const creator = await newUser(origin);
    const event = await startEvent(creator);
    const grey = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#808080' } })
      .png()
      .toBuffer();
    const given = { filename: 'p.png', filetype: 'image/png' };
    const { media } = await giveFile(newVisitor(origin), origin, event, grey, given);
    const params = { id: media.id };
    await settledMedia(creator, event);
    const edit: PhotoEdit = {
      crop: { x: 0, y: 0, width: 0.5, height: 0.5 },
      adjust: { brightness: 50 },
      layers: [
        {
          kind: 'drawing',
          colour: '#00ff00',
          width: 0.1,
          points: [
            [0.1, 0.75],
            [0.9, 0.75],
          ],
        },
        { kind: 'sticker', name: 'heart', x: 0.25, y: 0.3, size: 0.4, angle: 0 },
        { kind: 'text', text: 'שלום 🎂 Ruth', face: 'poster', colour: '#0000ff', x: 0.7, y: 0.3, size: 0.2, angle: 0 },
      ],
    };
    await creator.call(savePinturaEdit, { params, body: { edit } });
    const copy = await creator.call(openPhoto, { params });
    expect([copy.width, copy.height]).to.deep.equal([800, 450]);
    expect((await sharp(await download(origin, copy.url)).metadata()).format).to.equal('jpeg');
    const asked = await creator.call(renderPinturaEdit, { params });
    expect([asked.status, asked.isPainted]).to.deep.equal(['processing', true]);
    const [painted] = (await settledMedia(creator, event)) as [Media];
    expect([painted.status, painted.width, painted.height]).to.deep.equal(['ready', 800, 450]);
    const { data, info } = await sharp(await download(origin, painted.posterUrl))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => {
      const from = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * info.channels;
      return [...data.subarray(from, from + 3)];
    };
    expect(at(0.5, 0.75)[1])
      .to.be.greaterThan(200)
      .and.greaterThan((at(0.5, 0.75)[0] ?? 0) + 100);
    expect(at(0.25, 0.3)[0]).to.be.greaterThan((at(0.25, 0.3)[1] ?? 0) + 80);
    expect(at(0.02, 0.5)[0]).to.be.within(170, 190);
    let blue = 0;
    for (let x = 0.5; x < 0.95; x += 0.004)
      for (let y = 0.2; y < 0.4; y += 0.01) {
        const [r = 0, , b = 0] = at(x, y);
        if (b > r + 80) blue += 1;
      }
    expect(blue).to.be.greaterThan(100);

    const reverted = await creator.call(revertMedia, { params });
    expect([reverted.annotation, reverted.isPainted]).to.deep.equal([null, false]);
    const [plain] = (await settledMedia(creator, event)) as [Media];
    expect([plain.width, plain.height]).to.deep.equal([1600, 900]);
  });
});
