import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { deleteEvent, type Event, restoreEvent, updateEvent } from '../../src/shared/contracts/events.ts';
import { createMedia, deleteMedia, type Receipt, restoreMedia, updateMedia } from '../../src/shared/contracts/media.ts';
import { mp4Clip } from '../helpers/clips.ts';
import { readEvent, startEvent, uploadFile } from '../helpers/giving.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const run = promisify(execFile);

/** Ten minutes in a few kilobytes: one small picture a second. */
async function longClip(): Promise<Buffer> {
  const path = join(await tempFolder(), 'long.mp4');
  const source = ['-f', 'lavfi', '-i', 'color=blue:s=64x64:r=1:d=599'];
  await run('ffmpeg', ['-v', 'error', '-nostdin', ...source, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', path]);
  return readFile(path);
}

/** The same video as other bytes. */
function another(clip: Buffer): Buffer {
  const box = Buffer.concat([Buffer.from('0000001866726565', 'hex'), randomBytes(16)]);
  return Buffer.concat([clip, box]);
}

describe('clips waiting to be prepared', function () {
  this.timeout(600_000);
  const web = useWeb({ env: { TRUST_PROXY: 'true' } });
  let long: Buffer;
  let addresses = 0;

  before(async () => {
    long = await longClip();
  });

  /** Somebody at an address of their own. */
  function stranger() {
    addresses += 1;
    return newVisitor(web().origin, { 'x-forwarded-for': `198.51.100.${addresses}` });
  }

  async function give(visitor: Visitor, event: Event, bytes: Buffer, name = 'Anna') {
    const uploadId = await uploadFile(web().origin, event, bytes);
    return visitor.call(createMedia, { body: { event: event.uuid, uploadId, contributor: { name } } });
  }

  async function longEvent(): Promise<Event> {
    const creator = await newUser(web().origin);
    const event = await startEvent(creator);
    return creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { maxClipLength: 600 } });
  }

  const jobs = () =>
    web().connection.collection<{ type: string; state: string; cancelRequested: boolean; data: { mediaId: string } }>(
      'jobs',
    );
  const stateOf = async ({ media }: Receipt) =>
    (await jobs().find({ 'data.mediaId': media.id }).sort({ _id: 1 }).toArray()).map(({ state }) => state);

  it('are refused with 429 past 30 queued minutes per browser, also in parallel', async () => {
    const event = await longEvent();
    const guest = stranger();
    const { origin } = web();
    await give(guest, event, another(long));
    const ids = await Promise.all([1, 2, 3, 4].map(() => uploadFile(origin, event, another(long))));
    const send = (uploadId: string) =>
      guest.call(createMedia, { body: { event: event.uuid, uploadId, contributor: { name: 'Anna' } } });
    const ends = await Promise.allSettled(ids.map(send));
    const refused = ids.filter((_, index) => ends[index]?.status === 'rejected');
    expect(refused).to.have.length(2);
    const refusal = await refusalOf(send(refused[0] ?? ''));
    expect([refusal.status, refusal.code]).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
    expect(refusal.message).to.match(/still being prepared\. Please send this one again in a few minutes\.$/);

    const [stored] = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    const own = { params: { id: stored?.media.id ?? '' }, query: { receipt: stored?.receiptKey } };
    await guest.call(deleteMedia, own);
    expect((await send(refused[0] ?? '')).media.status).to.equal('processing');
    expect((await give(stranger(), event, another(long))).media.status).to.equal('processing');
  });

  it('are refused with 429 past two queued hours per event, from any sender', async () => {
    const event = await longEvent();
    const sent = await Promise.allSettled(
      Array.from({ length: 13 }, (_, n) => give(stranger(), event, another(long), `Guest ${n}`)),
    );
    expect(sent.filter(({ status }) => status === 'rejected')).to.have.length(1);
  });

  it('are taken short first: a stranger’s before twenty long ones', async () => {
    const attacker = stranger();
    const attacked = await startEvent(attacker);
    const first = give(attacker, attacked, another(long));
    await first;
    const others = Array.from({ length: 19 }, () => give(attacker, attacked, another(long)));
    const sent = await Promise.allSettled([first, ...others]);
    // Without an account three minutes of each count, so ten of them are half an hour.
    expect(sent.filter(({ status }) => status === 'fulfilled')).to.have.length(10);
    const visitor = stranger();
    const short = await give(visitor, await startEvent(visitor), mp4Clip());
    const ids = sent.flatMap((end) => (end.status === 'fulfilled' ? [end.value.media.id] : []));
    const waiting = await jobs()
      .find({ 'data.mediaId': { $in: [...ids, short.media.id] } })
      .sort({ priority: -1, rank: 1 })
      .toArray();
    expect(waiting).to.have.length(11);
    expect(waiting[0]?.data.mediaId).to.equal(short.media.id);
  });

  it('are cancelled when withdrawn or changed, and restart when restored', async () => {
    const creator = await newUser(web().origin);
    const event = await startEvent(creator);
    const receipt = await give(stranger(), event, mp4Clip());
    const params = { id: receipt.media.id };
    await creator.call(deleteMedia, { params, query: {} });
    expect(await stateOf(receipt)).to.deep.equal(['cancelled']);
    const restored = await creator.call(restoreMedia, { params, query: {} });
    expect(restored.status).to.equal('processing');
    expect(await stateOf(receipt)).to.deep.equal(['cancelled', 'queued']);
    await creator.call(updateMedia, { params, body: { edit: { muted: true } } });
    expect(await stateOf(receipt)).to.deep.equal(['cancelled', 'cancelled', 'queued']);
  });

  it('are cancelled with their event, and continue when it is restored', async () => {
    const creator = await newUser(web().origin);
    const event = await startEvent(creator);
    const [queued, running] = [
      await give(stranger(), event, mp4Clip()),
      await give(stranger(), event, mp4Clip(), 'Ben'),
    ];
    await jobs().updateOne({ 'data.mediaId': running.media.id }, { $set: { state: 'running' } });
    await creator.call(deleteEvent, { params: { id: event.id } });
    expect(await stateOf(queued)).to.deep.equal(['cancelled']);
    expect((await jobs().findOne({ 'data.mediaId': running.media.id }))?.cancelRequested).to.equal(true);
    await creator.call(restoreEvent, { params: { id: event.id } });
    expect(await stateOf(queued)).to.deep.equal(['cancelled', 'queued']);
    expect(await stateOf(running)).to.deep.equal(['running', 'queued']);
    expect((await readEvent(creator, event)).media?.map(({ status }) => status)).to.deep.equal([
      'processing',
      'processing',
    ]);
  });

  it('longer than three minutes are refused with 422 in an event without an account', async () => {
    const visitor = stranger();
    const event = await startEvent(visitor);
    const change = (maxClipLength: number) =>
      visitor.call(updateEvent, { params: { id: event.id }, query: {}, body: { maxClipLength } });
    const refusal = await refusalOf(change(181));
    expect([refusal.status, refusal.code, refusal.fields]).to.deep.equal([
      422,
      'FIELDS_REFUSED',
      { maxClipLength: 'Create an account to take clips longer than 3 minutes.' },
    ]);
    expect((await change(60)).maxClipLength).to.equal(60);
  });
});
