import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { createMedia, updateMedia } from '../../src/shared/contracts/media.ts';
import { CAPTION_MAX, NAME_MAX, TEXT_LINES_MAX, TEXT_MAX } from '../../src/shared/limits.ts';
import { mp4Clip } from '../helpers/clips.ts';
import { giveFile, giveText, readEvent, startEvent, uploadFile } from '../helpers/giving.ts';
import { type SampleName, sample } from '../helpers/media-samples.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { storedCounts } from '../helpers/stored-counts.ts';
import { metadataOf } from '../helpers/tus.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

/** Turns of the queue, and the records of refused uploads, which hold no bytes. */
const UNCOUNTED = ['job_groups', 'uploads'];
const ANNA = { name: 'Anna' };

describe('mistaken and malicious input', function () {
  this.timeout(600_000);
  const web = useWeb();
  let creator: SignedInUser;
  let guest: Visitor;
  let event: Event;

  before(async () => {
    creator = await newUser(web().origin);
    guest = newVisitor(web().origin);
    event = await startEvent(creator);
    await giveText(guest, event, 'So that every collection is there', { contributor: { name: 'Ben' } });
  });

  async function everything(): Promise<Record<string, number>> {
    const found = await readdir(web().config.varDir, { recursive: true, withFileTypes: true });
    const files = found.filter((each) => each.isFile()).length;
    return { ...(await storedCounts(web().connection, UNCOUNTED)), files };
  }

  /** Nothing new in the database or on the disk, nobody told how we are built, and the next one is served. */
  async function leavesNothing<T>(work: () => Promise<T>): Promise<T> {
    const before = await everything();
    const answer = await work();
    expect(await everything()).to.deep.equal(before);
    expect((await fetch(`${web().origin}/readyz`)).status).to.equal(200);
    return answer;
  }

  const isPlain = (words: string) =>
    expect(words).not.to.match(/ffmpeg|ffprobe|sharp|mongo|zod|ENOENT|\/(?:tmp|var|home|root)\/|\bat \S+:\d+|passwd/i);

  describe('files', () => {
    const hostile: [SampleName, string, string, number][] = [
      ['random bytes', 'clip.mp4', 'WRONG_TYPE', 415],
      ['mp4 head and garbage', 'clip.mp4', 'UNREADABLE_MEDIA', 422],
      ['half an mp4', 'clip.mp4', 'UNREADABLE_MEDIA', 422],
      ['half a webm', 'clip.webm', 'UNREADABLE_MEDIA', 422],
      ['text', 'clip.mp4', 'WRONG_TYPE', 415],
      ['web page', 'photo.jpg', 'WRONG_TYPE', 415],
      ['svg', 'photo.png', 'WRONG_TYPE', 415],
      ['hls playlist', 'clip.mp4', 'WRONG_TYPE', 415],
      ['concat script', 'clip.mp4', 'WRONG_TYPE', 415],
      ['dash manifest', 'clip.mp4', 'WRONG_TYPE', 415],
      ['zip', 'clip.mov', 'WRONG_TYPE', 415],
      ['pdf', 'photo.jpg', 'WRONG_TYPE', 415],
      ['png bomb', 'photo.png', 'TOO_LARGE', 413],
      ['gif bomb', 'photo.gif', 'TOO_LARGE', 413],
    ];
    for (const [name, filename, code, status] of hostile) {
      it(`refuses ${name} dressed up as ${filename} with ${code}`, async () => {
        const content = await sample(name);
        const refusal = await leavesNothing(() => {
          const filetype = { mp4: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime' }[
            filename.split('.')[1] ?? ''
          ];
          return refusalOf(
            giveFile(guest, web().origin, event, content, {
              contributor: ANNA,
              filename,
              filetype: filetype ?? 'image/png',
            }),
          );
        });
        expect([refusal.code, refusal.status]).to.deep.equal([code, status]);
        expect(refusal.message).to.match(/^\P{Lu}*\p{Lu}.+[.?!]$/su);
        isPlain(refusal.message);
      });
    }

    it('serves a file by its content, not by its name', async () => {
      const names = [
        '../../../etc/cron.d/evil.mp4',
        '..\\..\\evil.mp4',
        '/etc/passwd.mp4',
        'a\u0000b.mp4',
        '<script>.mp4',
        '.mp4',
      ];
      for (const filename of names) {
        const { media } = await giveFile(guest, web().origin, event, mp4Clip(), {
          contributor: { name: 'Cleo' },
          filename,
        });
        // No worker runs here that would clean it.
        await web()
          .connection.collection('media')
          .updateMany({}, { $set: { originalState: 'clean' } });
        const clip = (await readEvent(creator, event)).media?.find(({ id }) => id === media.id);
        const answer = await creator.fetch(clip?.downloadUrl ?? '');
        const disposition = answer.headers.get('content-disposition') ?? '';
        expect(disposition).to.match(/^attachment;/);
        expect(disposition).not.to.match(/\.\.|\/|\\|\p{Cc}/u);
        expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
        await answer.body?.cancel();
      }
      const files = await readdir(web().config.varDir, { recursive: true });
      expect(files.filter((path) => /evil|passwd|script/.test(path))).to.deep.equal([]);
    });

    it('refuses an upload with contradictory metadata', async () => {
      const post = (headers: Record<string, string>) =>
        fetch(`${web().origin}/api/uploads`, { method: 'POST', headers: { 'Tus-Resumable': '1.0.0', ...headers } });
      const about = (facts: Record<string, string>) =>
        metadataOf({ filename: 'clip.mp4', filetype: 'video/mp4', event: event.uuid, ...facts });
      const sent: [number, Record<string, string>][] = [
        [413, { 'Upload-Length': String(2 * 1024 ** 3 + 1), 'Upload-Metadata': about({}) }],
        [
          413,
          {
            'Upload-Length': String(50 * 1024 ** 2 + 1),
            'Upload-Metadata': about({ filename: 'a.jpg', filetype: 'image/jpeg' }),
          },
        ],
        [422, { 'Upload-Length': '0', 'Upload-Metadata': about({}) }],
        [400, { 'Upload-Length': '-1', 'Upload-Metadata': about({}) }],
        [
          415,
          {
            'Upload-Length': '10',
            'Upload-Metadata': about({ filename: 'a.exe', filetype: 'application/x-msdownload' }),
          },
        ],
        [422, { 'Upload-Length': '10', 'Upload-Metadata': about({ event: '{"$gt":""}' }) }],
        [422, { 'Upload-Length': '10', 'Upload-Metadata': about({ event: '../../x' }) }],
        [422, { 'Upload-Length': '10', 'Upload-Metadata': about({ event: event.viewKey ?? '' }) }],
        [404, { 'Upload-Length': '10', 'Upload-Metadata': about({ event: '11111111-1111-4111-8111-111111111111' }) }],
        [400, { 'Upload-Length': '10', 'Upload-Metadata': 'filename ***' }],
      ];
      await leavesNothing(async () => {
        for (const [status, headers] of sent) {
          const answer = await post(headers);
          expect(answer.status, headers['Upload-Metadata']).to.equal(status);
          isPlain(await answer.text());
        }
      });
    });
  });

  describe('fields', () => {
    const raw = (body: unknown) =>
      guest.fetch('/api/v2/media', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    const base = () => ({ event: event.uuid, kind: 'text', text: 'Hello', contributor: ANNA });

    it('refuses bodies that are too large, of the wrong type, or hold operators', async () => {
      const bodies: [number, unknown][] = [
        [422, { ...base(), text: 'x'.repeat(TEXT_MAX + 1) }],
        [422, { ...base(), text: '   \n ' }],
        [422, { ...base(), text: 'a\n'.repeat(TEXT_LINES_MAX + 1) }],
        [422, { ...base(), contributor: { name: 'x'.repeat(NAME_MAX + 1) } }],
        [422, { ...base(), contributor: { name: 'Anna\r\nBcc: all@example.com' } }],
        [422, { ...base(), contributor: { name: 'Anna', email: 'a@b' } }],
        [422, { ...base(), caption: 'x'.repeat(CAPTION_MAX + 1) }],
        [422, { ...base(), uploadId: 'both-at-once' }],
        [422, { event: event.uuid, contributor: ANNA }],
        [422, { event: event.uuid, uploadId: '../../etc/passwd', contributor: ANNA }],
        [400, { ...base(), event: { $ne: null } }],
        [400, { ...base(), replaces: { $gt: '' } }],
        [422, { ...base(), event: ['a', 'b'] }],
        [400, '{"event":'],
        [413, { ...base(), text: 'x'.repeat(300_000) }],
        [404, { ...base(), event: '11111111-1111-4111-8111-111111111111' }],
        [404, { ...base(), event: event.id }],
        [404, { ...base(), event: 'p0000000000000000000000' }],
      ];
      await leavesNothing(async () => {
        for (const [status, body] of bodies) {
          const answer = await raw(body);
          expect([answer.status, body]).to.deep.equal([status, body]);
          isPlain(await answer.text());
        }
      });
    });

    it('stores text unchanged', async () => {
      const text = "<img src=x onerror=alert(1)> {{7*7}} ' OR 1=1; -- 😀";
      const { media, receiptKey } = await giveText(guest, event, text, { contributor: { name: '<b>Eve</b>' } });
      expect(media.text).to.equal(text);
      const html = await (await guest.fetch(`/e/${event.uuid}/receipt/${receiptKey}`)).text();
      expect(html).not.to.match(/<img src=x|<b>Eve/);
    });

    it('refuses impossible edits', async () => {
      const { media } = await giveText(guest, event, 'Edit me', { contributor: { name: 'Fay' } });
      const clip = (await readEvent(creator, event)).media?.find(({ id }) => id === media.id);
      const edits = [
        { edit: { trim: { start: 5, end: 2 } } },
        { edit: { crop: { x: 0.5, y: 0, width: 0.8, height: 1 } } },
        { edit: { crop: { x: 0, y: 0, width: 0, height: 0 } } },
        { edit: { rotate: 45 } },
        { edit: { volume: 400 } },
        { edit: { cuts: [{ start: 3, end: 2 }] } },
        { edit: { look: 'no such look' } },
        { position: -1 },
        { position: 1.5 },
        { text: '' },
        { contributor: { name: '' } },
      ] as unknown as { hidden: boolean }[];
      for (const body of edits) {
        const refusal = await refusalOf(creator.call(updateMedia, { params: { id: media.id }, body }));
        expect([refusal.status, body]).to.deep.equal([422, body]);
      }
      expect((await readEvent(creator, event)).media?.find(({ id }) => id === media.id)).to.deep.equal(clip);
    });

    it('refuses an upload before its last byte has arrived', async () => {
      const bytes = await readFile(await sample('mp4'));
      const answer = await fetch(`${web().origin}/api/uploads`, {
        method: 'POST',
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Length': String(bytes.length),
          'Upload-Metadata': metadataOf({ filename: 'a.mp4', filetype: 'video/mp4', event: event.uuid }),
        },
      });
      const uploadId = answer.headers.get('location')?.split('/').pop() ?? '';
      const early = await leavesNothing(() =>
        refusalOf(guest.call(createMedia, { body: { event: event.uuid, uploadId, contributor: ANNA } })),
      );
      expect([early.status, early.code]).to.deep.equal([409, 'UPLOAD_INCOMPLETE']);
      const whole = await uploadFile(web().origin, event, bytes);
      await guest.call(createMedia, { body: { event: event.uuid, uploadId: whole, contributor: ANNA } });
    });
  });
});
