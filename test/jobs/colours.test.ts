import { join } from 'node:path';
import { expect } from 'chai';
import { joinFilm } from '../../src/features/films/render/join.ts';
import { buildTimeline } from '../../src/features/films/render/timeline.ts';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import type { PreparedClip } from '../../src/features/media/prepare/prepared-clip.ts';
import { expectSegment } from '../helpers/expect-segment.ts';
import { clipOf } from '../helpers/lavfi-segments.ts';
import { type Frame, frameAt, framesAt } from '../helpers/media-reading.ts';
import { PATCHES, type PatchKind, patchClip, patchIn } from '../helpers/patch-clips.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const KINDS = {
  SDR: { transfer: 'bt709' },
  HLG: { transfer: 'arib-std-b67' },
  PQ: { transfer: 'smpte2084' },
  'HLG in full range': { transfer: 'arib-std-b67', isFull: true },
  'PQ in full range that names only its curve': { transfer: 'smpte2084', isFull: true, isBare: true },
} satisfies Record<string, PatchKind>;
type KindName = keyof typeof KINDS;
const HDR = (Object.keys(KINDS) as KindName[]).filter((name) => name !== 'SDR');

function expectColours(picture: Frame, what: string): void {
  const { grey, skin } = PATCHES;
  expect(Math.min(...patchIn(picture, 'white')), `${what}: white`).to.be.at.least(215);
  for (const [name, wanted] of Object.entries({ grey, skin })) {
    const found = patchIn(picture, name as 'grey' | 'skin');
    const off = found.map((value, i) => Math.abs(value - (wanted[i] ?? 0)));
    expect(Math.max(...off), `${what}: ${name} is ${found}`).to.be.at.most(6);
  }
}

describe('colours of a film', function () {
  this.timeout(600_000);
  useSmallPictures();
  const clips = new Map<KindName, PreparedClip>();
  /** The middle of each clip, as it is seen in the published film. */
  const published = new Map<KindName, Frame>();

  before(async () => {
    const folder = join(await tempFolder(), `it's "odd": [x], 50%; \\o`);
    for (const name of Object.keys(KINDS) as KindName[]) {
      const path = await patchClip(KINDS[name]);
      clips.set(name, await prepareClip({ kind: 'video', path, edit: {} }, join(folder, name)));
    }
    const event = { occasion: 'birthday', title: 'Ruth', recipients: [{ firstName: 'Ruth' }] };
    const parts = [...clips].map(([name, { frames, files }]) => clipOf({ key: name, frames, files }, name));
    const timeline = buildTimeline({ event, clips: parts, intro: null, outro: null, track: null });
    const film = await joinFilm(timeline, null, join(folder, 'film'));
    const middles = timeline.items.map(({ startFrame }) => (startFrame + 7) / 30);
    const pictures = await framesAt(film.files.film1080, ...middles);
    for (const [i, name] of [...clips.keys()].entries()) published.set(name, pictures[i] as Frame);
  });

  it('keeps white, grey and skin of an SDR clip', () => {
    const picture = published.get('SDR') as Frame;
    expect(Math.min(...patchIn(picture, 'white'))).to.be.at.least(252);
    expectColours(picture, 'SDR');
  });

  for (const name of HDR) {
    it(`shows ${name} as bright as the same picture in SDR`, async () => {
      await expectSegment(clips.get(name) as PreparedClip);
      expectColours(published.get(name) as Frame, name);
    });
  }

  it('shows the same colours in poster and quick preview', async () => {
    for (const name of HDR) {
      const { posterJpg, quickPreview } = (clips.get(name) as PreparedClip).files;
      expectColours(await frameAt(posterJpg), `poster of ${name}`);
      expectColours(await frameAt(quickPreview, 0.2), `preview of ${name}`);
    }
  });

  it('keeps the hue of highlights above white', () => {
    for (const name of HDR) {
      const [r, g, b] = patchIn(published.get(name) as Frame, 'lamp');
      expect(r, name).to.be.at.least(240);
      expect(g / r, `${name}: green to red`).to.be.closeTo(191 / 255, 0.03);
      expect(b / r, `${name}: blue to red`).to.be.closeTo(107 / 255, 0.03);
    }
  });
});
