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

  const pixels = (file: string) => sharp(file).resize(256, 192, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  async function difference(file: string, other: Buffer): Promise<number> {
    const data = await pixels(file);
    return data.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0) / data.length;
  }

  it('brings a photo nearer to what it was than resampling does, which is used if there is no time', async () => {
    const whole = await sharp(WHOLE).resize(256, 192, { fit: 'cover' }).png().toBuffer();
    const path = join(await tempFolder(), 'small.png');
    await sharp(whole).resize(128, 96).toFile(path);
    const facts = (await identify(path)) as PhotoFacts;
    const sharper = await enlargePhoto(path, facts, await tempFolder(), ENOUGH);
    const resampled = await enlargePhoto(path, facts, await tempFolder(), { timeLimit: 1 });
    expect([sharper, resampled].map(({ width, height, method }) => [width, height, method])).to.deep.equal([
      [256, 192, 'network'],
      [256, 192, 'resampler'],
    ]);
    const wanted = await sharp(whole).removeAlpha().raw().toBuffer();
    expect(await difference(sharper.result, wanted)).to.be.lessThan(0.9 * (await difference(resampled.result, wanted)));
  });

  it('leaves no seams between tiles or at the edges', async () => {
    const path = join(await tempFolder(), 'plain.png');
    await sharp({ create: { width: 240, height: 120, channels: 3, background: '#4d79c7' } }).toFile(path);
    const { result } = await enlargePhoto(path, (await identify(path)) as PhotoFacts, await tempFolder(), ENOUGH);
    const { channels } = await sharp(result).stats();
    for (const { max, min } of channels) expect(max - min).to.be.at.most(4);
  });

  it('doubles a short video with its sound, where another can’t be decoded', async () => {
    const folder = await tempFolder();
    const [plain, path] = ['short.mp4', 'spatial.mov'].map((name) => join(folder, name)) as [string, string];
    const sources = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=30:d=0.5', '-f', 'lavfi', '-i', 'sine=f=440:d=0.5'];
    await run('ffmpeg', ['-v', 'error', ...sources, '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest', plain]);
    await addSpatialSound(plain, path);
    const made = await enlargeVideo(path, (await identify(path)) as VideoFacts, folder, ENOUGH);
    expect([made.width, made.height, made.method]).to.deep.equal([128, 96, 'network']);
    const facts = (await identify(made.result)) as VideoFacts;
    expect([facts.width, facts.height, facts.hasAudio]).to.deep.equal([128, 96, true]);
    expect(facts.duration).to.be.within(0.45, 0.6);
    const sizes = await Promise.all(
      [made.before, made.after].map(async (file) => (await sharp(file).metadata()).width),
    );
    expect(sizes).to.deep.equal([64, 128]);
  });
});
