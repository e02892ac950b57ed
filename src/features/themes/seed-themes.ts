import { createHash } from 'node:crypto';
import { keysOf } from '../../shared/known-values.ts';
import { DESIGNS, type DesignName } from './design/designs.ts';
import { OWN_THEMES } from './own-themes.ts';
import { ThemeModel } from './theme.model.ts';
import { artUrl, fontUrl } from './theme-addresses.ts';

/** Seconds of an opening and the least of a closing. */
const CARD_LENGTH = 4;

/** Stores the built-in themes and updates older versions. Themes changed by staff are left alone. */
export async function seedThemes(): Promise<void> {
  const wanted = keysOf(OWN_THEMES).map((id, position) => ({ id, ...seedOf(id, position) }));
  const known = await ThemeModel.find({ _id: { $in: wanted.map(({ id }) => id) } }, { seedMark: 1 }).lean();
  const marks = new Map(known.map(({ _id, seedMark }) => [_id, seedMark]));
  const writes = wanted
    .filter(({ id, mark }) => !marks.has(id) || (marks.get(id) !== null && marks.get(id) !== mark))
    .map(({ id, mark, fields }) => ({
      updateOne: {
        filter: { _id: id, seedMark: { $ne: null } },
        update: { $set: { ...fields, seedMark: mark } },
        upsert: !marks.has(id),
      },
    }));
  // Two processes that start together insert the same themes.
  if (writes.length > 0) await ThemeModel.bulkWrite(writes, { ordered: false }).catch(ignoreDuplicates);
}

/** The stored fields of a built-in theme, and a mark that changes with them. */
export function seedOf(id: DesignName, position: number) {
  const { look } = DESIGNS[id];
  const { name, transition, occasions, isCollage = false } = OWN_THEMES[id];
  const scene = (kind: string, length?: number) => ({
    id: kind,
    kind,
    cells: [],
    background: look.ground,
    transition,
    ...(length !== undefined && { length }),
  });
  const fields = {
    name,
    introUrl: artUrl(id, 'intro'),
    outroUrl: artUrl(id, 'outro'),
    fontUrl: fontUrl(look.face),
    fontColor: look.ink,
    fontSize: look.size,
    fontLineSpacing: look.spacing,
    textBoxColor: look.box,
    isCollage,
    isPublic: true,
    scenes: [scene('intro', CARD_LENGTH), scene('clip'), scene('outro', CARD_LENGTH)],
    occasions: [...occasions],
    position,
  };
  const mark = createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 16);
  return { fields, mark };
}

function ignoreDuplicates(error: { code?: unknown }): void {
  if (error.code !== 11_000) throw error;
}
