import { expect } from 'chai';
import { countWords, readingTime } from '../../src/shared/reading-time.ts';

describe('readingTime', () => {
  it('is 4 s for a few words, grows by the word, and ends at 30 s', () => {
    expect(readingTime('Happy birthday')).to.equal(4);
    expect(readingTime('one two '.repeat(10))).to.be.closeTo(2.5 + 20 / 3.3, 1e-9);
    expect(readingTime('on '.repeat(160))).to.equal(30);
    expect(readingTime('🎉🎉🎉 … !')).to.equal(4);
  });

  it('counts words in scripts without spaces', () => {
    expect(countWords('It’s a well-kept secret.')).to.equal(5);
    expect(countWords('祝你生日快乐，永远健康幸福')).to.be.within(5, 9);
    expect(countWords('สุขสันต์วันเกิดนะครับ')).to.be.within(3, 8);
    expect(countWords('誕生日おめでとうございます')).to.be.within(2, 8);
  });
});
