import { expect } from 'chai';
import { chapterMetadata, concatList } from '../../src/features/films/render/lists.ts';
import { firstCorrection, isRight, nextCorrection, readLoudness } from '../../src/features/films/render/loudness.ts';
import { buildTimeline, type FilmClip, type Segment } from '../../src/features/films/render/timeline.ts';
import { AppError } from '../../src/platform/errors.ts';

const FILES = { video1080: '/a.mp4', video720: '/b.mp4', audio: '/c.wav' };
const EVENT = { occasion: 'birthday', title: 'Ruth’s birthday', recipients: [{ firstName: 'Ruth' }] };

function segment(key: string, frames: number): Segment {
  return { key, frames, files: FILES };
}

function clip(name: string, frames: number, more: Partial<FilmClip> = {}): FilmClip {
  const plain = { mediaId: `m-${name}-${frames}`, kind: 'video' as const, caption: null, text: null };
  return { ...segment(`k-${name}`, frames), ...plain, contributor: { name }, ...more };
}

function build(clips: FilmClip[], cards: { intro?: Segment; outro?: Segment } = {}) {
  return buildTimeline({
    event: EVENT,
    clips,
    intro: cards.intro ?? null,
    outro: cards.outro ?? null,
    track: 'confetti-hour',
  });
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'nothing thrown';
}

describe('buildTimeline', () => {
  it('places intro, clips and outro one after the other in exact frames', () => {
    const timeline = build([clip('Ann', 31), clip('Bo', 44)], { intro: segment('i', 108), outro: segment('o', 120) });
    expect(timeline.items.map(({ role, startFrame, frames }) => [role, startFrame, frames])).to.deep.equal([
      ['intro', 0, 108],
      ['clip', 108, 31],
      ['clip', 139, 44],
      ['outro', 183, 120],
    ]);
    expect(timeline).to.include({ frames: 303, length: 10.1, track: 'confetti-hour' });
  });

  it('makes one chapter of consecutive clips of one person', () => {
    const chapters = build([
      clip('Ann', 30),
      clip('ann ', 30),
      clip('Bo', 30),
      clip('Bo', 30, { contributor: { name: 'Bo', key: 'another Bo' } }),
      clip('Ann', 30),
      clip('', 30, { contributor: { name: '', key: '' } }),
    ]).chapters;
    expect(chapters).to.deep.equal([
      { start: 0, title: 'Ann', mediaId: 'm-Ann-30' },
      { start: 2, title: 'Bo', mediaId: 'm-Bo-30' },
      { start: 3, title: 'Bo', mediaId: 'm-Bo-30' },
      { start: 4, title: 'Ann', mediaId: 'm-Ann-30' },
      { start: 5, title: 'A friend', mediaId: 'm--30' },
    ]);
  });

  it('writes names, cards and captions as escaped WebVTT', () => {
    const { captions } = build([
      clip('Ann', 30),
      clip('<i>Bo', 180, { kind: 'text', text: 'One\r\n\r\n00:00 --> 00:09\nTwo & <b>' }),
      clip('Cy', 300),
    ]);
    expect(captions).to.equal(
      [
        'WEBVTT',
        '1\n00:00:00.000 --> 00:00:01.000\nAnn',
        '2\n00:00:01.000 --> 00:00:07.000\n&lt;i&gt;Bo:\nOne\n00:00 --&gt; 00:09\nTwo &amp; &lt;b&gt;',
        '3\n00:00:07.000 --> 00:00:11.000\nCy\n',
      ].join('\n\n'),
    );
  });

  it('refuses a film without clips and one over the limit', () => {
    expect(codeOf(() => build([], { intro: segment('i', 108) }))).to.equal('WRONG_STATE');
    const hours = (count: number) => Array.from({ length: count }, () => clip('Ann', 30 * 3600));
    expect(codeOf(() => build(hours(3)))).to.equal('nothing thrown');
    expect(codeOf(() => build([...hours(3), clip('Bo', 1)]))).to.equal('LIMIT_REACHED');
  });
});

describe('ffmpeg’s input files', () => {
  it('list plain file names, and refuse quotes, spaces and folders', () => {
    expect(concatList([{ name: 'v1080-0001.mp4', frames: 31 }])).to.equal(
      'ffconcat version 1.0\nfile v1080-0001.mp4\nduration 1.033333\n',
    );
    for (const name of ["a'.mp4", '../a.mp4', 'a b.mp4', 'a\nfile b.mp4']) {
      expect(() => concatList([{ name, frames: 1 }])).to.throw('plain');
    }
  });

  it('mark opening, contributors and closing as chapters, with escaped titles', () => {
    const metadata = chapterMetadata(
      build([clip('A=\n[CHAPTER]', 31)], { intro: segment('i', 108), outro: segment('o', 9) }),
    );
    expect(metadata.match(/^\[CHAPTER\]$/gm)).to.have.length(3);
    expect(metadata).to.include('START=108\nEND=139\ntitle=A\\= [CHAPTER]\n');
  });
});

describe('the measured loudness', () => {
  it('is read from ffmpeg’s summary, silence included', () => {
    const log = (loudness: string, peak: string) =>
      `t: 1 I: -20.0 LUFS\nSummary:\n\n  Integrated loudness:\n    I:         ${loudness} LUFS\n\n  True peak:\n    Peak:        ${peak} dBFS`;
    expect(readLoudness(log('-19.4', '-2.5'))).to.deep.equal({ integrated: -19.4, truePeak: -2.5 });
    expect(readLoudness(log('-70.0', '-inf'))).to.deep.equal({ integrated: -70, truePeak: -Infinity });
    expect(() => readLoudness('Conversion failed!')).to.throw();
  });

  it('is corrected by a gain, and by a limiter only for high peaks', () => {
    expect(firstCorrection({ integrated: -20, truePeak: -9 })).to.deep.equal({ gain: 4, ceiling: null });
    expect(firstCorrection({ integrated: -20, truePeak: -4 }).ceiling).to.be.below(-1.5);
    expect(firstCorrection({ integrated: -70, truePeak: -Infinity })).to.deep.equal({ gain: 0, ceiling: null });
    expect(isRight({ integrated: -16.3, truePeak: -1.6 })).to.equal(true);
    expect(isRight({ integrated: -16.3, truePeak: -1.2 })).to.equal(false);
    const next = nextCorrection({ gain: 6, ceiling: -2.2 }, { integrated: -17, truePeak: -1 });
    expect(next.gain).to.be.closeTo(7, 1e-9);
    expect(next.ceiling).to.be.below(-2.6);
  });
});
