import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { joinFilm } from '../../src/features/films/render/join.ts';
import { buildTimeline } from '../../src/features/films/render/timeline.ts';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import type { PreparedClip } from '../../src/features/media/prepare/prepared-clip.ts';
import { clipOf } from '../helpers/lavfi-segments.ts';
import { prepare } from '../helpers/prepared-samples.ts';
import { headersOf } from '../helpers/read-segment.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);
const SECONDS = 8;

interface Packet {
  /** In frames. */
  shown: number;
  decoded: number;
  bytes: number;
  isKey: boolean;
}

async function packetsOf(path: string): Promise<Packet[]> {
  const entries = ['-show_entries', 'packet=pts,dts,size,flags', '-of', 'compact=p=0', path];
  const { stdout } = await run('ffprobe', ['-v', 'error', '-select_streams', 'v:0', ...entries]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => Object.fromEntries(line.split('|').map((part) => part.split('=') as [string, string])))
    .map(({ pts, dts, size, flags }) => ({
      shown: Number(pts) / 512,
      decoded: Number(dts) / 512,
      bytes: Number(size),
      isKey: String(flags).startsWith('K'),
    }));
}

/** A hash of each frame as it is decoded; all that is in the file is, and it stops at the first fault. */
async function framesOf(path: string): Promise<string[]> {
  const strict = ['-v', 'error', '-xerror', '-err_detect', 'explode', '-i', path];
  const outputs = ['-map', '0:v', '-f', 'framemd5', '-', '-map', '0:a?', '-f', 'null', '/dev/null'];
  const { stdout } = await run('ffmpeg', [...strict, ...outputs]);
  return stdout
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)?.trim() ?? '');
}

/** How many frames each picture lasts from frame `from` to frame `to`. */
function lengthsOf(frames: readonly string[], from: number, to: number): number[] {
  const lengths: number[] = [];
  for (let frame = from; frame < to; frame += 1) {
    if (frame === from || frames[frame] !== frames[frame - 1]) lengths.push(0);
    lengths[lengths.length - 1] = (lengths.at(-1) ?? 0) + 1;
  }
  return lengths;
}

describe('a clip with mostly repeated pictures', function () {
  this.timeout(600_000);
  useSmallPictures();
  let clip: PreparedClip;
  let ordinary: PreparedClip;
  const read: Record<'video1080' | 'video720', { packets: Packet[]; frames: string[] }> = {
    video1080: { packets: [], frames: [] },
    video720: { packets: [], frames: [] },
  };

  before(async () => {
    const path = join(await tempFolder(), 'sparse.mp4');
    // Pictures at 0, 0.8, 1.6 s and so on: most of them appear within a group of pictures.
    const source = ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=5/4:d=${SECONDS}`];
    await run('ffmpeg', ['-v', 'error', ...source, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', path]);
    clip = await prepareClip({ kind: 'video', path, edit: {} }, await tempFolder());
    ordinary = await prepare('mp4', 'video');
    for (const name of ['video1080', 'video720'] as const) {
      read[name] = { packets: await packetsOf(clip.files[name]), frames: await framesOf(clip.files[name]) };
    }
  });

  it('has every frame at its time, and a key frame each second and at both cuts', () => {
    expect(clip.frames).to.equal(SECONDS * 30);
    for (const { packets, frames } of Object.values(read)) {
      expect(packets.map(({ decoded }) => decoded)).to.deep.equal(packets.map((_, i) => i - 2));
      const shown = packets.map((packet) => packet.shown).sort((a, b) => a - b);
      expect(shown).to.deep.equal(packets.map((_, i) => i));
      const keys = packets.filter(({ isKey }) => isKey).map((packet) => packet.shown);
      const seconds = Array.from({ length: SECONDS }, (_, second) => second * 30);
      expect(keys).to.deep.equal([...seconds, 15, clip.frames - 15].sort((a, b) => a - b));
      expect([packets.length, frames.length]).to.deep.equal([clip.frames, clip.frames]);
    }
  });

  it('shows each picture unchanged and as long as the source, in under 100 bytes a repeated frame', () => {
    const { frames, packets } = read.video720;
    // The first and the last second are encoded as ever.
    expect(lengthsOf(frames, 30, 210)).to.deep.equal([18, 24, 24, 24, 24, 24, 24, 18]);
    const small = packets.filter(({ bytes }) => bytes < 100);
    expect(small.length).to.be.at.least(168);
  });

  it('has the headers of any segment, and joins with others into a film', async () => {
    for (const rendition of ['video1080', 'video720'] as const) {
      const [held, moving] = await headersOf([clip, ordinary].map(({ files }) => files[rendition]));
      expect(held).to.equal(moving);
    }
    const timeline = buildTimeline({
      event: { occasion: 'birthday', title: 'Ruth', recipients: [{ firstName: 'Ruth' }] },
      clips: [ordinary, clip, ordinary].map(({ frames, files }, i) => clipOf({ key: `${i}`, frames, files }, `${i}`)),
      intro: null,
      outro: null,
      track: null,
    });
    const film = await joinFilm(timeline, null, join(await tempFolder(), 'film'));
    for (const path of [film.files.film1080, film.files.film720]) {
      const args = ['scripts/check-film.mjs', path, '--json', '--expect-seconds', String(film.length)];
      const { stdout } = await run(process.execPath, args).catch((error: { stdout: string }) => error);
      expect((JSON.parse(stdout) as { ok: boolean }).ok, stdout).to.equal(true);
    }
    const joined = await framesOf(film.files.film720);
    expect(joined.slice(ordinary.frames, ordinary.frames + clip.frames)).to.deep.equal(read.video720.frames);
  });

  it('is split into parts for the instant preview', () => {
    expect(clip.stream.parts.map(({ frames }) => frames)).to.deep.equal([180, 60]);
  });
});
