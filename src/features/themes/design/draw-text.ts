import { fitBalanced, fitLettering } from '../../../platform/draw/lettering.ts';
import { linesOf } from '../../../platform/draw/lettering-lines.ts';
import { downFrom, FACE_SCALE, GAP, type PlacedLine, placeLines, SMALL } from './draw-lines.ts';
import type { Box, Look, TextPlace } from './scene.ts';

/** Sizes of a text card's words, before `FACE_SCALE`. */
const TEXT_SIZE = { most: 116, least: 28 };
/** Parts of the place's width and height beside the words: they fill it more than credits do, which artwork is made for. */
const MARGIN = { across: 0.05, down: 0.08 };

/** A contributor's words, line by line, and their name below; each fits the place. */
export async function drawText(
  { text, name }: { text: string; name: string },
  look: Look,
  whole: TextPlace,
): Promise<PlacedLine[]> {
  const place = { ...whole, box: within(whole.box) };
  const { box, align } = place;
  const common = { align, face: look.smallFace, width: box.width };
  const signature = await fitLettering({
    ...{ ...common, text: name, colour: look.soft, height: Math.round(box.height * 0.14) },
    sizes: downFrom(SMALL.foot * FACE_SCALE[look.smallFace], 24),
  });
  const gap = name === '' ? 0 : Math.round(GAP * 1.2 * look.spacing);
  const words = await fitBalanced({
    ...{ ...common, text, colour: look.ink, height: Math.max(80, box.height - signature.height - gap) },
    sizes: downFrom(TEXT_SIZE.most * FACE_SCALE[look.smallFace], TEXT_SIZE.least),
  });
  const lines = await linesOf(words, gap);
  return placeLines(name === '' ? lines : [...lines, signature], 0, place);
}

function within({ left, top, width, height }: Box): Box {
  const [across, down] = [Math.round(width * MARGIN.across), Math.round(height * MARGIN.down)];
  return { left: left + across, top: top + down, width: width - 2 * across, height: height - 2 * down };
}
