import { expect } from 'chai';
import { clicks, flashes } from '../helpers/av-sync.ts';
import { frameAt, quartersOf } from '../helpers/media-reading.ts';
import { prepare } from '../helpers/prepared-samples.ts';
import { readSegment } from '../helpers/read-segment.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';

describe('prepareClip with edits', function () {
  this.timeout(600_000);
  useSmallPictures();

  it('keeps sound and picture together through trim, cuts, speed and a straightened, mirrored picture', async () => {
    const clip = await prepare('mp4 with a flash and a beep each second', 'video', {
      edit: {
        trim: { start: 1, end: 6 },
        cuts: [{ start: 2, end: 3 }],
        ...{ speed: 1.25, straighten: 4, flip: 'horizontal', look: 'golden', denoise: true },
      },
    });
    expect(clip.frames).to.equal(96);
    const { large, small, samples, shown } = await readSegment(clip.files, 0.8);
    expect([large.frames, small.frames, samples]).to.deep.equal([96, 96, 96 * 1600]);
    const [seen, heard] = [await flashes(['-i', clip.files.video720]), await clicks(['-i', clip.files.audio])];
    // In the source at 1.5, 3.5, 4.5 and 5.5 s.
    expect(seen.map((frame) => frame / 30)).to.have.length(4);
    [0.5, 1.5, 2.5, 3.5].forEach((at, index) => {
      expect((seen[index] ?? 0) / 30, `flash ${index}`).to.be.closeTo(at / 1.25, 0.05);
      expect((heard[index] ?? 0) / 48_000, `beep ${index}`).to.be.closeTo((seen[index] ?? 0) / 30, 0.04);
    });
    expect(shown.map((each) => quartersOf(each))).to.deep.equal([['green', 'red', 'yellow', 'blue']]);
    const frame = await frameAt(clip.files.video1080, 0.8);
    for (const corner of [0.002, 0.998]) expect(frame.colour(corner, 0.002), 'corner').not.to.equal('black');
  });

  it('shows a straightened photo in its look for as long as asked', async () => {
    const clip = await prepare('jpg', 'photo', { edit: { straighten: -6, look: 'silver', length: 2 } });
    expect(clip.frames).to.equal(60);
    const frame = await frameAt(clip.files.video720, 1);
    for (const [x, y] of [
      [0.2, 0.2],
      [0.8, 0.8],
      [0.5, 0.02],
    ] as const) {
      const [r, g, b] = frame.rgb(x, y);
      expect(Math.max(r, g, b) - Math.min(r, g, b), `grey at ${x} ${y}`).to.be.lessThan(12);
    }
  });
});
