import { expect } from 'chai';
import { retryDelay } from '../../islands/uploader/core/backoff.ts';
import { stillToReplace } from '../../islands/uploader/core/choose.ts';
import { createFailures } from '../../islands/uploader/core/failures.ts';
import { fingerprintOf } from '../../islands/uploader/core/fingerprint.ts';
import { idempotencyKey } from '../../islands/uploader/core/idempotency-key.ts';
import { createLocalRecords, KEYS } from '../../islands/uploader/core/local-records.ts';
import { inOneTab } from '../../islands/uploader/core/one-tab.ts';
import { problemOf, problemOfRefusal } from '../../islands/uploader/core/problem.ts';
import { createQueueState } from '../../islands/uploader/core/queue-state.ts';
import { type SendDeps, sendItem } from '../../islands/uploader/core/send-item.ts';
import { createSpeedMeter, timeLeft } from '../../islands/uploader/core/speed.ts';
import { type UploadItem, uploadIdOf } from '../../islands/uploader/core/upload-item.ts';
import { clipWords } from '../../islands/uploader/handin/clip-words.ts';
import { batchWords, rowWords } from '../../islands/uploader/handin/progress-words.ts';
import { judgeFile } from '../../src/shared/file-limits.ts';

const MB = 1024 ** 2;

function itemOf(change: Partial<UploadItem> = {}): UploadItem {
  return {
    id: 'one',
    event: 'e',
    kind: 'video',
    name: 'garden.mp4',
    size: 26 * MB,
    type: 'video/mp4',
    fingerprint: 'f',
    text: null,
    replaces: null,
    isRecorded: false,
    signed: null,
    isNews: false,
    phase: 'waiting',
    sent: 0,
    uploadUrl: null,
    problem: null,
    receipt: null,
    media: null,
    kept: false,
    safe: true,
    createdAt: 1,
    ...change,
  };
}

/** A browser's storage that may be full, or become so. */
function storageOf(isFull = false): Storage & { fill(): void } {
  const kept = new Map<string, string>();
  return {
    length: 0,
    fill() {
      isFull = true;
    },
    clear: () => kept.clear(),
    key: () => null,
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem(key, value) {
      if (isFull) throw new Error('QuotaExceededError');
      kept.set(key, value);
    },
  };
}

