import { createHash } from 'node:crypto';
import { FRAME_RATE } from '../../platform/ffmpeg/segment-format.ts';
import { DESIGNS } from './design/designs.ts';
import type { Artwork } from './design/draw-card.ts';
import { plain } from './design/plain-design.ts';
import type { Design, Look } from './design/scene.ts';
import { type StoredTheme, ThemeModel } from './theme.model.ts';
import { designAt, faceAt } from './theme-addresses.ts';
import type { FilmTheme } from './themed-cards.service.ts';
import type { CollageScene } from './themed-collages.service.ts';

/** Seconds of a collage. */
const COLLAGE_LENGTH = 5;
/** Raise it when cards in the same theme would look different. */
const DRAWING_VERSION = 1;

type Drawn = Pick<
  StoredTheme,
  'introUrl' | 'outroUrl' | 'fontUrl' | 'fontColor' | 'fontSize' | 'fontLineSpacing' | 'textBoxColor'
> & { isCollage: boolean; scenes: readonly DrawnScene[] };

interface DrawnScene {
  kind: string;
  background: string;
  transition: string;
  cells: readonly { x?: number | null; y?: number | null; width?: number | null; height?: number | null }[];
  length?: number | null;
}

/**
 * How a film in this theme looks. Null without a theme, and when it is gone for good; a deleted one stays in the films
 * that chose it.
 */
export async function filmTheme(themeId: string | null): Promise<FilmTheme | null> {
  if (themeId === null) return null;
  const stored = await ThemeModel.findById(themeId).lean<StoredTheme>();
  return stored && toFilmTheme(stored);
}

export function toFilmTheme(theme: Drawn): FilmTheme {
  const intro = artworkOf(theme, 'intro');
  const outro = artworkOf(theme, 'outro');
  const designs = [designAt(theme.introUrl), designAt(theme.outroUrl)];
  const facts = JSON.stringify([DRAWING_VERSION, designs, intro.look, outro.look]);
  return {
    mark: createHash('sha256').update(facts).digest('base64url').slice(0, 22),
    intro,
    outro,
    collages: collagesOf(theme, intro),
  };
}

/** The collages that a theme describes; one with a grid of its own where it only says that it has one. */
function collagesOf({ scenes, isCollage }: Drawn, { design, look }: Artwork): CollageScene[] {
  const described = scenes.filter(({ kind }) => kind === 'collage');
  if (described.length === 0) {
    return isCollage ? [{ cells: null, frames: COLLAGE_LENGTH * FRAME_RATE, artwork: { design, look } }] : [];
  }
  return described.map(({ cells, background, length }) => ({
    cells:
      cells.length < 2
        ? null
        : cells.map(({ x, y, width, height }) => ({ x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 })),
    frames: Math.round((length ?? COLLAGE_LENGTH) * FRAME_RATE),
    artwork: { design, look: { ...look, ground: background } },
  }));
}

function artworkOf(theme: Drawn, card: 'intro' | 'outro'): Artwork {
  const name = designAt(card === 'intro' ? theme.introUrl : theme.outroUrl);
  const design: Design = name ? DESIGNS[name] : plain;
  return { design, look: lookOf(theme, design, card) };
}

/** A theme's own type and colours; small lines follow the name where that is not the design's own. */
function lookOf(theme: Drawn, { look }: Design, card: 'intro' | 'outro'): Look {
  const face = faceAt(theme.fontUrl) ?? look.face;
  const ink = theme.fontColor;
  return {
    face,
    smallFace: face === look.face ? look.smallFace : face,
    size: theme.fontSize,
    spacing: theme.fontLineSpacing,
    ink,
    soft: ink === look.ink ? look.soft : ink,
    box: theme.textBoxColor,
    ground: theme.scenes.find(({ kind }) => kind === card)?.background ?? look.ground,
  };
}
