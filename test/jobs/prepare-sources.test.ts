import { expect } from 'chai';
import { expectSegment } from '../helpers/expect-segment.ts';
import { decodedSound, type Frame, frameAt, quarters, quartersOf, streamFacts } from '../helpers/media-reading.ts';
import { look, prepare } from '../helpers/prepared-samples.ts';
import { readSegment } from '../helpers/read-segment.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';

const UPRIGHT = ['red', 'green', 'blue', 'yellow'];

describe('prepareClip with the pictures of any source', function () {
  this.timeout(600_000);
  useSmallPictures();

  it('rotates a picture once, as its file asks, and lays an upright one on a blurred fill, never on black', async () => {
    const clip = await prepare('mp4 to be turned by 90', 'video');
    expect(clip).to.include({ width: 90, height: 160 });
    const frame = await frameAt(clip.files.video720, 0.5);
    expect(quartersOf(frame, [0.35, 0.65])).to.deep.equal(['blue', 'red', 'yellow', 'green']);
    expect(await quarters(clip.files.posterJpg, 0, [0.35, 0.65])).to.deep.equal(['blue', 'red', 'yellow', 'green']);
    expect((await streamFacts(clip.files.video1080)).sideData).to.deep.equal([]);
    for (const [x, y] of [
      [0.02, 0.03],
      [0.98, 0.03],
      [0.02, 0.97],
      [0.98, 0.97],
    ] as const) {
      expect(Math.max(...frame.rgb(x, y)), `corner ${x} ${y}`).to.be.greaterThan(60);
      expect(Math.max(...frame.rgb(x, y)), `corner ${x} ${y}`).to.be.lessThan(190);
    }
    const over = await prepare('mp4 to be turned by 180', 'video');
    expect(await quarters(over.files.video720, 0.5)).to.deep.equal(['yellow', 'blue', 'green', 'red']);
  });

  it('flags an upright picture marked to be rotated as sideways, a black one, and one of half a second', async () => {
    expect((await look('portrait mp4 with a mark to be turned')).checks).to.deep.equal(['sideways']);
    expect((await look('black mp4')).checks).to.deep.equal(['black']);
    const short = await look('mp4 of half a second');
    expect(short.checks).to.deep.equal(['short']);
    expect(short.frames).to.equal(15);
  });

  it('fills the frame with a portrait clip when asked', async () => {
    const cut = await prepare('portrait mp4', 'video', { edit: { fill: 'crop' } });
    expect(cut).to.include({ width: 90, height: 160 });
    expect(await quarters(cut.files.video720, 0.5)).to.deep.equal(UPRIGHT);
    expect((await frameAt(cut.files.posterJpg)).colour(0.02, 0.3)).to.equal('red');
  });

  it('trims, crops, rotates and fills with a colour by the edit', async () => {
    const clip = await prepare('mp4 of two seconds', 'video', {
      edit: {
        ...{ trim: { start: 0.5, end: 1.1 }, crop: { x: 0, y: 0, width: 1, height: 0.5 } },
        ...{ rotate: 180, fill: 'colour' },
      },
    });
    expect(clip.frames).to.equal(18);
    const { samples, shown } = await readSegment(clip.files, 0.3);
    expect(samples).to.equal(18 * 1600);
    const [frame] = shown;
    expect([frame?.colour(0.2, 0.5), frame?.colour(0.8, 0.5)]).to.deep.equal(['green', 'red']);
    const [r, , b] = frame?.rgb(0.5, 0.05) ?? [];
    expect(r).to.be.closeTo(0x3a, 8);
    expect(b).to.be.closeTo(0x30, 8);
  });

  it('keeps the length of a clip with variable frame rate', async () => {
    const clip = await prepare('mp4 with uneven frame times', 'video');
    await expectSegment(clip);
    expect(clip.length).to.be.closeTo(0.95, 0.04);
  });

  it('reads 3GP with AMR, odd sizes and oblong pixels', async () => {
    const old = await prepare('3gp with amr at 8 kHz', 'video');
    await expectSegment(old);
    const odd = await prepare('mkv of odd size', 'video');
    await expectSegment(odd);
    expect(odd).to.include({ width: 161, height: 91 });
    const oblong = await prepare('mp4 with oblong pixels', 'video');
    expect(oblong).to.include({ width: 171, height: 90 });
    // Anything but a widened picture would leave a fill at the sides.
    expect((await frameAt(oblong.files.video720, 0.5)).colour(0.04, 0.2)).to.equal('red');
  });

  it('hears the sound that it can decode, although another is the default', async () => {
    const { checks, audio } = await look('mov with spatial audio');
    expect(checks).to.deep.equal([]);
    expect((await decodedSound(audio)).peak).to.be.greaterThan(3000);
  });

  it('reads a clip whose size changes, and stretches none of its pictures', async () => {
    const clip = await prepare('webm whose size changes', 'video');
    const [wide, tall] = (await expectSegment(clip, 0.3, 0.8)).shown as [Frame, Frame];
    expect(quartersOf(wide, [0.1, 0.9])).to.deep.equal(UPRIGHT);
    expect(quartersOf(tall, [0.4, 0.6])).to.deep.equal(UPRIGHT);
    expect(tall.colour(0.1, 0.2)).to.equal('black');
  });

  it('loops an animated GIF in whole rounds for as long as a photo', async () => {
    const clip = await prepare('moving gif', 'photo');
    expect(clip.frames).to.be.within(119, 121);
    expect(clip.checks).to.deep.equal([]);
    expect((await decodedSound(clip.files.audio)).samples).to.equal(clip.frames * 1600);
  });
});
