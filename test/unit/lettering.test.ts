import { expect } from 'chai';
import sharp from 'sharp';
import { type DrawnLettering, drawLettering, fitLettering, type Words } from '../../src/platform/draw/lettering.ts';

const INK = { colour: '#000000' };

/** Rows that hold ink, in runs: as many as there are lines. */
async function linesOf({ png }: DrawnLettering): Promise<number> {
  const { data, info } = await sharp(png).extractChannel('alpha').raw().toBuffer({ resolveWithObject: true });
  const hasInk = (row: number) => data.subarray(row * info.width, (row + 1) * info.width).some((alpha) => alpha > 40);
  return Array.from({ length: info.height }, (_, row) => row).filter(
    (row) => hasInk(row) && !(row > 0 && hasInk(row - 1)),
  ).length;
}

function drawn(text: Words, sizes = [90, 60, 40]): Promise<DrawnLettering> {
  return fitLettering({ ...INK, text, width: 600, height: 400, sizes });
}

describe('lettering', () => {
  it('draws a hyphenated or two-part name smaller to keep one line', async () => {
    const wide = await drawLettering({ ...INK, text: 'Anna-Sophie Beck', size: 90 });
    expect(wide.width, 'too wide for the first size').to.be.greaterThan(600);
    expect(await linesOf(await drawn([{ unbroken: 'Anna-Sophie Beck' }]))).to.equal(1);
    const many = Array.from({ length: 40 }, () => [{ unbroken: 'Anna-Sophie' }, ', ']).flat();
    expect((await drawn(many)).height, 'one on a line, though that is too high').to.be.greaterThan(400);
    expect(await linesOf(await drawn('Ann Bell Cox May Ash Poe'))).to.equal(2);
  });

  it('draws a long word smaller, and breaks one that fits no size', async () => {
    expect(await linesOf(await drawn('MMMMMMMM'))).to.equal(1);
    expect(await linesOf(await drawn('M'.repeat(60)))).to.be.greaterThan(1);
    const name = await drawn([{ unbroken: 'M'.repeat(30) }]);
    expect(name.width).to.be.at.most(600);
  });

  it('draws lining figures', async () => {
    const capital = await drawLettering({ ...INK, text: 'H', size: 100 });
    for (const figure of '0123456789') {
      const { height } = await drawLettering({ ...INK, text: figure, size: 100 });
      expect(height, figure).to.be.within(capital.height - 4, capital.height + 10);
    }
  });

  it('draws 500 lines, and one word of 500 wide letters', async () => {
    for (const text of ['a\n'.repeat(500), 'W'.repeat(500)]) {
      const picture = await drawn(text, [112, 28]);
      expect(picture.width).to.be.at.most(600);
    }
  });
});
