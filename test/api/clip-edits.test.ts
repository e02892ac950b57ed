import { expect } from 'chai';
import {
  duplicateMedia,
  regenerateImage,
  revertMedia,
  savePinturaEdit,
} from '../../src/shared/contracts/clip-edits.ts';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { deleteMedia, type Media, restoreMedia, updateMedia } from '../../src/shared/contracts/media.ts';
import type { MediaEdit } from '../../src/shared/media-edit.ts';
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
    it('gives an edit back unchanged, and refuses one of more than 64 KB', async () => {
      const { media } = await give();
      const save = (edit: Record<string, unknown>) =>
        creator.call(savePinturaEdit, { params: { id: media.id }, body: { edit } });
      const edit = { crop: null, text: [{ words: 'Hi', at: [0.1, 0.2] }], 'a b': { 1: true } };
      expect((await save(edit)).annotation).to.deep.equal(edit);
      expect(await statusAndCode(save({ drawing: 'x'.repeat(66_000) }))).to.deep.equal([422, 'FIELDS_REFUSED']);
      const [clip] = await clips();
      expect(clip?.annotation).to.deep.equal(edit);
      const answer = await creator.fetch(`/api/v2/media/${media.id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(clip),
      });
      expect(answer.status).to.equal(200);
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
});
