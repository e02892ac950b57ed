import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import {
  duplicateMedia,
  renderPinturaEdit,
  revertMedia,
  savePinturaEdit,
} from '../../src/shared/contracts/clip-edits.ts';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { deleteMedia, restoreMedia, updateMedia } from '../../src/shared/contracts/media.ts';
import { drawTextCard } from '../../src/shared/contracts/text-card.ts';
import type { MediaEdit } from '../../src/shared/media-edit.ts';
import type { PhotoEdit } from '../../src/shared/photo-edit.ts';
import { giveText, readEvent, startEvent } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

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
