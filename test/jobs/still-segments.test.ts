import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { encodeStill } from '../../src/platform/ffmpeg/encode-still.ts';
import { DRAWN_SIZE } from '../../src/platform/ffmpeg/segment-format.ts';
import { planStill, standing } from '../../src/platform/ffmpeg/still-plan.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);

function plain(level: number): Buffer {
  return Buffer.alloc(DRAWN_SIZE.width * DRAWN_SIZE.height * 3, level);
}

async function packetsOf(video: string): Promise<{ pts: number; flags: string }[]> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'packet=pts,flags', '-of', 'json', video]);
  return (JSON.parse(stdout) as { packets: { pts: number; flags: string }[] }).packets;
}

/** How bright each frame is in its middle, 0 to 255; decodes all, and stops at the first fault. */
async function levelsOf(video: string): Promise<number[]> {
  const strict = ['-v', 'error', '-xerror', '-err_detect', 'explode'];
  const args = [...strict, '-i', video, '-vf', 'crop=2:2,format=gray', '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer' });
  return [...stdout].filter((_, index) => index % 4 === 0);
}

describe('still segments', function () {
  this.timeout(600_000);
  useSmallPictures();

  it('encode GOPs where something moves, and one GOP per still picture', () => {
    expect(planStill(standing(120)).pieces).to.deep.equal([
      { frames: 30, times: 1 },
      { frames: 30, times: 2 },
      { frames: 30, times: 1 },
    ]);
    const hour = planStill(standing(30 * 3600));
    expect(hour.pieces.reduce((sum, { frames }) => sum + frames, 0)).to.equal(90);
    const { pieces, spans } = planStill(
      standing(305, [
        { at: 8, takes: 22, to: 1 },
        { at: 145, takes: 10, to: 0 },
      ]),
    );
    expect(pieces).to.deep.equal([
      { frames: 30, times: 1 },
      { frames: 30, times: 3 },
      { frames: 60, times: 1 },
      { frames: 30, times: 3 },
      { frames: 35, times: 1 },
    ]);
    expect(pieces.reduce((sum, { frames, times }) => sum + frames * times, 0)).to.equal(305);
    expect(spans.map(({ from, to, frames }) => [from, to, frames])).to.deep.equal([
      [0, 0, 8],
      [0, 1, 22],
      [1, 1, 55],
      [1, 0, 10],
      [0, 0, 90],
    ]);
    for (const frames of [1, 7, 29, 31, 61]) {
      const plan = planStill(standing(frames));
      expect(
        plan.pieces.reduce((sum, piece) => sum + piece.frames * piece.times, 0),
        `${frames}`,
      ).to.equal(frames);
    }
  });

  it('fade, change and hold at the requested frames, with even timestamps and a key frame each second and at both cuts', async () => {
    const temp = await tempFolder();
    const files = { video1080: `${temp}/a.mp4`, video720: `${temp}/b.mp4`, audio: `${temp}/c.wav` };
    const script = standing(245, [{ at: 120, takes: 20, to: 1 }]);
    await encodeStill({ pictures: [plain(200), plain(100)], script, files, temp });
    for (const video of [files.video1080, files.video720]) {
      const packets = await packetsOf(video);
      const keys = packets.flatMap(({ pts, flags }) => (flags.startsWith('K') ? [pts / 15360] : []));
      expect(keys).to.deep.equal([0, 0.5, 1, 2, 3, 4, 5, 6, 7, 230 / 30]);
      expect(packets.map(({ pts }) => pts / 512).sort((a, b) => a - b)).to.deep.equal([...Array(245).keys()]);
      const level = await levelsOf(video);
      expect(level.length).to.equal(245);
      expect(level[0], 'black').to.be.lessThan(4);
      expect(level[4]).to.be.within(80, 120);
      for (const frame of [9, 60, 119]) expect(level[frame], `${frame}`).to.be.within(196, 204);
      expect(level[130]).to.be.within(140, 160);
      for (const frame of [141, 200, 236]) expect(level[frame], `${frame}`).to.be.within(97, 103);
      expect(level[244]).to.be.lessThan(30);
    }
  });
});
