import { FRAME_RATE } from '../../platform/ffmpeg/segment-format.ts';
import type { Theme, Transition } from '../../shared/contracts/themes.ts';
import { hasQuietWords, type OccasionType } from '../../shared/occasions.ts';
import type { CardPreview, PreviewLine, PreviewPart, ThemePreview } from '../../shared/theme-preview.ts';
import type { DesignName } from './design/designs.ts';
import type { Artwork } from './design/draw-card.ts';
import { plain } from './design/plain-design.ts';
import { previewClosing, previewOpening } from './design/preview-lines.ts';
import { type Box, STAGE, svgOf, whole } from './design/scene.ts';
import { toFilmTheme } from './film-themes.service.ts';
import { OWN_THEMES, QUIET } from './own-themes.ts';
import { toThemeDto } from './theme.dto.ts';
import { type StoredTheme, ThemeModel } from './theme.model.ts';
import { artUrl, designAt } from './theme-addresses.ts';
import { transitionOf } from './theme-rules.ts';

/** Words of an event's cards. */
export interface PreviewWords {
  opening: { lead: string; names: string; foot: string };
  closing: { lead: string; names: string };
}

const EVERYBODY = 'The film starts with everybody on screen at once.';
const TOO_FEW = 'With two videos or photos, it starts with everybody on screen at once.';

const BETWEEN: Readonly<Record<Transition, string>> = {
  cut: 'Plain cuts between clips.',
  fade: 'Clips fade into each other.',
  slide: 'Clips slide in.',
  zoom: 'It zooms from clip to clip.',
};

/**
 * How a theme would look in an event's film.
 * @param collage whether the event has enough clips for one
 */
export function previewTheme(
  theme: Theme,
  occasion: OccasionType,
  words: PreviewWords,
  collage: { isPossible: boolean },
): ThemePreview {
  const { intro, outro, collages } = toFilmTheme(theme);
  const own = designAt(theme.introUrl);
  return {
    id: theme.id,
    name: theme.name,
    about: [
      own ? OWN_THEMES[own].about : 'In its own colours.',
      BETWEEN[transitionOf(theme)],
      ...(collages.length > 0 && collage.isPossible ? [EVERYBODY] : []),
    ].join(' '),
    note: collages.length > 0 && !collage.isPossible ? TOO_FEW : null,
    isQuiet: own ? QUIET.includes(own) : hasQuietWords(theme.occasions[0] ?? 'other'),
    isFitting: theme.occasions.includes(occasion),
    isOwn: theme.ownerId !== null,
    opening: cardPreview(own, intro, 'intro', previewOpening(intro, words.opening)),
    closing: cardPreview(designAt(theme.outroUrl), outro, 'outro', previewClosing(outro, words.closing)),
  };
}

/** How the theme of a film looks in it; null without one, and when it is gone for good. */
export async function previewFilmTheme(
  themeId: string | null,
  occasion: OccasionType,
  words: PreviewWords,
): Promise<ThemePreview | null> {
  const stored = themeId === null ? null : await ThemeModel.findById(themeId).lean<StoredTheme>();
  return stored && previewTheme(toThemeDto(stored), occasion, words, { isPossible: true });
}

/** The words of a card on a plate that is no theme's. */
export function plateLines(
  card: 'opening' | 'closing',
  words: PreviewWords,
  { ink, soft, place, size }: { ink: string; soft: string; place: Box; size: number },
): PreviewLine[] {
  const box = { left: place.left + 90, top: place.top + 40, width: place.width - 180, height: place.height - 80 };
  const side = () => ({ pieces: [], text: { box, align: 'centre' as const } });
  const art = { design: { ...plain, intro: side, outro: side }, look: { ...plain.look, ink, soft, size } };
  return card === 'opening' ? previewOpening(art, words.opening) : previewClosing(art, words.closing);
}

function cardPreview(
  name: DesignName | null,
  { design, look }: Artwork,
  card: 'intro' | 'outro',
  lines: PreviewLine[],
): CardPreview {
  const { pieces } = design[card](look, STAGE);
  if (name === null) {
    const svg = svgOf(whole(STAGE), plain.ground(look, STAGE) + pieces.map((piece) => piece.svg).join(''));
    return { url: `data:image/svg+xml,${encodeURIComponent(svg)}`, parts: [], lines };
  }
  const colours = `ground=${look.ground.slice(1)}&box=${look.box.slice(1)}`;
  const isOwn = look.ground === design.look.ground && look.box === design.look.box;
  const url = artUrl(name, card) + (isOwn ? '' : `?${colours}`);
  const part = (index: number) => `${url}${isOwn ? '?' : '&'}part=${index}`;
  const ground: PreviewPart = { url: part(0), x: 0, y: 0, ...STAGE, enters: null };
  const parts = pieces.map(({ box, enters }, index) => ({
    url: part(index + 1),
    x: box.left,
    y: box.top,
    width: box.width,
    height: box.height,
    enters: enters
      ? {
          at: enters.at / FRAME_RATE,
          takes: enters.takes / FRAME_RATE,
          dx: enters.dx ?? 0,
          dy: enters.dy ?? 0,
          fades: !enters.isSolid,
        }
      : null,
  }));
  return { url, parts: [ground, ...parts], lines };
}
