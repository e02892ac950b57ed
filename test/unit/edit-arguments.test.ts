import { expect } from 'chai';
import { recordedMoment } from '../../islands/studio/use-compared-sound.ts';
import { colourPixels, lookFilters } from '../../src/features/media/prepare/colour-look.ts';
import { straightened } from '../../src/features/media/prepare/geometry.ts';
import { plainEdit, segmentKey } from '../../src/features/media/prepare/segment-key.ts';
import { outsideCuts, soundTimingFilters, timingFilters, timingOf } from '../../src/features/media/prepare/timing.ts';
import { editedLength, editedMoment } from '../../src/shared/edited-length.ts';
import { LOOK_NAMES, lookMatrix } from '../../src/shared/looks.ts';
import { askedEdit, type MediaEdit } from '../../src/shared/media-edit.ts';

const SHA = 'a'.repeat(64);

describe('an edit', () => {
  it('keeps the keys of segments that earlier versions made', () => {
    expect(segmentKey(SHA, {}, 'Ruth', 7)).to.equal('74c8538ee15d39dac3aba952adc6f0e3cabf81fa');
    const earlier: MediaEdit = {
      ...{ trim: { start: 1, end: 2 }, crop: { x: 0.1, y: 0, width: 0.5, height: 1 } },
      ...{ rotate: 90, volume: 3, fill: 'crop' },
    };
    expect(segmentKey(SHA, earlier, '', 7)).to.equal('59cb81643357d20a7109390111e52709230669f9');
    const same = { cuts: [], straighten: 0, denoise: false, speed: 1 };
    expect(segmentKey(SHA, { ...earlier, ...same }, '', 7)).to.equal('59cb81643357d20a7109390111e52709230669f9');
  });

  it('gives another segment key for each field', () => {
    const edits: MediaEdit[] = [
      {},
      { cuts: [{ start: 1, end: 2 }] },
      { straighten: 2 },
      { flip: 'horizontal' },
      { flip: 'vertical' },
      { denoise: true },
      { speed: 1.5 },
      { look: 'golden' },
      { length: 6 },
    ];
    expect(new Set(edits.map((edit) => segmentKey(SHA, edit, ''))).size).to.equal(edits.length);
    expect(plainEdit({ muted: true, denoise: true })).to.deep.equal({ muted: true });
  });

  const refusals: [string, MediaEdit][] = [
    ['a cut outside the trim', { trim: { start: 1, end: 9 }, cuts: [{ start: 0.5, end: 2 }] }],
    ['a cut beyond the trim', { trim: { start: 1, end: 9 }, cuts: [{ start: 8, end: 9.5 }] }],
    ['a cut that ends before it starts', { cuts: [{ start: 3, end: 2 }] }],
    ['cuts out of order', { cuts: [4, 1].map((start) => ({ start, end: start + 1 })) }],
    ['overlapping cuts', { cuts: [1, 2].map((start) => ({ start, end: start + 1.5 })) }],
    ['cuts that leave less than a second', { trim: { start: 0, end: 4 }, cuts: [{ start: 0, end: 3.2 }] }],
    ['more than 15 degrees', { straighten: 16 }],
    ['more than double speed', { speed: 2.1 }],
    ['a photo of half an hour', { length: 1800 }],
  ];
  for (const [what, edit] of refusals) {
    it(`is refused with ${what}`, () => expect(askedEdit.safeParse(edit).success).to.equal(false));
  }

  it('is accepted with several cuts inside the trim', () => {
    const cuts = [2, 4].map((start) => ({ start, end: start + 1 }));
    expect(askedEdit.safeParse({ trim: { start: 1, end: 0 }, cuts, straighten: -15, speed: 0.5 }).success).to.equal(
      true,
    );
  });

  it('has the length of what is left at its speed', () => {
    expect(editedLength(20, {})).to.equal(20);
    const cuts = [{ start: 4, end: 6 }];
    expect(editedLength(20, { trim: { start: 2, end: 12 }, cuts, speed: 2 })).to.equal(4);
    expect(editedLength(20, { trim: { start: 2, end: 0 }, cuts: [{ start: 19, end: 30 }] })).to.equal(17);
    expect(editedLength(3, { cuts: [{ start: 0, end: 3 }] }), 'a cut of everything').to.equal(3);
  });
});

describe('a moment of a recording', () => {
  it('is found in the film behind trim, cuts and speed', () => {
    const edit = { trim: { start: 2, end: 12 }, cuts: [{ start: 4, end: 6 }], speed: 2 };
    expect([1, 3, 5, 8, 20].map((at) => editedMoment(20, edit, at))).to.deep.equal([0, 0.5, 1, 2, 4]);
  });

  it('is found from the film’s clip too', () => {
    const edit = { trim: { start: 2, end: 12 }, cuts: [{ start: 4, end: 6 }], speed: 2 };
    expect([0, 0.5, 2, 4, 9].map((at) => recordedMoment(20, edit, at))).to.deep.equal([2, 3, 8, 12, 12]);
  });
});

