import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { makeLook, makePoster } from '../../src/features/media/prepare/look-at-clip.ts';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import { type FileInput, filesIn, type PreparedClip } from '../../src/features/media/prepare/prepared-clip.ts';
import { streamFacts } from '../helpers/media-reading.ts';
import { sample } from '../helpers/media-samples.ts';
import { readSegment } from '../helpers/read-segment.ts';
import { SMALL } from '../helpers/small-pictures.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);

/** Too large to be read twice. */
async function largeClip(): Promise<string> {
  const path = join(await tempFolder(), 'large.mp4');
  const sources = ['-f', 'lavfi', '-i', 'testsrc2=s=2560x1600:r=30:d=0.4', '-f', 'lavfi', '-i', 'sine=f=440:d=0.4'];
  await run('ffmpeg', ['-v', 'error', '-nostdin', ...sources, '-c:v', 'libx264', '-preset', 'ultrafast', path]);
  return path;
}

/** One second in ten bits of HLG, held upright; three of four pictures are such that no other is made of them. */
async function hlgClip(): Promise<string> {
  const path = join(await tempFolder(), 'hlg.mov');
  const x265 = 'keyint=30:bframes=3:b-adapt=0:b-pyramid=0:log-level=none:transfer=arib-std-b67:colorprim=bt2020';
  const colours = ['-color_trc', 'arib-std-b67', '-color_primaries', 'bt2020', '-colorspace', 'bt2020nc'];
  await run('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', 'testsrc2=s=320x568:r=30:d=1,format=yuv420p10'],
    ...['-f', 'lavfi', '-i', 'sine=f=440:d=1', '-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', x265],
    ...[...colours, '-tag:v', 'hvc1', '-c:a', 'aac', path],
  ]);
  return path;
}

/** How often the picture changes by more than encoding changes it. */
async function changes(path: string): Promise<number> {
  const filter = 'scale=160:90,mpdecimate=max=0:hi=200:lo=100:frac=0.01';
  const args = [
    '-v',
    'error',
    '-nostdin',
    '-i',
    path,
    '-vf',
    filter,
    '-fps_mode',
    'passthrough',
    '-f',
    'framehash',
    '-',
  ];
  const { stdout } = await run('ffmpeg', args);
  return stdout.split('\n').filter((line) => line.startsWith('0,')).length;
}

/** The same clip in one go, and by poster, look and preparation in one folder. */
async function inOneGoAndInSteps(path: string) {
  const input: FileInput = { kind: 'video', path, edit: { volume: 3 }, name: 'Jonas' };
  const whole = await prepareClip(input, await tempFolder());
  const folder = await tempFolder();
  const stages: string[] = [];
  const hasPoster = await makePoster(input, folder);
  const { look, reduced } = await makeLook(input, null, folder);
  const preview = filesIn(folder).quickPreview;
  const steps = await prepareClip({ ...input, earlier: { hasPoster, look, reduced } }, folder, {
    onStage: (stage) => void stages.push(stage),
  });
  return { whole, steps, stages, look, reduced, preview };
}

async function expectEqual(whole: PreparedClip, steps: PreparedClip): Promise<void> {
  const { files: _, ...facts } = whole;
  const { files, ...others } = steps;
  expect(others).to.deep.equal(facts);
  for (const name of ['audio', 'video1080', 'video720', 'posterJpg', 'posterWebp'] as const) {
    expect((await readFile(files[name])).equals(await readFile(whole.files[name])), name).to.equal(true);
  }
}

describe('prepareClip after a look', function () {
  this.timeout(600_000);

  it('refuses a damaged file with a reason, also when only a poster is asked for', async () => {
    const path = await sample('random bytes');
    const error = await makePoster({ kind: 'video', path, edit: {} }, await tempFolder()).catch((cause) => cause);
    expect(error).to.include({ name: 'AppError', code: 'WRONG_TYPE' });
  });

  describe('at any size', () => {
    useSmallPictures();

    it('encodes a 4K video from the look’s reduced picture', async () => {
      const { whole, steps, reduced } = await inOneGoAndInSteps(await largeClip());
      await expectEqual(whole, steps);
      expect((await streamFacts(reduced ?? '')).facts).to.include(SMALL);
    });

    it('makes the same bytes as in one go, without a second poster or first pass', async () => {
      const { whole, steps, stages, reduced } = await inOneGoAndInSteps(await sample('mp4'));
      await expectEqual(whole, steps);
      expect([stages, reduced]).to.deep.equal([['segment'], null]);
    });

    it('shows fewer HDR pictures at first, all of them in the film, and sound of the same length', async () => {
      const { whole, steps, look, preview } = await inOneGoAndInSteps(await hlgClip());
      await expectEqual(whole, steps);
      expect(whole.frames).to.equal(look?.frames).and.to.be.within(27, 30);
      const { files } = steps;
      const { large, samples } = await readSegment(files);
      expect([large.frames, samples]).to.deep.equal([whole.frames, whole.frames * 1600]);
      const inPreview = await changes(preview);
      expect(inPreview).to.be.within(6, 20);
      expect(await changes(files.video720)).to.be.at.least(inPreview * 1.5);
    });

    it('looks only at the beginning when asked, and measures nothing of the whole', async () => {
      const folder = await tempFolder();
      const path = await sample('mp4 of two seconds');
      const made = await makeLook({ kind: 'video', path, edit: { trim: { start: 0.5, end: 2 } } }, 0.5, folder);
      expect(made).to.deep.equal({ hasPreview: true, look: null, reduced: null });
      expect((await streamFacts(filesIn(folder).quickPreview)).duration).to.be.closeTo(0.5, 0.1);
    });
  });
});
