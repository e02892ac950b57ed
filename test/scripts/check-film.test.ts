import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { checkFilm } from '../../scripts/check-film.mjs';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);

/** A second of film whose tone peaks at this many dBTP. */
async function filmWithPeak(peak: number): Promise<string> {
  const file = join(await tempFolder(), 'film.mp4');
  // The source's own tone peaks at an eighth of full scale.
  const tone = `sine=frequency=997:sample_rate=48000:duration=1,volume=${8 * 10 ** (peak / 20)},pan=stereo|c0=c0|c1=c0`;
  const inputs = ['-f', 'lavfi', '-i', 'color=size=64x64:rate=30:duration=1', '-f', 'lavfi', '-i', tone];
  const codecs = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '256k'];
  await run('ffmpeg', ['-nostdin', '-v', 'error', ...inputs, ...codecs, '-y', file]);
  return file;
}

describe('check-film', function () {
  this.timeout(600_000);

  const peakOf = async (peak: number) => {
    const checks = await checkFilm(await filmWithPeak(peak));
    return checks.find(({ name }) => name === 'true peak');
  };

  it('fails a film whose true peak is above -1.5 dBTP', async () => {
    expect(await peakOf(-1.25)).to.include({ ok: false });
  });

  it('passes a true peak below -1.5 dBTP', async () => {
    expect(await peakOf(-2)).to.include({ ok: true });
  });
});
