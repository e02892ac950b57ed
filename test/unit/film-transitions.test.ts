import { expect } from 'chai';
import { inPortions, packetFilters } from '../../src/features/films/render/cut-packets.ts';
import { filmArgs } from '../../src/features/films/render/join-pictures.ts';
import { buildTimeline, type FilmClip, type Segment, type Timeline } from '../../src/features/films/render/timeline.ts';
import {
  transitionArgs,
  transitionBetween,
  transitionFrames,
  transitionKey,
} from '../../src/features/films/render/transition.ts';
import { transitionSound } from '../../src/features/films/render/transition-sound.ts';
import { keyFrameArgs } from '../../src/platform/ffmpeg/segment-format.ts';

const FILES = { video1080: '/a.mp4', video720: '/b.mp4', audio: '/c.wav' };
const EVENT = { occasion: 'birthday', title: 'Ruth’s birthday', recipients: [{ firstName: 'Ruth' }] };
const SAMPLES = 15 * 1600;
const EDGES = { video: 'edges.mp4', audio: 'edges.wav' };

const segment = (key: string, frames: number): Segment => ({ key, frames, files: FILES });

function clip(name: string, frames: number): FilmClip {
  const plain = { mediaId: name, kind: 'video' as const, caption: null, text: null };
  return { ...segment(name, frames), ...plain, contributor: { name } };
}

function timelineWith(transitions: (Segment | null)[]) {
  const clips = [clip('Ann', 100), clip('Bo', 60), clip('Cy', 90)];
  return buildTimeline({ event: EVENT, clips, intro: null, outro: null, track: null, transitions });
}

/** Clips of 20 seconds, each with names and several captions of two seconds, and transitions between them. */
function captioned(count: number, blocks: number): Timeline {
  const said = (index: number) =>
    Array.from({ length: blocks + 1 }, (_, block) => ({
      from: 110 * block,
      segment: segment(`${index}-${block}`, 60),
    }));
  const clips = Array.from({ length: count }, (_, index) => ({ ...clip(`${index}`, 600), replaced: said(index) }));
  const transitions = clips.slice(1).map((_, index) => segment(`t${index}`, 15));
  return buildTimeline({ event: EVENT, clips, intro: null, outro: null, track: null, transitions });
}

function cutsOf({ items }: Timeline) {
  return items.map(({ segment: { frames }, leftOut }) => ({ frames, ...leftOut }));
}

function pcm(level: number): Buffer {
  const buffer = Buffer.alloc(SAMPLES * 4);
  for (let at = 0; at < buffer.length; at += 2) buffer.writeInt16LE(level, at);
  return buffer;
}

describe('transitionBetween', () => {
  it('returns the film’s style between two clips with edges, and soft where one has none', () => {
    const [whole, short] = [
      { key: 'a', edges: EDGES },
      { key: 'b', edges: null },
    ];
    expect(transitionBetween(whole, whole, 'slide')).to.equal('slide');
    expect(transitionBetween(whole, short, 'slide')).to.equal('soft');
    expect(transitionBetween(short, whole, 'fade')).to.equal('soft');
    expect(transitionBetween(whole, whole, 'soft')).to.equal('soft');
  });

  it('gives another key for another neighbour, order or kind', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((key) => ({ key, edges: EDGES })) as [never, never, never];
    const keys = [
      transitionKey('fade', a, b),
      transitionKey('fade', b, a),
      transitionKey('zoom', a, b),
      transitionKey('fade', a, c),
    ];
    expect(new Set(keys).size).to.equal(4);
    expect(transitionKey('fade', a, b))
      .to.equal(keys[0])
      .and.to.match(/^join-[0-9a-f]{35}$/);
  });
});

describe('buildTimeline with transitions', () => {
  it('shows half a second of both neighbours once, and counts chapters from where a clip appears', () => {
    const timeline = timelineWith([segment('t', 15), null]);
    expect(
      timeline.items.map(({ role, startFrame, frames, leftOut }) => [role, startFrame, frames, leftOut]),
    ).to.deep.equal([
      ['clip', 0, 85, { head: 0, tail: 15 }],
      ['transition', 85, 15, { head: 0, tail: 0 }],
      ['clip', 100, 45, { head: 15, tail: 0 }],
      ['clip', 145, 90, { head: 0, tail: 0 }],
    ]);
    expect(timeline.frames).to.equal(100 + 60 + 90 - 15);
    expect(timeline.chapters.map(({ start }) => start * 30)).to.deep.equal([0, 85, 145]);
    expect(timeline.captions).to.include('00:00:02.833 --> 00:00:04.833\nBo');
  });

  it('keeps every frame where clips are cut, and counts from the cut', () => {
    const timeline = timelineWith([segment('t', transitionFrames('cut')), null]);
    expect(timeline.frames).to.equal(100 + 60 + 90);
    expect(timeline.chapters.map(({ start }) => start * 30)).to.deep.equal([0, 100, 160]);
  });
});

