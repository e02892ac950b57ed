import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { rescueTranscriptions } from '../../src/features/media/transcribe-clip.ts';
import {
  SPEECH,
  startTranscribeSandbox,
  type TranscribeFailure,
  type TranscribeSandbox,
} from '../../src/integrations/sandbox/transcribe.ts';
import { createTranscriber } from '../../src/integrations/transcribe.ts';
import { AppError } from '../../src/platform/errors.ts';
import { findSilence, revertMedia, transcribeMedia } from '../../src/shared/contracts/clip-edits.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { deleteMedia, type Media, restoreMedia, updateMedia } from '../../src/shared/contracts/media.ts';
import { testLog } from '../helpers/app-config.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveFile, giveText, readEvent, settledMedia, startFreeEvent } from '../helpers/giving.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { recordingGraph } from '../helpers/speech.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { startWholeApp, type WholeApp } from '../helpers/whole-app.ts';

const run = promisify(execFile);

/** Two sentences of 1.7 s with a pause, after 3 s and before 2 s of silence. */
async function voiceMessage(): Promise<string> {
  const path = join(await tempFolder(), 'voice.wav');
  const graph = `${recordingGraph({ voice: -18 }, 3.9)};[recorded]adelay=3000:all=1,apad=pad_dur=2[out]`;
  await run('ffmpeg', ['-v', 'error', '-filter_complex', graph, '-map', '[out]', '-ar', '16000', '-ac', '1', path]);
  return path;
}

/** What OpenAI's description (3.1.0) requires of the answer; other fields are optional. */
const ANSWER: Record<string, string> = { language: 'string', duration: 'number', text: 'string' };
const SEGMENT: Record<string, string> = {
  ...{ id: 'number', seek: 'number', start: 'number', end: 'number', text: 'string', tokens: 'object' },
  ...{ temperature: 'number', avg_logprob: 'number', compression_ratio: 'number', no_speech_prob: 'number' },
};
const typesOf = (value: object) => Object.fromEntries(Object.entries(value).map(([name, each]) => [name, typeof each]));

