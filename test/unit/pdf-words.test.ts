import { expect } from 'chai';
import { openPdf } from '../../src/platform/draw/pdf.ts';
import { drawWords, needsPicture } from '../../src/platform/draw/pdf-words.ts';

describe('words of any script in a PDF', () => {
  it('needs a picture for Arabic, Chinese and emoji, and none for Latin, Greek, Cyrillic, accents and signs', () => {
    for (const text of ['مريم', '山田太郎', 'Mia 🎂', 'Ruth and ไทย']) expect(needsPicture(text), text).to.equal(true);
    for (const text of ['Großmutter Änne', 'Δήμητρα', 'Женя №5', 'e\u0301, “1–2”  …', '']) {
      expect(needsPicture(text), text).to.equal(false);
    }
  });

  it('draws them inside of their place, also where they are far too long', async () => {
    for (const align of ['left', 'centre'] as const) {
      const { page } = await openPdf({ margin: 0 });
      const drawn: { x: number; y: number; width: number; height: number }[] = [];
      Object.assign(page, {
        image(_png: Buffer, x: number, y: number, size: { width: number; height: number }) {
          drawn.push({ x, y, ...size });
        },
      });
      const place = { x: 50, y: 60, width: 200, height: 40 };
      await drawWords(page, '山田太郎 '.repeat(40), place, { size: 30, colour: '#000', align });
      const [box] = drawn;
      if (!box) throw new Error('Nothing was drawn');
      expect(box.x).to.be.at.least(50);
      expect(box.y).to.be.at.least(60);
      expect(box.x + box.width).to.be.at.most(250.5);
      expect(box.y + box.height).to.be.at.most(100.5);
    }
  });
});
