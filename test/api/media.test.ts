import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { Types } from 'mongoose';
import { type Event, getEvent, orderMedia, updateEvent } from '../../src/shared/contracts/events.ts';
import { getPreview, listPublishedMedia } from '../../src/shared/contracts/films.ts';
import { type Media, type Receipt, retryMedia, updateMedia } from '../../src/shared/contracts/media.ts';
import { kindOfKey } from '../../src/shared/keys.ts';
import { eventually } from '../helpers/eventually.ts';
import { download, giveFile, giveText, readEvent, settledMedia, startEvent } from '../helpers/giving.ts';
import { sample } from '../helpers/media-samples.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const run = promisify(execFile);
const ANNA = { name: 'Anna Ivanova', email: 'anna@secret.example' };

describe('clips from upload to studio', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let creator: SignedInUser;
  let guest: Visitor;
  let event: Event;
  let receipts: Record<'video' | 'photo' | 'voice' | 'text' | 'long', Receipt>;
  let clips: Media[];

  before(async () => {
    const { origin } = app();
    creator = await newUser(origin);
    guest = newVisitor(origin);
    event = await startEvent(creator, {
      recipients: [{ firstName: 'Ruth', email: 'ruth@secret.example', phone: '+49 123' }],
    });
    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { maxClipLength: 1 } });
    receipts = {
      video: await giveFile(guest, origin, event, await sample('mov with position and maker'), {
        contributor: ANNA,
        filename: 'IMG_secret.mov',
        filetype: 'video/quicktime',
      }),
      photo: await giveFile(guest, origin, event, await sample('jpg to be turned by 90'), {
        contributor: { name: 'Ben Oak' },
        filename: 'p.jpg',
        filetype: 'image/jpeg',
      }),
      voice: await giveFile(guest, origin, event, await sample('m4a'), {
        contributor: { name: 'Cleo' },
        filename: 'v.m4a',
        filetype: 'audio/mp4',
      }),
      text: await giveText(guest, event, 'All the best', { contributor: { name: 'Dan' } }),
      long: await giveFile(guest, origin, event, await sample('webm of three seconds'), {
        contributor: { name: 'Eve' },
        filename: 'l.webm',
        filetype: 'video/webm',
      }),
    };
    clips = await settledMedia(creator, event);
  });

  const previewOf = () => creator.call(getPreview, { params: { id: event.id } });

  it('become ready for each kind, or failed with a reason', () => {
    expect(clips.map(({ kind, status, error }) => [kind, status, error?.code ?? null])).to.deep.equal([
      ['video', 'ready', null],
      ['photo', 'ready', null],
      ['audio', 'ready', null],
      ['text', 'ready', null],
      ['video', 'failed', 'TOO_LARGE'],
    ]);
    for (const { status, length } of clips) expect(length > 0).to.equal(status === 'ready');
  });

  it('reveal no GPS position and camera make', async () => {
    const { origin } = app();
    const [video] = clips;
    for (const url of [video?.posterUrl, video?.previewUrl]) {
      const bytes = (await download(origin, url)).toString('latin1');
      expect(bytes.length).to.be.greaterThan(500);
      expect(bytes).not.to.match(/SecretPhone|\+48\.1|IMG_secret/);
    }
  });

  it('offer an original for download only without its metadata', async () => {
    const { origin, connection } = app();
    const cleaned = await eventually('cleaned originals', async () => {
      const { media = [] } = await readEvent(creator, event);
      return media.filter(({ kind }) => kind !== 'text').every(({ downloadUrl }) => downloadUrl) && media;
    });
    for (const { downloadUrl, kind } of cleaned) {
      if (kind === 'text') continue;
      const bytes = (await download(origin, downloadUrl)).toString('latin1');
      expect(bytes.length).to.be.greaterThan(500);
      expect(bytes).not.to.match(/SecretPhone|\+48\.1/);
    }
    const _id = new Types.ObjectId(cleaned[0]?.id);
    await connection.collection('media').updateOne({ _id }, { $set: { originalState: 'raw' } });
    expect((await creator.fetch(cleaned[0]?.downloadUrl ?? '')).status).to.equal(404);
    expect((await readEvent(creator, event)).media?.[0]?.downloadUrl).to.equal(null);
    await connection.collection('media').updateOne({ _id }, { $set: { originalState: 'clean' } });
  });

  it('play as a timeline in order, without hidden ones', async () => {
    const { origin } = app();
    const ready = await eventually(
      'the preview',
      async () => {
        const preview = await previewOf();
        return preview.waiting === 0 && preview.chapters.length === 4 && preview;
      },
      120_000,
    );
    const lengths = clips.reduce((sum, { length }) => sum + length, 0);
    expect(ready.length).to.be.closeTo(lengths, 0.01);
    expect(ready.chapters.map(({ title }) => title)).to.deep.equal(['Anna Ivanova', 'Ben Oak', 'Cleo', 'Dan']);

    const answer = await creator.fetch(ready.playlistUrl ?? '');
    expect(answer.headers.get('content-type')).to.include('application/vnd.apple.mpegurl');
    const path = join(await tempFolder(), 'list.m3u8');
    await writeFile(path, (await answer.text()).replace(/(^|")\/files/gm, `$1${origin}/files`));
    const { stdout } = await run(
      'ffmpeg',
      [
        ...[
          '-v',
          'error',
          '-xerror',
          '-protocol_whitelist',
          'file,http,tcp',
          '-extension_picky',
          '0',
          '-allowed_extensions',
          'ALL',
          '-allowed_segment_extensions',
          'ALL',
          '-i',
          path,
        ],
        ...['-map', '0:v', '-vf', 'scale=16:9', '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'],
      ],
      { encoding: 'buffer', maxBuffer: 2 ** 26 },
    );
    expect(stdout.length / (16 * 9) / 30).to.be.closeTo(ready.length, 0.1);

    await creator.call(updateMedia, { params: { id: receipts.photo.media.id }, body: { hidden: true } });
    const ids = [receipts.text, receipts.video].map(({ media }) => media.id);
    await creator.call(orderMedia, { params: { id: event.id }, body: { mediaIds: ids } });
    const changed = await previewOf();
    expect(changed.chapters.map(({ title }) => title)).to.deep.equal(['Dan', 'Cleo', 'Anna Ivanova']);
    expect(changed.playlistUrl).not.to.equal(ready.playlistUrl);
    await creator.call(updateMedia, { params: { id: receipts.photo.media.id }, body: { hidden: false } });
    await creator.call(orderMedia, { params: { id: event.id }, body: { mediaIds: ids.reverse() } });
    expect((await previewOf()).chapters).to.have.length(4);
  });

  it('stay ready for a new caption, and are prepared again for a new name', async () => {
    const own = await startEvent(creator);
    await giveText(guest, own, 'Hello', { contributor: { name: 'Cleo' } });
    const { media } = await giveText(guest, own, 'All the best', { contributor: { name: 'Dan' } });
    await settledMedia(creator, own);
    const params = { id: media.id };
    const captioned = await creator.call(updateMedia, { params, body: { caption: 'Dan’s wish' } });
    expect([captioned.status, captioned.caption]).to.deep.equal(['ready', 'Dan’s wish']);
    const renamed = await creator.call(updateMedia, { params, body: { contributor: { name: 'Daniel' } } });
    expect([renamed.status, renamed.contributor.name]).to.deep.equal(['processing', 'Daniel']);
    const [, clip] = await settledMedia(creator, own);
    expect([clip?.status, clip?.contributor.name, clip?.position]).to.deep.equal(['ready', 'Daniel', 1]);
  });

  describe('that failed', () => {
    let strict: Event;
    const limit = (maxClipLength: number) =>
      creator.call(updateEvent, { params: { id: strict.id }, query: {}, body: { maxClipLength } });
    const give = async (who: Visitor) => giveFile(who, app().origin, strict, await sample('webm of three seconds'));
    const states = async () => (await settledMedia(creator, strict)).map(({ id, status }) => [id, status]);
    beforeEach(async () => {
      strict = await startEvent(creator);
      await limit(1);
    });

    it('are prepared again when the same person sends the file again', async () => {
      const { media } = await give(guest);
      expect(await states()).to.deep.equal([[media.id, 'failed']]);
      await limit(60);
      const again = await give(guest);
      expect([again.media.id, again.media.status]).to.deep.equal([media.id, 'processing']);
      expect(await states()).to.deep.equal([[media.id, 'ready']]);
    });

    it('keep nobody else from sending the file, who then has a clip of their own, and are retried once its cause is gone', async () => {
      const ready = { params: { id: receipts.voice.media.id }, query: {} };
      expect(await statusAndCode(creator.call(retryMedia, ready))).to.deep.equal([409, 'WRONG_STATE']);
      const { media, receiptKey } = await give(guest);
      await states();
      await limit(60);
      const other = newVisitor(app().origin);
      const theirs = (await give(other)).media;
      expect(await states()).to.deep.equal([
        [media.id, 'failed'],
        [theirs.id, 'ready'],
      ]);
      expect((await give(other)).media.id).to.equal(theirs.id);
      expect(await statusAndCode(give(guest))).to.deep.equal([409, 'DUPLICATE']);
      const retry = { params: { id: media.id }, query: { receipt: receiptKey } };
      expect((await guest.call(retryMedia, retry)).status).to.equal('processing');
      const [clip] = await settledMedia(creator, strict);
      expect([clip?.id, clip?.status, clip?.error]).to.deep.equal([media.id, 'ready', null]);
      expect(clip?.length).to.be.closeTo(3, 0.1);
    });
  });

  describe('visibility of secrets', () => {
    /** Everything that one person gets of the event by an id or a key, as text, with the headers. */
    async function seenBy(who: Visitor, ref: string): Promise<string> {
      const key = kindOfKey(ref)?.endsWith('Key') ? `?v=${ref}` : '';
      const paths = [
        `/api/event/${ref}`,
        `/e/${ref}`,
        `/api/event/${event.id}${key}`,
        `/api/v2/events/${event.id}/preview${key}`,
        `/api/v2/events/${event.id}/preview.m3u8${key}`,
        `/api/v2/events/${event.id}/published-media${key}`,
        `/api/v2/events/${event.id}/render-job${key}`,
      ];
      const all = await Promise.all(
        paths.map(async (path) => {
          const answer = await who.fetch(path);
          return JSON.stringify([...answer.headers]) + (await answer.text());
        }),
      );
      // What somebody asked with may come back, as in a link to the page itself.
      return all.join('\n').replaceAll(ref, '[ref]');
    }

    const ALL = ['privateKey', 'viewKey', 'recipient', 'contributor', 'clip', 'words'];
    const table: [string, () => Promise<Visitor> | Visitor, 'id' | 'uuid' | 'privateKey' | 'viewKey', string[]][] = [
      ['a stranger', () => newVisitor(app().origin), 'uuid', []],
      ['a stranger with the id', () => newVisitor(app().origin), 'id', []],
      ['somebody else who is signed in', () => newUser(app().origin), 'uuid', []],
      ['somebody else with the id', () => newUser(app().origin), 'id', []],
      ['the recipient', () => newVisitor(app().origin), 'privateKey', ['viewKey']],
      ['a viewer', () => newVisitor(app().origin), 'viewKey', []],
      [
        'the creator behind the recipient’s link',
        () => creator,
        'privateKey',
        ALL.filter((name) => name !== 'privateKey'),
      ],
      ['the creator behind a viewer’s link', () => creator, 'viewKey', ALL.filter((name) => name !== 'viewKey')],
      ['the creator', () => creator, 'id', ALL],
      ['an editor', () => newUser(app().origin, { role: 'editor' }), 'uuid', ALL],
    ];
    for (const [name, make, ref, expected] of table) {
      it(`shows ${name} ${expected.length > 0 ? expected.join(', ') : 'no secret'}`, async () => {
        const text = await seenBy(await make(), event[ref] ?? '');
        const secrets: Record<string, string> = {
          privateKey: event.privateKey ?? '',
          viewKey: event.viewKey ?? '',
          recipient: 'ruth@secret.example',
          contributor: 'anna@secret.example',
          clip: `/files/media/${receipts.video.media.id}/`,
          words: 'All the best',
        };
        expect(Object.keys(secrets).filter((secret) => text.includes(secrets[secret] ?? '?'))).to.have.members(
          expected,
        );
        for (const { receiptKey } of Object.values(receipts)) expect(text).not.to.include(receiptKey);
      });
    }

    it('shows a creator with a key everything by API, and the key holder’s view on the page', async () => {
      for (const ref of [event.viewKey ?? '', event.privateKey ?? '']) {
        const seen = await creator.call(getEvent, { params: { id: ref }, query: {} });
        expect(seen).to.include.keys('media', 'price', 'openedAt');
        expect(await (await creator.fetch(`/e/${ref}`)).text()).not.to.include('@secret.example');
      }
      const listed = newVisitor(app().origin).call(listPublishedMedia, { params: { id: event.id } });
      expect(await statusAndCode(listed)).to.deep.equal([404, 'NOT_FOUND']);
    });

    it('sends keys in no Referer', async () => {
      for (const ref of [event.uuid, event.privateKey, event.viewKey]) {
        const { headers } = await newVisitor(app().origin).fetch(`/e/${ref}`);
        expect(headers.get('referrer-policy')).to.equal('strict-origin');
        expect(headers.get('x-robots-tag')).to.match(/noindex/);
        expect(headers.get('cache-control')).to.match(/private|no-store/);
      }
    });
  });
});
