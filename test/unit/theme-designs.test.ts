import { expect } from 'chai';
import { DESIGNS } from '../../src/features/themes/design/designs.ts';
import { drawTextCard } from '../../src/features/themes/design/draw-card.ts';
import { plain } from '../../src/features/themes/design/plain-design.ts';
import type { Design, Piece } from '../../src/features/themes/design/scene.ts';
import { FRAMES } from '../../src/platform/ffmpeg/film-frames.ts';

describe('designs of themes', () => {
  const designs: Record<string, Design> = { ...DESIGNS, plain };
  const shapes = [FRAMES.wide, FRAMES.tall, FRAMES.square];

  for (const [name, design] of Object.entries(designs)) {
    it(`${name}: words and pieces are inside every shape of picture`, () => {
      for (const { name: shape, drawn } of shapes) {
        for (const card of ['intro', 'outro'] as const) {
          const { pieces, text } = design[card](design.look, drawn);
          const { left, top, width, height } = text.box;
          const about = `${shape} ${card}`;
          expect([left >= 0, top >= 0], about).to.deep.equal([true, true]);
          expect([left + width <= drawn.width, top + height <= drawn.height], about).to.deep.equal([true, true]);
          expect(width, about).to.be.at.least(0.55 * drawn.width * (shape === 'wide' ? 0.75 : 1));
          expect(height, about).to.be.at.least(0.28 * drawn.height);
          const isSeen = ({ box }: Piece) =>
            box.left < drawn.width && box.top < drawn.height && box.left + box.width > 0 && box.top + box.height > 0;
          expect(
            pieces.filter((piece) => !isSeen(piece)),
            about,
          ).to.deep.equal([]);
          for (const { box } of pieces) {
            expect(Object.values(box).every(Number.isInteger), `${about} ${JSON.stringify(box)}`).to.equal(true);
          }
        }
      }
    });

    it(`${name}: the lines of a text card arrive one after the other`, async () => {
      const { drawn } = FRAMES.wide;
      const words = { text: 'Happy birthday, dear Ruth!\nWe miss you at the lake.', name: 'Anna' };
      const { layers } = await drawTextCard({ design, look: design.look }, words, 90, drawn);
      const lines = layers.slice(design.outro(design.look, drawn).pieces.length);
      const starts = lines.map(({ enters }) => enters?.at ?? -1);
      expect(lines.length).to.be.at.least(3);
      expect(starts.every((at, index) => at > (starts[index - 1] ?? 0))).to.equal(true);
    });
  }
});
