import { hasQuietWords, type OccasionType } from '../../../shared/occasions.ts';
import type { CardPreview, ThemePreview } from '../../../shared/theme-preview.ts';
import { type PreviewWords, plateLines } from '../../themes/theme-previews.service.ts';
import { paperColours, paperSvg } from './paper.ts';

const INTRO = { left: 330, top: 290, width: 1260, height: 500 };
const OUTRO = { left: 180, top: 110, width: 1560, height: 860 };
const CUT = 36;

/** The paper of an occasion, which a film has without a theme. */
export function paperPreview(occasion: OccasionType, words: PreviewWords): ThemePreview {
  const { ink, soft } = paperColours(occasion);
  return {
    id: '',
    name: 'Paper & ribbon',
    about: 'The wrapping paper of the occasion, as on the gift.',
    note: null,
    isQuiet: hasQuietWords(occasion),
    isFitting: true,
    isOwn: false,
    opening: card(occasion, INTRO, 290, plateLines('opening', words, { ink, soft, place: INTRO, size: 210 })),
    closing: card(occasion, OUTRO, null, plateLines('closing', words, { ink, soft, place: OUTRO, size: 84 })),
  };
}

function card(
  occasion: OccasionType,
  { left, top, width, height }: typeof INTRO,
  ribbonAt: number | null,
  lines: CardPreview['lines'],
): CardPreview {
  const [right, bottom] = [left + width, top + height];
  const outline = `M${left + CUT} ${top}H${right - CUT}L${right} ${top + CUT}V${bottom}H${left}V${top + CUT}Z`;
  const tag = `<path fill="${paperColours(occasion).card}" d="${outline}"/></svg>`;
  const svg = paperSvg(occasion, ribbonAt)
    .toString()
    .replace(/<\/svg>$/, tag);
  return { url: `data:image/svg+xml,${encodeURIComponent(svg)}`, parts: [], lines };
}
