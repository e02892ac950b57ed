import { execFile } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { identify } from '../../src/features/media/prepare/identify.ts';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import type { FileInput } from '../../src/features/media/prepare/prepared-clip.ts';
import { AppError } from '../../src/platform/errors.ts';
import { type SampleName, sample } from '../helpers/media-samples.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof AppError)) throw new Error(`expected an AppError, got ${error}`);
  return error;
}

describe('identify', function () {
  this.timeout(600_000);

  const refused: [SampleName, string, RegExp][] = [
    ['nothing at all', 'UNREADABLE_MEDIA', /empty/],
    ['random bytes', 'WRONG_TYPE', /not a video, photo or recording/],
    ['mp4 head and garbage', 'UNREADABLE_MEDIA', /damaged/],
    ['text', 'WRONG_TYPE', /text file/],
    ['web page', 'WRONG_TYPE', /web page/],
    ['svg', 'WRONG_TYPE', /drawing/],
    ['hls playlist', 'WRONG_TYPE', /playlist/],
    ['concat script', 'WRONG_TYPE', /playlist/],
    ['dash manifest', 'WRONG_TYPE', /playlist/],
    ['zip', 'WRONG_TYPE', /archive/],
    ['pdf', 'WRONG_TYPE', /PDF/],
    ['png bomb', 'TOO_LARGE', /60000 × 60000/],
    ['gif bomb', 'TOO_LARGE', /60000 × 60000/],
    ['mp4 in 8K of 10 bits', 'TOO_LARGE', /7680 × 4320 pixels.*Save it in 4K/],
    ['half an mp4', 'UNREADABLE_MEDIA', /damaged or did not arrive whole/],
    ['half an mp4 with index in front', 'UNREADABLE_MEDIA', /Only a part/],
    ['half a webm', 'UNREADABLE_MEDIA', /Only a part/],
  ];
  for (const [name, code, words] of refused) {
    it(`refuses ${name} with ${code}`, async () => {
      const error = await refusal(identify(await sample(name)));
      expect(error.code).to.equal(code);
      expect(error.message).to.match(words);
    });
  }

  it('measures the length of a recording without a duration', async () => {
    const facts = await identify(await sample('webm without length'));
    expect(facts).to.include({ kind: 'video', container: 'matroska', mime: 'video/webm' });
    expect(facts.duration).to.be.closeTo(1, 0.05);
  });

  it('accepts 8K of 8 bits', async () => {
    expect(await identify(await sample('mp4 in 8K'))).to.include({ kind: 'video', width: 7680, height: 4320 });
  });

  it('tells sound in a video container from a video', async () => {
    expect(await identify(await sample('webm of sound'))).to.include({
      kind: 'audio',
      mime: 'audio/webm',
      extension: 'weba',
    });
    expect(await identify(await sample('wav'))).to.include({ kind: 'audio', mime: 'audio/wav' });
    expect(await identify(await sample('ogg'))).to.include({ kind: 'audio', mime: 'audio/ogg' });
    expect(await identify(await sample('m4a'))).to.include({ kind: 'audio', mime: 'audio/mp4', extension: 'm4a' });
  });
});

describe('prepareClip on unusable files', function () {
  this.timeout(600_000);

  const broken: [SampleName, FileInput['kind']][] = [
    ['half a jpg', 'photo'],
    ['half a heic', 'photo'],
    ['half an mp4', 'video'],
    ['concat script', 'video'],
    ['png bomb', 'photo'],
  ];
  for (const [name, kind] of broken) {
    it(`refuses ${name} and leaves nothing behind`, async () => {
      const folder = await tempFolder();
      const error = await refusal(prepareClip({ kind, path: await sample(name), edit: {} }, folder));
      expect(error.status).to.be.within(400, 499);
      expect(await readdir(folder)).to.deep.equal([]);
    });
  }

  it('refuses a clip that is too long after trimming', async () => {
    const path = await sample('webm of three seconds');
    const folder = await tempFolder();
    const error = await refusal(prepareClip({ kind: 'video', path, edit: {}, maxLength: 1 }, folder));
    expect(error.code).to.equal('TOO_LARGE');
    expect(error.details).to.deep.equal({ maxLength: 1 });
  });

  it('refuses a file of another kind than announced', async () => {
    const error = await refusal(
      prepareClip({ kind: 'photo', path: await sample('mp4'), edit: {} }, await tempFolder()),
    );
    expect(error.code).to.equal('WRONG_TYPE');
  });

  it('stops at once when aborted, without process or file left', async () => {
    const folder = await tempFolder();
    const stop = new AbortController();
    const path = await sample('webm of three seconds');
    const work = prepareClip({ kind: 'video', path, edit: {} }, folder, {
      signal: stop.signal,
      onStage: (stage) => {
        if (stage === 'preview') setImmediate(() => stop.abort());
      },
    });
    const error = await work.catch((caught) => caught);
    expect(error).to.include({ name: 'ToolError', aborted: true });
    expect(await readdir(folder)).to.deep.equal([]);
    const { stdout } = await run('ps', ['-eo', 'args']);
    expect(stdout).not.to.include(folder);
    await access(path);
  });
});
