import { join } from 'node:path';
import { expect } from 'chai';
import type { EventRecord } from '../../src/features/events/find-events.service.ts';
import { overlaidKeys } from '../../src/features/films/overlaid-clips.ts';
import { joinFilm } from '../../src/features/films/render/join.ts';
import { makePacedPhoto, pacedKey } from '../../src/features/films/render/paced-photo.ts';
import { type PacedPhoto, pacePhotos } from '../../src/features/films/render/photo-beats.ts';
import { buildTimeline } from '../../src/features/films/render/timeline.ts';
import { beatsInFilm } from '../../src/features/library/music/film-loop.ts';
import type { TimelineClip } from '../../src/features/media/timeline-clips.service.ts';
import { countFrames } from '../../src/platform/ffmpeg/count-frames.ts';
import { runTool } from '../../src/platform/ffmpeg/run.ts';
import { edgesFilter, edgesVideoArgs } from '../../src/platform/ffmpeg/segment-format.ts';
import { clipOf, lavfiSegment } from '../helpers/lavfi-segments.ts';
import { type GreyPicture, greyFramesOfWhole, ssim } from '../helpers/similarity.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const photo = (least = 75, frames = 120) => ({ frames, hasEdges: true, least });
const other = (frames: number, hasEdges = true) => ({ frames, hasEdges, least: null });
/** Two a second. */
const BEATS = Array.from({ length: 200 }, (_, i) => i / 2);
const framesOf = (paced: readonly (PacedPhoto | null)[]) => paced.map((each) => each?.frames ?? null);

describe('photos in a row', function () {
  this.timeout(600_000);
  useSmallPictures();

  it('are shown until the first beat after their least time', () => {
    const paced = pacePhotos([other(107), photo(), photo(), photo(60), other(90)], BEATS, false);
    // The first begins in frame 107 and ends in 195, a beat; then a beat is 15 frames.
    expect(framesOf(paced)).to.deep.equal([null, 88, 75, 60, null]);
    expect(paced.map((each) => each?.place ?? null)).to.deep.equal([null, 'first', 'inner', 'last', null]);
    expect(new Set(paced.slice(1, 4).map((each) => each?.sequence)).size).to.equal(1);
    const crossed = pacePhotos([other(107), photo(), photo(), other(90), photo(), photo()], BEATS, true);
    expect(framesOf(crossed), 'transitions show half a second of both').to.deep.equal([null, 88, 75, null, 75, 75]);
  });

  it('stay as they are alone, without a beat, and beside what has no edges', () => {
    expect(framesOf(pacePhotos([photo(), other(90), photo()], BEATS, false))).to.deep.equal([null, null, null]);
    expect(framesOf(pacePhotos([photo(), photo()], [], false))).to.deep.equal([null, null]);
    expect(
      framesOf(pacePhotos([photo(), photo(120), photo(200, 200)], [0.4, 3], false)),
      'no beat is near',
    ).to.deep.equal([90, 120, 200]);
  });

  it('show names again when the people of the next photo are others, with the same sender', () => {
    const keys = (...photos: string[][]) =>
      overlaidKeys(
        { showsNames: true, showsCaptions: false } as EventRecord,
        photos.map((names, index) => ({
          ...{ id: `${index}`, kind: 'photo', sender: 'Ann', byline: names.join(' and '), cues: [] },
          people: names.map((name) => ({ person: name, name })),
          segment: { key: `photo-${index}`, frames: 90, hasName: false },
        })) as unknown as TimelineClip[],
        photos.map((_, index) => ({ key: `paced-${index}`, frames: 90, sequence: 0 })),
        null,
      );
    const once = keys(['Ann', 'Bob'], ['Ann', 'Bob']).length;
    expect(once).to.be.above(0);
    expect(keys(['Ann', 'Bob'], ['Ann'])).to.have.length(2 * once);
  });

  it('hear the beats of a song that repeats, from where the film begins in it', () => {
    const song = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const heard = beatsInFilm(song, { from: 2, to: 8, fade: 1 }, { start: 4.5, seconds: 12 });
    // 4.5 to 7, then the end of the loop over its beginning, then from its beginning again.
    expect(heard.slice(0, 10)).to.deep.equal([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]);
  });

  it('follow each other without fades, which only the ends of the sequence have', async () => {
    const folder = await tempFolder();
    const { files, ...source } = await lavfiSegment(folder, { key: 'photo', frames: 120, picture: 'color=c=gray' });
    const edges = join(folder, 'edges.mp4');
    await runTool('ffmpeg', ['-i', files.video1080, '-vf', edgesFilter(120), ...edgesVideoArgs(), edges], {
      timeLimit: 60_000,
    });
    const clips = [];
    for (const [index, place] of (['first', 'inner', 'last'] as const).entries()) {
      const paced = { frames: [88, 75, 130][index] ?? 0, place, sequence: 0 };
      const key = pacedKey(source.key, paced);
      const from = { frames: 120, video1080: files.video1080, edges };
      clips.push(clipOf(await makePacedPhoto(key, paced, from, join(folder, key)), 'Ann'));
    }
    expect(new Set(clips.map(({ key }) => key)).size).to.equal(3);
    const timeline = buildTimeline({
      event: { occasion: 'birthday', title: 'For Ruth', recipients: [{ firstName: 'Ruth' }] },
      ...{ clips, intro: null, outro: null, track: null },
    });
    const film = await joinFilm(timeline, null, join(folder, 'film'));
    for (const name of ['film1080', 'film720'] as const) {
      expect(await countFrames(film.files[name])).to.equal(88 + 75 + 130);
      const shown = await greyFramesOfWhole(film.files[name], [0, 40, 87, 88, 162, 163, 291]);
      const [first, inside, ...joins] = shown as [GreyPicture, GreyPicture, ...GreyPicture[]];
      const last = joins.pop() ?? [];
      const level = (picture: GreyPicture) => picture.reduce((sum, value) => sum + value, 0) / picture.length;
      for (const dark of [first, last]) expect(level(dark), name).to.be.below(40);
      for (const join of joins) expect(ssim(join, inside), name).to.be.above(0.97);
    }
  });
});