describe('timing filters', () => {
  it('are empty without cuts at normal speed', () => {
    const timing = timingOf({ start: 2, end: 9 }, {});
    expect(timing).to.deep.equal({ cuts: [], speed: 1, length: 7, isChanged: false });
    expect([timingFilters(timing), soundTimingFilters(timing)]).to.deep.equal([[], []]);
  });

  it('drop the same frames and samples, closing the gaps', () => {
    const timing = timingOf({ start: 2, end: 12 }, { cuts: [{ start: 3.01, end: 4.51 }] });
    expect(timing.cuts).to.deep.equal([{ start: 1, end: 2.5 }]);
    expect(timing.length).to.equal(8.5);
    const inCut = 'gte(t,0.98333)*lt(t,2.48333)';
    expect(timingFilters(timing)).to.deep.equal([
      `select='not(${inCut})'`,
      `setpts='PTS-(gte(T,0.98333)*(1.50000))/TB'`,
    ]);
    const sound = soundTimingFilters(timing);
    expect(sound[0]).to.equal('asetnsamples=n=1600:p=0');
    expect(sound).to.include(`aselect='not(${inCut})'`);
    expect(sound.at(-1)).to.equal('asetpts=N/SR/TB');
  });

  it('change the speed after the cuts, without changing the pitch', () => {
    const timing = timingOf({ start: 0, end: 10 }, { cuts: [{ start: 0, end: 4 }], speed: 1.5 });
    expect(timing.length).to.equal(4);
    expect(timingFilters(timing).slice(-2)).to.deep.equal(['setpts=PTS/1.5', 'fps=30:start_time=0']);
    expect(soundTimingFilters(timing).at(-1)).to.equal('atempo=1.5');
  });

  it('take a poster from a part that plays', () => {
    const timing = timingOf(
      { start: 0, end: 10 },
      {
        cuts: [
          { start: 0, end: 2 },
          { start: 2, end: 4 },
        ],
      },
    );
    expect(outsideCuts(timing, 1)).to.equal(4);
    expect(outsideCuts(timing, 5)).to.equal(5);
  });
});

describe('straightened', () => {
  it('leaves no empty corner and keeps the shape', () => {
    for (const [width, height, degrees] of [
      [1920, 1080, 15],
      [1080, 1920, -7],
      [1000, 1000, 3],
    ] as const) {
      const left = straightened({ width, height }, degrees);
      const angle = (Math.abs(degrees) * Math.PI) / 180;
      // The corner of what is left, turned back, lies within the picture.
      const across = (left.width * Math.cos(angle) + left.height * Math.sin(angle)) / 2;
      const up = (left.width * Math.sin(angle) + left.height * Math.cos(angle)) / 2;
      expect(across).to.be.at.most(width / 2 + 0.01);
      expect(up).to.be.at.most(height / 2 + 0.01);
      expect(left.width / left.height).to.be.closeTo(width / height, 0.01);
    }
  });
});

describe('a colour look', () => {
  it('adds no filter without a name', () => expect(lookFilters(undefined)).to.deep.equal([]));

  it('keeps mid-grey grey in silver, and makes it warmer by candlelight', () => {
    const [grey, warm] = (['silver', 'candlelight'] as const).map((name) => [
      ...colourPixels(Buffer.from([128, 128, 128]), name),
    ]);
    expect(grey).to.deep.equal([128, 128, 128]);
    expect(warm?.[0]).to.be.greaterThan((warm?.[2] ?? 0) + 20);
  });

  it('is the same for videos in YUV and for photos in RGB', () => {
    for (const name of LOOK_NAMES) {
      const filter = lookFilters(name)[0] ?? '';
      const numbers = [...filter.matchAll(/\)\*(-?[\d.]+)\+(-?[\d.]+)/g)].map((match) => match.slice(1).map(Number));
      const [luma, blue, red] = numbers as [[number, number], [number, number], [number, number]];
      const [r, g, b] = [0.6, 0.4, 0.3];
      const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
      const shown = y * luma[0] + luma[1] / 219;
      const cb = ((b - y) / 1.8556) * blue[0] + blue[1] / 224;
      const cr = ((r - y) / 1.5748) * red[0] + red[1] / 224;
      const expected = [shown + 1.5748 * cr, shown - 0.18733 * cb - 0.46813 * cr, shown + 1.8556 * cb];
      lookMatrix(name).forEach(([red, green, blue, added], channel) => {
        expect(red * r + green * g + blue * b + added, `${name} ${channel}`).to.be.closeTo(
          expected[channel] ?? 0,
          0.002,
        );
      });
    }
  });
});
