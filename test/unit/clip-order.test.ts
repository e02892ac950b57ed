import { expect } from 'chai';
import { type ClipSort, type Placed, sorted } from '../../islands/studio/clip-order.ts';
import { changeInWords } from '../../islands/studio/edit-words.ts';
import type { Media } from '../../src/shared/contracts/media.ts';

function clip(place: number, name: string, length: number): Placed {
  const made = { id: String(place), contributor: { name }, length, createdAt: `2026-01-0${place}` };
  return { place, clip: made as Media };
}

const CLIPS = [clip(1, 'Mia', 8), clip(2, 'Ada', 30), clip(3, 'Mia', 3)];

describe('the order of clips', () => {
  const orders: [ClipSort, number[]][] = [
    ['newest', [3, 2, 1]],
    ['oldest', [1, 2, 3]],
    ['name', [2, 1, 3]],
    ['people', [1, 3, 2]],
    ['story', [3, 1, 2]],
  ];
  for (const [by, places] of orders) {
    it(`is ${places.join(', ')} by “${by}”`, () => {
      expect(sorted(CLIPS, by).map(({ place }) => place)).to.deep.equal(places);
    });
  }
});

describe('a change of a clip in words', () => {
  it('names fields as people do, and whole acts', () => {
    expect(changeInWords('trim, look')).to.equal('changed its start and end and the colours');
    expect(changeInWords('revert')).to.equal('took all edits back');
    expect(changeInWords('somethingNew')).to.equal('changed it');
  });
});
