import { expect } from 'chai';
import sharp from 'sharp';
import {
  duplicateMedia,
  openPhoto,
  regenerateImage,
  renderPinturaEdit,
  revertMedia,
  savePinturaEdit,
} from '../../src/shared/contracts/clip-edits.ts';
import { updateEvent } from '../../src/shared/contracts/events.ts';
import { deleteMedia, type Media, updateMedia } from '../../src/shared/contracts/media.ts';
import type { MediaEdit } from '../../src/shared/media-edit.ts';
import type { PhotoEdit } from '../../src/shared/photo-edit.ts';
import { download, giveFile, settledMedia, startEvent } from '../helpers/giving.ts';
import { frameAt } from '../helpers/media-reading.ts';
import { sample } from '../helpers/media-samples.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('edits of a clip that was prepared', function () {
  this.timeout(600_000);
  const app = useWholeApp();

  it('give the whole clip back for editing, also if it was being prepared again, another poster, and a copy that is ready at once', async () => {
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

    app().pauseWorker();
    await creator.call(updateMedia, { params, body: { contributor: { name: 'Nora' } } });
    await change({ trim: { start: 0, end: 1.5 }, speed: 1.5, flip: 'horizontal' });
    app().resumeWorker();
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
