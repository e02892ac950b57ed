import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import sharp from 'sharp';
import { motionOf, movingPhotoArgs } from '../../src/features/media/prepare/moving-photo.ts';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import { type GreyPicture, greyFrames, greyFramesOfWhole } from '../helpers/similarity.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);
const FRAME = { width: 1920, height: 1080 };

/** A picture with detail everywhere. */
async function detailed({ width, height }: typeof FRAME): Promise<Buffer> {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-v', 'error', '-f', 'lavfi', '-i', `color=0x707070:s=${width}x${height}:r=1`, '-frames:v', '1'],
      ...['-vf', 'noise=alls=20:all_seed=3', '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'],
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 26 },
  );
  return stdout;
}

/** How much of a picture is brighter than its ground. */
function sizeOfSpot(picture: GreyPicture): number {
  return picture.reduce((sum, value) => sum + Math.max(0, value - 150), 0);
}

describe('the motion of a photo', function () {
  this.timeout(600_000);
  let folder: string;
  let ground: Buffer;

  before(async () => {
    folder = await tempFolder();
    ground = await detailed(FRAME);
  });

  /** Detail everywhere, and a face-like spot at this place. */
  async function photo(path: string, x: number, y: number): Promise<void> {
    const spot = Buffer.from('<svg width="160" height="160"><circle cx="80" cy="80" r="80" fill="#ffd0a0"/></svg>');
    await sharp(ground, { raw: { ...FRAME, channels: 3 } })
      .composite([{ input: spot, left: x - 80, top: y - 80 }])
      .png({ compressionLevel: 1 })
      .toFile(path);
  }

  it('goes towards the detail that people look at', async () => {
    for (const [x, y] of [
      [480, 300],
      [1500, 800],
    ] as const) {
      const path = join(folder, `spot-${x}.png`);
      await photo(path, x, y);
      const motion = await motionOf(path, FRAME);
      expect((motion?.x ?? 0) * 1920).to.be.closeTo(x, 160);
      expect((motion?.y ?? 0) * 1080).to.be.closeTo(y, 160);
      expect(await motionOf(path, FRAME)).to.deep.equal(motion);
    }
  });

  it('is none for tall pictures, text and drawings', async () => {
    const path = join(folder, 'tall.png');
    await photo(path, 900, 500);
    expect(await motionOf(path, { width: 608, height: 1080 })).to.equal(null);
    const text = join(folder, 'text.png');
    const lines = Array.from(
      { length: 20 },
      (_, i) => `<text x="80" y="${80 + 50 * i}" font-size="30">See you at 8</text>`,
    );
    await sharp(
      Buffer.from(
        `<svg width="1920" height="1080"><rect width="1920" height="1080" fill="#fff"/>${lines.join('')}</svg>`,
      ),
    )
      .png()
      .toFile(text);
    expect(await motionOf(text, FRAME)).to.equal(null);
  });

  it('is interpolated between pixels, frame by frame', () => {
    const files = { video1080: '/a.mp4', video720: '/b.mp4', edgesVideo: '/e.mp4' };
    const motion = { x: 0.25, y: 0.5, comesCloser: true };
    const args = movingPhotoArgs({ picture: '/f.png', motion, frames: 120, caption: null, files });
    const graph = args[args.indexOf('-filter_complex') + 1] ?? '';
    expect(graph).to.include('perspective=').and.include('interpolation=cubic:eval=frame');
    expect(graph).to.include('*0.2500').and.include('*0.7500');
    expect(args.filter((each) => each.startsWith('/'))).to.include.members(['/a.mp4', '/b.mp4', '/e.mp4']);
  });

  describe('as it is encoded', () => {
    // It moves in full size, whatever the size in which it is encoded.
    useSmallPictures();

    it('is smooth, and ends or begins with the whole picture', async () => {
      const path = join(folder, 'photo.png');
      await photo(path, 1200, 400);
      const clip = { kind: 'photo', path, edit: { length: 2 } } as const;
      const { frames, files } = await prepareClip(clip, join(folder, 'photo'));
      expect(frames).to.equal(60);
      const motion = await motionOf(path, FRAME);
      const wanted = [8, ...Array.from({ length: 12 }, (_, i) => 19 + 2 * i), 52];
      const sizes = (await greyFramesOfWhole(files.video1080, wanted)).map(sizeOfSpot);
      const closer = motion?.comesCloser ? sizes : [...sizes].reverse();
      const whole = sizeOfSpot((await greyFrames(path, [0]))[0] as GreyPicture);
      expect((closer[0] ?? 0) / whole, 'whole at one end').to.be.closeTo(1, 0.03);
      expect((closer.at(-1) ?? 0) / (closer[0] ?? 0), 'closer at the other').to.be.closeTo(1.08 ** 2, 0.03);
      const steps = closer.slice(2, -1).map((size, i) => size - (closer[i + 1] ?? 0));
      expect(Math.min(...steps), `${steps}`).to.be.above(0);
      expect(Math.max(...steps) / Math.min(...steps), `${steps}`).to.be.below(2);
    });
  });
});
