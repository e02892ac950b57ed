import { expect } from 'chai';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import { expectSegment } from '../helpers/expect-segment.ts';
import { decodedSound, flashAndBeep, loudnessOf } from '../helpers/media-reading.ts';
import { sample } from '../helpers/media-samples.ts';
import { look, prepare } from '../helpers/prepared-samples.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

describe('sound made by prepareClip', function () {
  this.timeout(600_000);
  useSmallPictures();

  it('makes silence for a missing sound track, does not raise it, and flags it', async () => {
    for (const name of ['mp4 without sound', 'mp4 with silence'] as const) {
      const clip = await prepare(name, 'video');
      const { peak } = await expectSegment(clip);
      expect(clip.checks, name).to.deep.equal(['silent']);
      expect(clip.loudness.gain).to.equal(0);
      expect(peak).to.be.lessThan(4);
    }
  });

  it('flags a quiet clip, and raises it within limits', async () => {
    const { checks, loudness } = await look('mp4 hardly to be heard');
    expect(checks).to.deep.equal(['quiet']);
    expect(loudness.gain).to.be.within(26, 31);
  });

  it('mutes and changes the volume by the edit', async () => {
    const muted = await look('mp4', { edit: { muted: true } });
    expect((await decodedSound(muted.audio)).peak).to.be.lessThan(4);
    expect(muted.checks).to.deep.equal([]);
    const softer = await look('mp4', { edit: { volume: -10 } });
    expect(await loudnessOf(softer.audio)).to.be.closeTo(-26, 1);
  });

  it('keeps sound and picture in sync, whatever the file delays', async () => {
    for (const name of [
      'mp4 with a flash and a beep',
      'webm with a flash and a beep',
      'mkv whose sound begins late',
    ] as const) {
      const { files } = await prepare(name, 'video');
      const { flash, beep } = await flashAndBeep(files.video720, files.audio);
      expect(flash, name).to.be.closeTo(0.6, 0.035);
      expect(beep - flash, name).to.be.within(-0.04, 0.04);
    }
    const path = await sample('mp4 with a flash and a beep');
    const edit = { trim: { start: 0.31, end: 1.1 } };
    const { files } = await prepareClip({ kind: 'video', path, edit }, await tempFolder());
    const { flash, beep } = await flashAndBeep(files.video720, files.audio);
    expect(flash).to.be.closeTo(0.29, 0.035);
    expect(beep - flash).to.be.within(-0.04, 0.04);
  });

  it('downmixes surround sound', async () => {
    const { audio } = await look('mp4 with surround sound');
    expect((await decodedSound(audio)).peak).to.be.greaterThan(2000);
  });
});
