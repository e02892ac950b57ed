import { expect } from 'chai';
import { found, placed } from '../../islands/studio/clip-order.ts';
import { buildTimeline } from '../../src/features/films/render/timeline.ts';
import { type Cue, editedCues, tidyCues } from '../../src/shared/captions.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import { readCues } from '../../src/shared/cue-file.ts';

const HELLO: Cue = { start: 1, end: 4, text: 'Hello' };

describe('readCues()', () => {
  const cases: [title: string, pasted: string][] = [
    ['SRT', '1\n00:00:01,000 --> 00:00:04,000\nHello\n'],
    [
      'WebVTT with a header, notes, names and settings',
      'WEBVTT - talk\nKind: captions\n\nNOTE from me\n\nfirst\n00:01.000 --> 00:04.000 align:start line:0\nHello\n\nNOTE\nto you\n',
    ],
    ['a byte order mark and Windows line ends', '\uFEFF1\r\n00:00:01,000 --> 00:00:04,000\r\nHello\r\n\r\n'],
    ['old Mac line ends', '1\r00:00:01,000 --> 00:00:04,000\rHello\r'],
    ['no numbers, points instead of commas, and short fractions', '0:01.0 --> 0:04\nHello'],
    ['an empty line before the words', '1\n00:00:01,000 -> 00:00:04,000\n\nHello'],
    [
      'tags, karaoke times, positions and entities',
      '00:01.000 --> 00:04.000\n{\\an8}<v Ann><c.loud>He<00:00:02.000>llo</c></v><script src=x>&lrm;',
    ],
  ];
  for (const [title, pasted] of cases) {
    it(`reads ${title}`, () => {
      expect(readCues(pasted, 10).map((cue) => ({ ...cue, text: cue.text.replace('\u200e', '') }))).to.deep.equal([
        HELLO,
      ]);
    });
  }

  it('keeps lines, numbers in the words, emoji and right-to-left text', () => {
    const read = readCues('1\n00:01,0 --> 00:02,0\n3\nI <3 you &amp; 👩‍👩‍👧\n2\n00:02,0 --> 00:03,0\nשלום 🎂\n');
    expect(read.map(({ text }) => text)).to.deep.equal(['3\nI <3 you & 👩‍👩‍👧', 'שלום 🎂']);
  });

  it('ends a caption where the next begins, joins those at one time, and drops what is after the clip', () => {
    const read = readCues(
      '00:03 --> 00:09\nTwo\n\n00:00 --> 00:05\nOne\n\n00:03 --> 00:04\nand more\n\n00:09 --> 00:40\nLast\n\n00:20 --> 00:21\nGone\n',
      12,
    );
    expect(read).to.deep.equal([
      { start: 0, end: 3, text: 'One' },
      { start: 3, end: 9, text: 'and more\nTwo' },
      { start: 9, end: 12, text: 'Last' },
    ]);
  });

  it('finds nothing in other text, and reads a megabyte of it at once', () => {
    for (const text of [
      '',
      'Dear Ann,\nhappy birthday',
      '<html>-->',
      `${'-->'.repeat(200_000)}`,
      '1\n'.repeat(300_000),
    ]) {
      expect(readCues(text)).to.deep.equal([]);
    }
  });
});

describe('editedCues()', () => {
  const cues: Cue[] = [HELLO, { start: 5, end: 7, text: 'You' }, { start: 8, end: 9, text: 'Bye' }];
  const times = (edit: Parameters<typeof editedCues>[2], whole = 10) =>
    editedCues(cues, whole, edit).map(({ start, end }) => [start, end]);

  it('follows trim, cuts and speed', () => {
    expect(times({})).to.deep.equal([
      [1, 4],
      [5, 7],
      [8, 9],
    ]);
    expect(times({ trim: { start: 2, end: 8.5 } })).to.deep.equal([
      [0, 2],
      [3, 5],
      [6, 6.5],
    ]);
    expect(times({ cuts: [{ start: 3, end: 6 }] })).to.deep.equal([
      [1, 3],
      [3, 4],
      [5, 6],
    ]);
    expect(times({ cuts: [{ start: 5, end: 7 }], speed: 2 })).to.deep.equal([
      [0.5, 2],
      [3, 3.5],
    ]);
    expect(times({ trim: { start: 3.95, end: 0 } })).to.deep.equal([
      [1.05, 3.05],
      [4.05, 5.05],
    ]);
  });

  it('follows a trim of a clip whose length is unknown', () => {
    expect(times({ trim: { start: 2, end: 0 } }, Number.POSITIVE_INFINITY)).to.deep.equal([
      [0, 2],
      [3, 5],
      [6, 7],
    ]);
  });
});