describe('what is said in a clip', function () {
  this.timeout(600_000);
  let sandbox: TranscribeSandbox;
  let voice: string;

  before(async () => {
    sandbox = await startTranscribeSandbox('sk-right');
    voice = await voiceMessage();
  });
  beforeEach(() => {
    sandbox.asked.length = 0;
  });
  after(() => sandbox?.stop());

  describe('createTranscriber()', () => {
    const client = (key = 'sk-right', url = sandbox.url) =>
      createTranscriber({ url, key, model: 'whisper-1' }, testLog());
    const signal = () => AbortSignal.timeout(300_000);
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'no error',
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      );

    it('asks by the fields of the published description, and reads an answer that has all of its fields', async () => {
      const segments = await client().transcribe(voice, signal());
      expect(sandbox.asked).to.deep.equal([{ model: 'whisper-1', response_format: 'verbose_json' }]);
      expect(segments.map(({ text }) => text.trim())).to.deep.equal([SPEECH, SPEECH]);
      const form = new FormData();
      form.set('file', new Blob([await readFile(voice)]), 'clip.wav');
      form.set('model', 'whisper-1');
      form.set('response_format', 'verbose_json');
      const headers = { authorization: 'Bearer sk-right' };
      const answer = await fetch(`${sandbox.url}/v1/audio/transcriptions`, { method: 'POST', body: form, headers });
      const given = (await answer.json()) as { segments: object[] };
      expect(typesOf(given)).to.include(ANSWER);
      expect(given.segments.map(typesOf)).to.deep.equal([SEGMENT, SEGMENT]);
    });

    it('waits as long as the answer says after 429, and then succeeds', async () => {
      sandbox.failWith(429, 429);
      expect(await client().transcribe(voice, signal())).to.have.length(2);
    });

    const failures: [code: string, ...failures: TranscribeFailure[]][] = [
      ['PROVIDER_DOWN', 429, 429, 429],
      ['PROVIDER_DOWN', 500],
      ['PROVIDER_DOWN', 503],
      ['PROVIDER_DOWN', 'nonsense'],
    ];
    for (const [code, ...failing] of failures) {
      it(`throws ${code} for ${failing.join(', ')}, as another try may help`, async () => {
        sandbox.failWith(...failing);
        expect(await codeOf(client().transcribe(voice, signal()))).to.equal(code);
      });
    }

    it('throws PROVIDER_DOWN where nobody answers, and stops when it is aborted', async () => {
      expect(await codeOf(client('sk-right', 'http://127.0.0.1:9').transcribe(voice, signal()))).to.equal(
        'PROVIDER_DOWN',
      );
      sandbox.failWith('silence');
      expect(await codeOf(client().transcribe(voice, AbortSignal.timeout(300)))).to.match(/Timeout/);
    });

    it('throws WRONG_STATE for a wrong key, which no other try mends', async () => {
      expect(await codeOf(client('sk-wrong').transcribe(voice, signal()))).to.equal('WRONG_STATE');
    });

    it('throws WRONG_STATE for a file that is too large', async () => {
      const path = join(await tempFolder(), 'long.wav');
      await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo:d=140', path]);
      expect(await codeOf(client().transcribe(path, signal()))).to.equal('WRONG_STATE');
    });
  });

  describe('in the studio', () => {
    let app: WholeApp;
    let creator: SignedInUser;
    let event: Event;
    let clip: Media;

    before(async () => {
      app = await startWholeApp({ env: { TRANSCRIBE_URL: `${sandbox.url}/v1/`, TRANSCRIBE_KEY: 'sk-right' } });
      creator = await newUser(app.origin);
      event = await startFreeEvent(creator);
      await giveFile(newVisitor(app.origin), app.origin, event, voice, { filename: 'v.wav', filetype: 'audio/wav' });
      await giveText(newVisitor(app.origin), event, 'All the best');
      clip = (await settledMedia(creator, event))[0] as Media;
    });
    after(() => app?.close());

    const now = async () => (await readEvent(creator, event)).media?.[0] as Media;
    const ask = (id = clip.id, who = creator) => who.call(transcribeMedia, { params: { id } });
    const ended = () =>
      eventually('the listening to end', async () => {
        const { transcription, captions } = await now();
        return (transcription === null || transcription?.status === 'failed') && { transcription, captions };
      });

    it('is written down when asked, in order, and moved like typed captions, also when a name is saved meanwhile', async () => {
      sandbox.failWith('out of order');
      app.pauseWorker();
      expect((await ask()).transcription?.status).to.equal('queued');
      await creator.call(updateMedia, { params: { id: clip.id }, body: { contributor: { name: 'Walter' } } });
      app.resumeWorker();
      const { transcription, captions } = await ended();
      expect([transcription, captions.map(({ text }) => text)]).to.deep.equal([null, [SPEECH, SPEECH]]);
      expect(captions[0]?.start).to.be.closeTo(3, 0.2);
      expect(captions[1]?.start).to.be.closeTo(5.2, 0.2);
      expect((await now()).history?.map(({ what }) => what)).to.include('transcribe');
    });

    it('says that nobody speaks, and keeps the captions that are there', async () => {
      sandbox.failWith('empty');
      await ask();
      const { transcription, captions } = await ended();
      expect([transcription?.status, transcription?.message, captions.length]).to.deep.equal([
        ...['failed', 'We heard nobody speak in this clip.'],
        2,
      ]);
    });

    it('leaves what somebody writes meanwhile', async () => {
      app.pauseWorker();
      await ask();
      const written = [{ start: 0, end: 1, text: 'Hello' }];
      const saved = await creator.call(updateMedia, { params: { id: clip.id }, body: { captions: written } });
      app.resumeWorker();
      expect(saved.transcription).to.equal(null);
      await eventually('the job to end', async () => {
        const jobs = app.connection.collection('jobs');
        return (await jobs.countDocuments({ type: 'clip.transcribe', alive: true })) === 0;
      });
      expect((await now()).captions).to.deep.equal(written);
    });

    it('does not go on for ever in a clip that was in the bin meanwhile', async () => {
      const jobs = app.connection.collection('jobs');
      app.pauseWorker();
      await ask();
      await creator.call(deleteMedia, { params: { id: clip.id }, query: {} });
      app.resumeWorker();
      await eventually('the job to end', async () => {
        const open = { type: 'clip.transcribe', $or: [{ alive: true }, { endDueAt: { $exists: true } }] };
        return (await jobs.countDocuments(open)) === 0;
      });
      await creator.call(restoreMedia, { params: { id: clip.id }, query: {} });
      expect((await now()).transcription).to.equal(null);
    });

    it('is written down when the request crashed before its job was queued', async () => {
      const transcription = { status: 'queued', message: '', askedAt: Date.now() };
      const _id = new app.connection.base.mongo.ObjectId(clip.id);
      await app.connection.collection('media').updateOne({ _id }, { $set: { transcription, updatedAt: new Date(0) } });
      await rescueTranscriptions();
      expect((await ended()).transcription).to.equal(null);
    });

    it('is refused for a card with 422, for strangers with 404, and after five times with 409', async () => {
      const card = (await readEvent(creator, event)).media?.[1];
      expect(await statusAndCode(ask(card?.id))).to.deep.equal([422, 'FIELDS_REFUSED']);
      expect(await statusAndCode(ask(clip.id, await newUser(app.origin)))).to.deep.equal([404, 'NOT_FOUND']);
      await ask();
      await ended();
      expect((await statusAndCode(ask()))[1]).to.equal('LIMIT_REACHED');
    });

    describe('dead time', () => {
      const change = (edit: Media['edit']) => creator.call(updateMedia, { params: { id: clip.id }, body: { edit } });

      it('is offered with a margin around what is heard, and not once somebody trimmed the clip', async () => {
        const { tighten, edit } = await now();
        expect(edit).to.deep.equal({});
        expect(tighten?.start).to.be.within(2.3, 2.7);
        expect(tighten?.end).to.be.within(7.2, 7.8);
        const trimmed = await change({ trim: { start: 0.5, end: 0 } });
        expect(trimmed.tighten).to.equal(null);
        const back = await creator.call(revertMedia, { params: { id: clip.id } });
        expect(back.tighten).to.deep.equal(tighten);
        const card = (await readEvent(creator, event)).media?.[1];
        expect(card?.tighten).to.equal(null);
      });

      it('is looked for when asked in a clip that was prepared before', async () => {
        await settledMedia(creator, event);
        const { tighten } = await now();
        await app.connection.collection('media').updateMany({}, { $unset: { heard: 1 } });
        expect('tighten' in (await now())).to.equal(false);
        await creator.call(findSilence, { params: { id: clip.id } });
        await eventually('the dead time', async () => 'tighten' in (await now()));
        expect((await now()).tighten).to.deep.equal(tighten);
      });
    });
  });
});
