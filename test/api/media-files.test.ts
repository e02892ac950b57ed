import { expect } from 'chai';
import { deleteMedia, type Receipt, updateMedia } from '../../src/shared/contracts/media.ts';
import { download, giveFile, giveText, settledMedia, startEvent } from '../helpers/giving.ts';
import { sample } from '../helpers/media-samples.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('URLs of a clip’s files', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let creator: SignedInUser;
  let guest: Visitor;
  let video: Receipt;
  let other: Receipt;
  let previewUrl: string;

  before(async () => {
    creator = await newUser(app().origin);
    guest = newVisitor(app().origin);
    const event = await startEvent(creator);
    video = await giveFile(guest, app().origin, event, await sample('mp4'), {
      contributor: { name: 'Anna' },
      filename: 'clip.mp4',
      filetype: 'video/mp4',
    });
    other = await giveText(guest, event, 'All the best');
    const clip = (await settledMedia(creator, event)).find(({ id }) => id === video.media.id);
    previewUrl = clip?.previewUrl ?? '';
  });

  const get = (url: string | null | undefined, headers: Record<string, string> = {}) =>
    fetch(new URL(url ?? '/nowhere', app().origin), { headers });
  const statusOf = async (url: string | null | undefined) => (await get(url)).status;

  it('answer byte ranges', async () => {
    const whole = await download(app().origin, previewUrl);
    const ask = async (range: string) => {
      const answer = await get(previewUrl, { range });
      return [answer.status, answer.headers.get('content-range'), Buffer.from(await answer.arrayBuffer())] as const;
    };
    const size = whole.length;
    expect(await ask('bytes=0-1')).to.deep.equal([206, `bytes 0-1/${size}`, whole.subarray(0, 2)]);
    expect(await ask('bytes=-5')).to.deep.equal([206, `bytes ${size - 5}-${size - 1}/${size}`, whole.subarray(-5)]);
    expect(await ask(`bytes=${size - 3}-`)).to.deep.equal([
      206,
      `bytes ${size - 3}-${size - 1}/${size}`,
      whole.subarray(-3),
    ]);
    expect((await ask(`bytes=${size}-`)).slice(0, 2)).to.deep.equal([416, `bytes */${size}`]);
  });

  it('refuse a changed signature, and expire', async () => {
    const url = new URL(previewUrl, app().origin);
    const changed = (name: string, value: string) => {
      const other = new URL(url);
      other.searchParams.set(name, value);
      return other.href;
    };
    expect(await statusOf(url.href)).to.equal(200);
    expect(await statusOf(changed('s', 'A'.repeat(43)))).to.equal(404);
    expect(await statusOf(changed('e', String(Number(url.searchParams.get('e')) + 3600)))).to.equal(404);
    expect(await statusOf(changed('a', 'seen'))).to.equal(404);
    expect(await statusOf(`${url.origin}${url.pathname}`)).to.equal(404);
    for (const path of [
      `/files/media/${other.media.id}/preview`,
      `/files/media/${video.media.id}/original`,
      `/files/film/${video.media.id}/preview`,
    ]) {
      expect(await statusOf(`${path}${url.search}`)).to.equal(404);
    }
    const { signedFileUrl } = await import('../../src/platform/storage/signed-files.ts');
    const reference = { kind: 'media', id: video.media.id, variant: 'preview', scope: 'own' } as const;
    expect(await statusOf(signedFileUrl(reference))).to.equal(200);
    expect(await statusOf(signedFileUrl(reference, '', Date.now() - 8 * 3_600_000))).to.equal(410);
  });

  it('close when the clip is withdrawn or the event suspended', async () => {
    const own = await startEvent(creator);
    const [receipt, second] = [
      await giveText(guest, own, 'All the best'),
      await giveText(guest, own, 'Hello', { contributor: { name: 'Cleo' } }),
    ];
    const [withdrawn] = await settledMedia(creator, own);
    const receiptOf = async ({ receiptKey }: Receipt) => {
      const answer = await newVisitor(app().origin).fetch(`/api/v2/receipts/${receiptKey}`);
      return ((await answer.json()) as { data: Receipt }).data.media;
    };
    const media = await receiptOf(receipt);
    expect([await statusOf(media.previewUrl), await statusOf(withdrawn?.previewUrl)]).to.deep.equal([200, 200]);
    await guest.call(deleteMedia, { params: { id: media.id }, query: { receipt: receipt.receiptKey } });
    expect(await statusOf(media.previewUrl)).to.equal(404);
    expect(await statusOf(withdrawn?.previewUrl), 'an address that the creator was given before').to.equal(404);

    const { posterUrl } = await receiptOf(second);
    expect(await statusOf(posterUrl)).to.equal(200);
    const events = app().connection.collection('events');
    await events.updateOne({ uuid: own.uuid }, { $set: { status: 'suspended', statusBefore: 'active' } });
    expect(await statusOf(posterUrl)).to.equal(404);
    for (const ref of [own.uuid, own.privateKey, own.viewKey]) {
      expect((await guest.fetch(`/e/${ref}`)).status).to.equal(404);
    }
    const hiding = creator.call(updateMedia, { params: { id: second.media.id }, body: { hidden: true } });
    expect(await statusAndCode(hiding)).to.deep.equal([409, 'WRONG_STATE']);
  });
});