describe('uploader core', () => {
  it('backs off after each failure, up to half a minute, with jitter', () => {
    expect([1, 2, 3, 4].map((failures) => retryDelay(failures, 1))).to.deep.equal([1000, 2000, 4000, 8000]);
    expect(retryDelay(50, 1)).to.equal(30_000);
    expect(retryDelay(3, 0)).to.equal(2000);
  });

  it('waits longer after each failure in a row, and starts over once the server has taken something', () => {
    const failures = createFailures();
    const steps = [false, false, false, true, false].map(
      (hasProgressed) => failures.add('one', 'network', hasProgressed) ?? Number.NaN,
    );
    const most = [1000, 2000, 4000, 1000, 2000];
    for (const [index, delay] of steps.entries()) {
      expect(delay).to.be.within((most[index] ?? 0) / 2, most[index] ?? 0);
    }
  });

  it('restarts an upload three times, however often the connection failed or progress was made', () => {
    const failures = createFailures();
    for (let count = 0; count < 10; count++) failures.add('one', 'network', false);
    const restarts = [1, 2, 3, 4].map(() => failures.add('one', 'restart', true));
    expect(restarts.map((delay) => delay !== null)).to.deep.equal([true, true, true, false]);
    expect(failures.add('two', 'final', false)).to.equal(null);
    failures.forget('one');
    expect(failures.add('one', 'restart', false)).to.not.equal(null);
  });

  it('measures speed over the last seconds and estimates the time left', () => {
    const meter = createSpeedMeter();
    meter.note(0, 0);
    expect(meter.speed()).to.equal(null);
    meter.note(2 * MB, 2000);
    expect(meter.speed()).to.equal(MB);
    expect(timeLeft(5 * MB, MB)).to.equal('a few seconds to go');
    expect(timeLeft(33 * MB, MB)).to.equal('about 40 seconds to go');
    expect(timeLeft(60 * MB, MB)).to.equal('about a minute to go');
    expect(timeLeft(600 * MB, MB)).to.equal('about 10 minutes to go');
    expect(timeLeft(5 * MB, null)).to.equal('');
  });

  it('recognises a file by samples, and tells apart files of equal name and size', async () => {
    const fileOf = (fill: number) => new File([new Uint8Array(300_000).fill(fill)], 'a.mp4', { lastModified: 5 });
    expect(await fingerprintOf(fileOf(1))).to.equal(await fingerprintOf(fileOf(1)));
    expect(await fingerprintOf(fileOf(1))).not.to.equal(await fingerprintOf(fileOf(2)));
    const renamed = new File([new Uint8Array(300_000).fill(1)], 'b.mp4', { lastModified: 5 });
    expect(await fingerprintOf(renamed)).not.to.equal(await fingerprintOf(fileOf(1)));
  });

  it('sends one idempotency key per item, and another for a corrected body', () => {
    const id = 'f'.repeat(32);
    const key = idempotencyKey(id, '{"name":"Anna"}');
    expect(key).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(idempotencyKey(id, '{"name":"Anna"}')).to.equal(key);
    expect(idempotencyKey(id, '{"name":"Ann"}')).not.to.equal(key);
    expect(idempotencyKey('0'.repeat(32), '{"name":"Anna"}')).not.to.equal(key);
  });

  it('maps each status and code to a remedy', () => {
    const refusal = (code: string) => JSON.stringify({ success: false, error: { code, message: 'Words' } });
    const remedies = [
      problemOf(0, ''),
      problemOf(503, '<html>'),
      problemOf(423, ''),
      problemOf(409, refusal('WRONG_STATE')),
      problemOf(409, refusal('IN_PROGRESS')),
      problemOf(429, refusal('TOO_MANY_REQUESTS')),
      problemOf(410, refusal('EXPIRED')),
      problemOf(404, ''),
      problemOf(409, refusal('UPLOAD_INCOMPLETE')),
      problemOf(409, refusal('EVENT_CLOSED')),
      problemOf(413, refusal('TOO_LARGE')),
    ].map(({ remedy }) => remedy);
    expect(remedies).to.deep.equal([
      'network',
      'later',
      'later',
      'later',
      'later',
      'later',
      'restart',
      'restart',
      'resend',
      'final',
      'final',
    ]);
  });

  it('makes a clip whose words are refused a draft again, and says what is wrong', async () => {
    const state = createQueueState('e', createLocalRecords(storageOf()));
    const item = itemOf({
      uploadUrl: '/api/uploads/abc',
      sent: 26 * MB,
      signed: { name: 'Lou', email: 'x', with: [] },
    });
    state.add(item);
    const refusal = { status: 422, code: 'FIELDS_REFUSED', message: '', details: {}, fields: { email: 'Check it.' } };
    const addClip = () => Promise.reject(problemOfRefusal(refusal));
    await sendItem(item, { state, addClip } as unknown as SendDeps, new AbortController().signal);
    expect(state.find('one')).to.include({ phase: 'uploaded', signed: null, problem: null });
    expect(state.view().notice).to.equal('Check it.');
  });

  it('replaces a clip by the next item that is neither refused nor thrown away, and only once', () => {
    const next = (change: Partial<UploadItem>, discarded: string[] = []) =>
      stillToReplace('key', [itemOf({ id: 'other' }), itemOf({ replaces: 'key', ...change })], discarded);
    const found = [next({ phase: 'failed' }), next({}, ['one']), next({}), next({ phase: 'in' })];
    expect(found).to.deep.equal(['key', 'key', null, null]);
  });

  it('keeps an item in one list at a time: uploading, sent or failed', () => {
    const storage = storageOf();
    const records = createLocalRecords(storage);
    const lists = () =>
      [KEYS.state, KEYS.contributed, KEYS.failed].map(
        (key) => Object.keys(JSON.parse(storage.getItem(key) ?? '{}')).length,
      );
    records.save(itemOf({ phase: 'sending' }));
    expect(lists()).to.deep.equal([1, 0, 0]);
    records.save(itemOf({ phase: 'failed' }));
    expect(lists()).to.deep.equal([0, 0, 1]);
    records.save(itemOf({ phase: 'in' }));
    expect(lists()).to.deep.equal([0, 1, 0]);
    expect(records.load('e').map(({ phase }) => phase)).to.deep.equal(['in']);
    expect(records.load('another event')).to.deep.equal([]);
    records.forget('one');
    expect(lists()).to.deep.equal([0, 0, 0]);
  });

  it('falls back to memory when storage is full, missing or invalid', () => {
    for (const storage of [storageOf(true), null]) {
      const records = createLocalRecords(storage);
      records.save(itemOf());
      expect(records.load('e')).to.have.length(1);
      expect(records.owner()).to.equal(records.owner());
    }
    const broken = storageOf();
    for (const key of Object.values(KEYS)) broken.setItem(key, '[{"$gt":1}');
    expect(createLocalRecords(broken).load('e')).to.deep.equal([]);
    expect(createLocalRecords(broken).owner()).to.match(/^[0-9a-f]{32}$/);
  });

  it('remembers the items that storage refuses once it is full', () => {
    const storage = storageOf();
    const records = createLocalRecords(storage);
    records.save(itemOf());
    storage.fill();
    records.save(itemOf({ id: 'two' }));
    records.save(itemOf({ sent: MB }));
    expect(records.load('e').map(({ id, sent }) => [id, sent])).to.deep.equal([
      ['one', MB],
      ['two', 0],
    ]);
  });

  it('sends an item once where the browser denies locks, and not while another tab sends it', async () => {
    const denied = () => Promise.reject(new DOMException('Denied.', 'SecurityError'));
    const taken = async (_name: string, _options: object, work: (lock: null) => Promise<boolean>) => work(null);
    const known = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    let count = 0;
    const send = async () => void count++;
    const counts: [boolean, number][] = [];
    try {
      for (const request of [denied, taken]) {
        Object.defineProperty(globalThis, 'navigator', { value: { locks: { request } }, configurable: true });
        counts.push([await inOneTab('one', send), count]);
      }
    } finally {
      if (known) Object.defineProperty(globalThis, 'navigator', known);
      else Reflect.deleteProperty(globalThis, 'navigator');
    }
    expect(counts).to.deep.equal([
      [true, 1],
      [false, 1],
    ]);
  });

  it('reads the id of an upload from its URL', () => {
    expect(uploadIdOf('/api/uploads/abc')).to.equal('abc');
    expect(uploadIdOf('https://example.com/api/uploads/abc/?x=1#y')).to.equal('abc');
  });

  it('describes the progress of each item and of all, and what they wait for', () => {
    const live = { one: { sent: 13 * MB, speed: MB / 4, at: 0 } };
    const all = (items: UploadItem[], online = true) => {
      const { percent, text, state } = batchWords(items, live, online);
      return `${state} ${percent}%: ${text}`;
    };
    const sending = itemOf({ phase: 'sending' });
    expect(rowWords(sending, live.one)).to.deep.include({ text: '13 of 26 MB' });
    expect(all([sending])).to.equal('moving 50%: About a minute to go');
    expect(all([sending, itemOf({ id: 'two', phase: 'in' })])).to.match(/^moving 75%/);
    expect(all([sending, itemOf({ id: 'two', phase: 'failed' })])).to.match(/^moving 50%/);
    expect(all([sending], false)).to.equal('waiting 50%: You’re offline. We’ll carry on when you’re back.');
    expect(all([itemOf({ phase: 'paused', sent: 13 * MB })])).to.equal('paused 50%: Paused');
    expect(all([itemOf({ id: 'two', phase: 'held' })])).to.match(/^waiting 0%: The connection dropped/);
    const failed = itemOf({ phase: 'failed', problem: { code: 'WRONG_TYPE', message: 'Not a video.' } });
    expect(rowWords(failed, undefined).text + all([failed])).to.equal('Not a video.stuck 0%: This couldn’t be sent');
    expect(all([failed])).to.match(/^stuck/);
  });

  it('describes a sent clip by its checks, with thanks once it is kept', () => {
    const media = { status: 'ready' as const, error: null, posterUrl: null, length: 3 };
    const say = (change: Partial<UploadItem>) => clipWords(itemOf({ phase: 'in', ...change })).text;
    expect(say({ media: { ...media, checks: ['quiet'] } })).to.include('hardly hear you');
    expect(say({ kept: true, media: { ...media, checks: ['quiet'] } })).to.include('Thank you');
  });

  it('names the file and the limit, and accepts a phone’s file without a type by its extension', () => {
    expect(judgeFile({ name: 'IMG_1.MOV', size: 5, type: '' })).to.deep.equal({ kind: 'video', refusal: null });
    expect(judgeFile({ name: 'big.jpg', size: 51 * MB, type: 'image/jpeg' }).refusal?.message).to.equal(
      '“big.jpg” is 51 MB. A photo can be up to 50 MB.',
    );
    for (const [name, type] of [
      ['IMG_0001', ''],
      ['blob', 'application/octet-stream'],
      ['IMG_0001.JFIF', ''],
      ['clip.tmp', 'application/octet-stream'],
      ['photo', 'image/jpg'],
    ] as const) {
      expect(judgeFile({ name, size: 5, type }).refusal, name).to.equal(null);
    }
    expect(judgeFile({ name: 'blob', size: 2048 * MB, type: '' }).refusal).to.equal(null);
    expect(judgeFile({ name: 'blob', size: 2048 * MB + 1, type: '' }).refusal?.code).to.equal('TOO_LARGE');
    for (const [name, type] of [
      ['a', 'text/html'],
      ['a.pdf', 'application/octet-stream'],
      ['a', 'application/pdf'],
      ['a.svg', 'image/svg+xml'],
    ] as const) {
      expect(judgeFile({ name, size: 5, type }).refusal?.code, name).to.equal('WRONG_TYPE');
    }
    expect(judgeFile({ name: 'a.exe', size: 5, type: '' }).refusal?.code).to.equal('WRONG_TYPE');
  });
});
