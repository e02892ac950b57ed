import * as z from 'zod';
import { contract } from '../contract.ts';
import { THEME } from '../limits.ts';
import { OCCASION_TYPES } from '../occasions.ts';
import { line, listMeta } from './common.ts';

export const SCENE_KINDS = ['intro', 'clip', 'collage', 'text', 'outro'] as const;
export const TRANSITIONS = ['cut', 'fade', 'slide', 'zoom'] as const;
export type Transition = (typeof TRANSITIONS)[number];

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'A colour such as #3a1a30.')
  .toLowerCase();
const hex = z.string().regex(/^[0-9a-f]{6}$/, 'A colour such as 3a1a30.');
const share = z.number('A number is missing, or isn’t one.').min(0, 'Between 0 and 1.').max(1, 'Between 0 and 1.');
/** An address of this site: other hosts are never fetched. */
const ownAddress = z
  .string()
  .max(200)
  .regex(/^\/(?!\/)[\w./-]+$/, 'An address of this site, as other themes have it.');

const scene = z.object({
  id: line(40).min(1, 'A scene needs an id.'),
  kind: z.enum(SCENE_KINDS),
  /** Places of clips in the picture, in parts of its size. */
  cells: z.array(z.object({ x: share, y: share, width: share, height: share })).max(9),
  background: colour,
  transition: z.enum(TRANSITIONS),
  /** Seconds. */
  length: z.number().min(1).max(30).optional(),
});
export type Scene = z.infer<typeof scene>;

const fields = {
  name: z.string(),
  /** Artwork of the opening card; null for a plain one. */
  introUrl: z.string().nullable(),
  outroUrl: z.string().nullable(),
  fontUrl: z.string().nullable(),
  fontColor: z.string(),
  /** Largest size of the name, in pixels of a picture 1080 high. */
  fontSize: z.number(),
  /** Multiplies the space between lines. */
  fontLineSpacing: z.number(),
  /** What the text stands on. */
  textBoxColor: z.string(),
  isCollage: z.boolean(),
  /** Offered to everybody; others only to their owner. */
  isPublic: z.boolean(),
  scenes: z.array(scene),
  occasions: z.array(z.enum(OCCASION_TYPES)),
};

const theme = z.object({
  id: z.string(),
  ...fields,
  /** Null for themes of the site. */
  ownerId: z.string().nullable(),
  previewUrl: z.string().nullable(),
  deletedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Theme = z.infer<typeof theme>;

export const themeBody = z.object({
  name: line(THEME.nameMax).min(1, 'What is the theme called?'),
  introUrl: ownAddress.nullable().optional(),
  outroUrl: ownAddress.nullable().optional(),
  fontUrl: ownAddress.nullable().optional(),
  fontColor: colour.optional(),
  fontSize: z
    .number()
    .min(THEME.size.min, 'Too small to read.')
    .max(THEME.size.max, 'Too large for a film.')
    .optional(),
  fontLineSpacing: z.number().min(0.5, 'At least 0.5.').max(2, 'At most 2.').optional(),
  textBoxColor: colour.optional(),
  isCollage: z.boolean().optional(),
  isPublic: z.boolean().optional(),
  scenes: z.array(scene).max(THEME.scenesMax).optional(),
  occasions: z.array(z.enum(OCCASION_TYPES)).max(OCCASION_TYPES.length).optional(),
});
export type ThemeBody = z.infer<typeof themeBody>;
const themeChange = themeBody.partial();
export type ThemeChange = z.infer<typeof themeChange>;

const byId = z.object({ id: z.string().regex(/^[a-z0-9-]{2,40}$/, 'This is not a theme.') });

export const listThemes = contract({
  method: 'GET',
  path: '/api/v2/themes',
  summary: 'The public themes and your own. `occasion` leaves those that suit it.',
  access: 'anyone',
  query: z.object({ occasion: z.enum(OCCASION_TYPES).optional() }),
  response: z.array(theme),
  beside: listMeta,
});

export const getTheme = contract({
  method: 'GET',
  path: '/api/v2/themes/:id',
  summary: 'A public theme, or one of your own.',
  access: 'anyone',
  params: byId,
  response: theme,
});

export const createTheme = contract({
  method: 'POST',
  path: '/api/v2/themes',
  summary: 'Make a theme of your own; as staff also public ones. A film in a theme of your own is a Premium film.',
  access: 'signed-in',
  body: themeBody,
  response: theme,
  status: 201,
  limit: 'write',
});

export const updateTheme = contract({
  method: 'PUT',
  path: '/api/v2/themes/:id',
  summary: 'Change a theme of your own; as staff any theme.',
  access: 'signed-in',
  params: byId,
  body: themeChange,
  response: theme,
  limit: 'write',
  roundTrip: true,
});

export const deleteTheme = contract({
  method: 'DELETE',
  path: '/api/v2/themes/:id',
  summary: 'Delete a theme of your own, as staff any theme. Films that have it keep it, and it can be restored.',
  access: 'signed-in',
  params: byId,
  response: theme,
  limit: 'write',
});

export const restoreTheme = contract({
  method: 'POST',
  path: '/api/v2/themes/:id/restore',
  summary: 'Restore a deleted theme.',
  access: 'signed-in',
  params: byId,
  response: theme,
  limit: 'write',
  repeatable: true,
});

export const getThemeArt = contract({
  method: 'GET',
  path: '/api/v2/theme-art/:design/:card',
  summary: 'The artwork behind a card’s words, or a part of it, as SVG instead of JSON.',
  access: 'anyone',
  params: z.object({
    design: z.string().regex(/^[a-z-]{2,40}$/, 'This is not a design.'),
    card: z.enum(['intro', 'outro']),
  }),
  query: z.object({
    /** 0 for the ground, then its pieces from the lowest; all without it. */
    part: z.coerce.number().int().min(0).max(40).optional(),
    ground: hex.optional(),
    box: hex.optional(),
  }),
  response: z.string(),
});
