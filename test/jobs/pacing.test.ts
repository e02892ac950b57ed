import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import { brightness } from '../helpers/media-reading.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);
const SECONDS = 1.4;
/** Film frames at each end that are too dark to be read. */
const EDGE = 8;

/** A clip whose left half is white and whose right half counts its frames in 16 shades. */
async function countingClip(rate: string, stamps = `N/(${rate})`): Promise<string> {
  const path = join(await tempFolder(), 'counting.mkv');
  const shade = `if(lt(X,W/2),235,30+mod(N,16)*13)`;
  const picture = `nullsrc=s=64x36:r=${rate}:d=${SECONDS},format=yuv420p,geq=lum='${shade}':cb=128:cr=128`;
  const source = `${picture},settb=1/1000,setpts='(${stamps})/TB'`;
  const inputs = ['-f', 'lavfi', '-i', source, '-f', 'lavfi', '-i', `sine=f=300:d=${SECONDS}`];
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '2', '-fps_mode', 'passthrough'];
  await run('ffmpeg', ['-v', 'error', ...inputs, ...video, '-c:a', 'pcm_s16le', path]);
  return path;
}

/** By how many source frames the picture of the segment goes on from each of its frames to the next, as digits. */
async function stepsOf(path: string): Promise<string> {
  const { files, frames } = await prepareClip({ kind: 'video', path, edit: {} }, await tempFolder());
  const levels = await brightness(files.video720);
  const numbers = levels.slice(EDGE, frames - EDGE).map(([white, shade]) => {
    return Math.round((((shade - 16) / (white - 16)) * 219 - 14) / 13);
  });
  return numbers
    .slice(1)
    .map((number, i) => (number - (numbers[i] ?? 0) + 16) % 16)
    .join('');
}

describe('frame rate of a segment', function () {
  this.timeout(600_000);
  useSmallPictures();

  for (const [rate, pattern] of [
    ['24', '01111'],
    ['25', '011111'],
    ['50', '122'],
    ['60000/1001', '2'],
  ] as const) {
    it(`repeats or drops pictures of a clip at ${rate} fps in an even pattern`, async () => {
      const steps = await stepsOf(await countingClip(rate));
      expect(steps).to.have.length.within(20, 30);
      expect(pattern.repeat(40), steps).to.include(steps);
    });
  }

  it('neither drops nor doubles pictures with jittering timestamps halfway between two frames', async () => {
    const steps = await stepsOf(await countingClip('30', '0.05+N/30+0.004*sin(N*2.4)'));
    expect(steps).to.match(/^1{20,30}$/);
  });

  it('drops single pictures only when a phone’s clock runs slightly fast', async () => {
    const steps = await stepsOf(await countingClip('30', '0.05+N/30.3+0.004*sin(N*2.4)'));
    expect(steps).to.match(/^1+(21+)?$/);
  });
});