describe('ffmpeg arguments of transitions', () => {
  it('put key frames at the cuts of a segment, and none inside its tail or in a short one', () => {
    expect(keyFrameArgs(100)).to.deep.equal(['-force_key_frames', 'expr:lt(n,85)*not(mod(n,30))+eq(n,15)+eq(n,85)']);
    expect(keyFrameArgs(44)).to.deep.equal([]);
  });

  it('drop what is left out by packet numbers and close the gaps', () => {
    const uncut = packetFilters([{ frames: 100, head: 0, tail: 0 }]);
    expect(uncut).to.equal('setts=pts=round((PTS-STARTPTS)/512)*512:dts=round((DTS-STARTPTS)/512)*512');
    const cut = packetFilters([
      { frames: 100, head: 0, tail: 15 },
      { frames: 15, head: 0, tail: 0 },
      { frames: 60, head: 15, tail: 0 },
    ]);
    expect(cut).to.equal(
      'setts=pts=round((PTS-STARTPTS)/512)*512:dts=N*512,' +
        `noise=drop='if(lt(n,115),if(lt(n,100),if(lt(n,85),0,1),0),if(lt(n,130),1,0))',` +
        'setts=pts=PTS-DTS+N*512:dts=(N-2)*512',
    );
  });

  it('nest their search below 20 levels for 500 segments', () => {
    const filters = packetFilters(Array.from({ length: 500 }, () => ({ frames: 300, head: 15, tail: 15 })));
    expect(filters.length, 'bytes of one argument').to.be.below(120_000);
    let [depth, deepest] = [0, 0];
    for (const letter of filters) {
      depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
      deepest = Math.max(deepest, depth);
    }
    expect(deepest).to.be.below(20);
  });

  it('stay below what Linux takes in one argument in long films with names and captions, in several runs if need be', () => {
    for (const [count, blocks, portions] of [
      [165, 3, 1],
      [500, 3, 2],
    ] as const) {
      const cuts = cutsOf(captioned(count, blocks));
      const joined = inPortions(cuts);
      expect(joined.length, `${count} clips with ${blocks} captions`).to.equal(portions);
      expect(joined.flat()).to.deep.equal(cuts);
      for (const each of joined) expect(packetFilters(each).length).to.be.below(131_072);
    }
  });

  it('leave the renditions of a film without transitions as they were', () => {
    const names = { sound: 'sound.m4a', chapters: 'c.txt', outputs: { video1080: 'a.mp4', video720: 'b.mp4' } };
    const argsOf = (transitions: Segment[]) => filmArgs(cutsOf(timelineWith(transitions)), names);
    expect(argsOf([]).join(' ')).not.to.include('noise');
    expect(argsOf([segment('t', 15)]).filter((each) => each.includes(',noise='))).to.have.length(2);
  });

  it('take the tail of one segment and the head of the next, for each kind', () => {
    const shown = (video: string) => ({ video, over: [] });
    const graphOf = (kind: 'cut' | 'fade' | 'slide' | 'zoom') => {
      const args = transitionArgs(kind, [shown('/a.mp4'), shown('/b.mp4')], FILES);
      return args[args.indexOf('-filter_complex') + 1] ?? '';
    };
    for (const [kind, filter] of [
      ['fade', 'xfade=transition=fade:duration=0.5:offset=0'],
      ['slide', 'xfade=transition=slideleft'],
      ['zoom', 'xfade=transition=zoomin'],
      ['cut', 'concat=n=2'],
    ] as const) {
      expect(graphOf(kind))
        .to.include(filter)
        .and.to.match(/^\[0:v\]trim=end_frame=15,.*\[1:v\]trim=end_frame=15,/);
    }
  });
});

describe('the sound of a transition', () => {
  it('crosses at equal power over exactly half a second', () => {
    const sound = transitionSound('fade', pcm(10_000), pcm(0));
    expect(sound.length).to.equal(SAMPLES * 4);
    const other = transitionSound('fade', pcm(0), pcm(10_000));
    for (const sample of [0, 6000, 12_000, 23_999]) {
      const [going, coming] = [sound.readInt16LE(sample * 4), other.readInt16LE(sample * 4)];
      expect(Math.hypot(going, coming), `${sample}`).to.be.closeTo(10_000, 2);
    }
    expect(sound.readInt16LE(0)).to.equal(10_000);
    expect(other.readInt16LE(0)).to.equal(0);
  });

  it('limits a sum above 16 bits instead of wrapping around', () => {
    const sound = transitionSound('fade', pcm(32_000), pcm(32_000));
    expect(sound.readInt16LE(12_000 * 4)).to.equal(32_767);
  });

  it('keeps both sounds whole at a cut, without a click between them', () => {
    const sound = transitionSound('cut', pcm(9000), pcm(-9000));
    expect(sound.length).to.equal(2 * SAMPLES * 4);
    const at = (sample: number) => sound.readInt16LE(sample * 4);
    expect([at(0), at(23_000), at(25_000), at(47_999)]).to.deep.equal([9000, 9000, -9000, -9000]);
    for (let sample = 23_700; sample < 24_300; sample += 1)
      expect(Math.abs(at(sample) - at(sample - 1))).to.be.below(80);
  });
});