describe('tidyCues()', () => {
  it('leaves out empty captions and markup, and keeps at most 300', () => {
    expect(
      tidyCues([
        { start: 0, end: 1, text: ' <b></b> ' },
        { start: 1, end: 2, text: '<i>Hi<<b>script>' },
      ]),
    ).to.deep.equal([{ start: 1, end: 2, text: 'Hi' }]);
    const many = Array.from({ length: 400 }, (_, start) => ({ start, end: start + 1, text: 'x' }));
    expect(tidyCues(many)).to.have.length(300);
  });
});

describe('captions in a film', () => {
  const clip = (name: string, cues: Cue[]) => ({
    ...{ mediaId: name, key: name, kind: 'video' as const, frames: 300, caption: null, text: null, cues },
    files: { video1080: '', video720: '', audio: '' },
    contributor: { name },
  });

  it('are in the order of the film, each at its clip, escaped', () => {
    const event = { occasion: 'birthday', title: 'Ruth', recipients: [] };
    const clips = [
      clip('Ann', [{ start: 2, end: 30, text: 'Tom & <Ann>\n\n-->' }]),
      clip('Bo', [{ start: 0, end: 1, text: 'שלום' }]),
    ];
    const { captions } = buildTimeline({ event, clips, intro: null, outro: null, track: null });
    expect(captions).to.equal(
      [
        'WEBVTT',
        '1\n00:00:00.000 --> 00:00:04.000\nAnn',
        '2\n00:00:02.000 --> 00:00:10.000\nTom &amp; &lt;Ann&gt;\n--&gt;',
        '3\n00:00:10.000 --> 00:00:14.000\nBo',
        '4\n00:00:10.000 --> 00:00:11.000\nשלום\n',
      ].join('\n\n'),
    );
  });
});

describe('captions of a clip with names over its first frames', () => {
  it('last as long as the clip', () => {
    const files = { video1080: '', video720: '', audio: '' };
    const named = { key: 'named', frames: 90, files };
    const clip = {
      ...{ mediaId: 'a', key: 'a', kind: 'video' as const, frames: 300, caption: null, text: null, files, named },
      ...{ contributor: { name: 'Ann' }, cues: [{ start: 5, end: 6, text: 'Hi' }] },
    };
    const event = { occasion: 'birthday', title: 'Ruth', recipients: [] };
    const film = (more: object) =>
      buildTimeline({ event, clips: [{ ...clip, ...more }], intro: null, outro: null, track: null }).captions;
    expect(film({})).to.include('00:00:05.000 --> 00:00:06.000\nHi');
    expect(film({ cues: [], caption: 'At the lake' })).to.include('00:00:00.000 --> 00:00:10.000\nAnn:\nAt the lake');
  });
});

describe('the search of the studio', () => {
  it('finds a clip by what is said in it', () => {
    const clip = (name: string, text: string) =>
      ({
        contributor: { name },
        text: null,
        captions: [
          { start: 0, end: 1, text },
          { start: 1, end: 2, text: 'to you' },
        ],
      }) as Partial<Media> as Media;
    const clips = placed([clip('Ann', 'Happy\nbirthday'), clip('Bo', 'Cheers')]);
    expect(found(clips, 'BIRTHDAY to').map(({ place }) => place)).to.deep.equal([1]);
  });
});
