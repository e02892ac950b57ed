import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import sharp from 'sharp';
import { identify } from '../../src/features/media/prepare/identify.ts';
import type { PhotoFacts, VideoFacts } from '../../src/features/media/prepare/source-facts.ts';
import { enlargePhoto, enlargeVideo } from '../../src/features/media/upscale/enlarge.ts';
import { addSpatialSound } from '../helpers/spatial-sound.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);
const WHOLE = 'static/films/birthday.webp';
/** The network gives way to all other work, so it takes long on a busy machine. */
const ENOUGH = { timeLimit: 600_000 };

describe('enlarging', function () {
  this.timeout(600_000);

  const photoIn = (file: string) => sharp(file).extract({ left: 0, top: 0, width: 256, height: 192 });
  async function difference(file: string, other: Buffer): Promise<number> {
    const data = await photoIn(file).removeAlpha().raw().toBuffer();
    return data.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0) / data.length;
  }

  it('brings a photo nearer to what it was than resampling does, which is used if there is no time, without seams between tiles or at the edges', async () => {
    const whole = await sharp(WHOLE).resize(256, 192, { fit: 'cover' }).removeAlpha().png().toBuffer();
    const path = join(await tempFolder(), 'small.png');
    // Beside the photo is one colour, over more than one tile in both directions.
    await sharp({ create: { width: 240, height: 120, channels: 3, background: '#4d79c7' } })
      .composite([{ input: await sharp(whole).resize(128, 96).toBuffer(), left: 0, top: 0 }])
      .png()
      .toFile(path);
    const facts = (await identify(path)) as PhotoFacts;
    const sharper = await enlargePhoto(path, facts, await tempFolder(), ENOUGH);
    const resampled = await enlargePhoto(path, facts, await tempFolder(), { timeLimit: 1 });
    expect([sharper, resampled].map(({ width, height, method }) => [width, height, method])).to.deep.equal([
      [480, 240, 'network'],
      [480, 240, 'resampler'],
    ]);
    const wanted = await sharp(whole).raw().toBuffer();
    expect(await difference(sharper.result, wanted)).to.be.lessThan(0.9 * (await difference(resampled.result, wanted)));
    for (const part of [
      { left: 280, top: 0, width: 200, height: 240 },
      { left: 0, top: 216, width: 480, height: 24 },
    ]) {
      const plain = await sharp(sharper.result).extract(part).png().toBuffer();
      for (const { max, min } of (await sharp(plain).stats()).channels) expect(max - min).to.be.at.most(4);
    }
  });

  // Fewer pictures than the stills for comparing are chosen from, and more.
  for (const seconds of [0.2, 0.5])
    it(`doubles a video of ${seconds} s with its sound, where another can’t be decoded`, async () => {
      const folder = await tempFolder();
      const [plain, path] = ['short.mp4', 'spatial.mov'].map((name) => join(folder, name)) as [string, string];
      const lavfi = (what: string) => ['-f', 'lavfi', '-i', `${what}:d=${seconds}`];
      const sources = [...lavfi('testsrc=s=48x32:r=30'), ...lavfi('sine=f=440')];
      await run('ffmpeg', ['-v', 'error', ...sources, '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest', plain]);
      await addSpatialSound(plain, path);
      const made = await enlargeVideo(path, (await identify(path)) as VideoFacts, folder, ENOUGH);
      expect([made.width, made.height, made.method]).to.deep.equal([96, 64, 'network']);
      const facts = (await identify(made.result)) as VideoFacts;
      expect([facts.width, facts.height, facts.hasAudio]).to.deep.equal([96, 64, true]);
      expect(facts.duration).to.be.within(seconds - 0.05, seconds + 0.1);
      const sizes = await Promise.all(
        [made.before, made.after].map(async (file) => (await sharp(file).metadata()).width),
      );
      expect(sizes).to.deep.equal([48, 96]);
    });
});
