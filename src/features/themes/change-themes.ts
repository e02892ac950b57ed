import { AppError } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/access.ts';
import { newUuid } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import type { Theme, ThemeBody, ThemeChange } from '../../shared/contracts/themes.ts';
import { THEME } from '../../shared/limits.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { followTransition } from '../events/event-themes.service.ts';
import { plain } from './design/plain-design.ts';
import { toThemeDto } from './theme.dto.ts';
import { type StoredTheme, ThemeModel } from './theme.model.ts';
import { faceAt, isArtUrl } from './theme-addresses.ts';
import { isOpen, mayChange, noSuchTheme, transitionOf } from './theme-rules.ts';

/** Room of all connections of users, which hear of public themes. */
export const THEMES_ROOM = 'themes';

/** A theme that its user may change. NOT_FOUND otherwise, as for one that does not exist. */
export async function ownTheme(id: string, user: ViewerUser): Promise<StoredTheme> {
  const theme = await ThemeModel.findById(id).lean<StoredTheme>();
  if (theme && mayChange(theme, user)) return theme;
  if (theme && isOpen(theme)) throw refusalOf(user, 'theme.edit');
  throw noSuchTheme();
}

/** NOT_ALLOWED to make a public one without being staff. LIMIT_REACHED at the maximum. */
export async function createTheme(body: ThemeBody, user: ViewerUser): Promise<Theme> {
  requirePublisher(body, user);
  requireOwnAddresses(body);
  const ownerId = body.isPublic ? null : user.id;
  if (ownerId) await requireRoom(ownerId);
  const { look } = plain;
  const created = await ThemeModel.create({
    fontColor: look.ink,
    fontSize: look.size,
    fontLineSpacing: look.spacing,
    textBoxColor: look.box,
    ...body,
    _id: newUuid(),
    ownerId,
  });
  return announced(created.toObject());
}

/**
 * A theme that is made public belongs to the site from then on, also when it is hidden later. NOT_ALLOWED to do so
 * without being staff; FIELDS_REFUSED for addresses of other sites.
 */
export async function updateTheme(theme: StoredTheme, change: ThemeChange, user: ViewerUser): Promise<Theme> {
  if (change.isPublic !== theme.isPublic) requirePublisher(change, user);
  requireOwnAddresses(change);
  return save(theme, { ...change, ...(change.isPublic && { ownerId: null }), seedMark: null });
}

export function deleteTheme(theme: StoredTheme): Promise<Theme> {
  return theme.deletedAt ? Promise.resolve(toThemeDto(theme)) : save(theme, { deletedAt: new Date() });
}

/** LIMIT_REACHED if its owner has made others in its place. */
export async function restoreTheme(theme: StoredTheme): Promise<Theme> {
  if (!theme.deletedAt) return toThemeDto(theme);
  if (theme.ownerId) await requireRoom(theme.ownerId);
  return save(theme, { deletedAt: null });
}

async function requireRoom(ownerId: string | NonNullable<StoredTheme['ownerId']>): Promise<void> {
  if ((await ThemeModel.countDocuments({ ownerId, deletedAt: null })) < THEME.own) return;
  throw new AppError('LIMIT_REACHED', { message: `You can have up to ${THEME.own} themes. Delete one first.` });
}

async function save(theme: StoredTheme, change: object): Promise<Theme> {
  const stored = await ThemeModel.findByIdAndUpdate(
    theme._id,
    { $set: change },
    { returnDocument: 'after' },
  ).lean<StoredTheme>();
  if (!stored) throw noSuchTheme();
  await followTransition(theme._id, transitionOf(stored));
  return announced(stored, theme);
}

/** Tells those who may see a theme, before or after a change. */
function announced(stored: StoredTheme, before = stored): Theme {
  const theme = toThemeDto(stored);
  const { sockets } = platform();
  if (stored.isPublic || before.isPublic) {
    const shown = stored.isPublic ? theme : { id: theme.id, isPublic: false };
    sockets.emitToRoom(THEMES_ROOM, 'theme:updated', shown, ['/users', '/staff']);
  } else if (theme.ownerId) sockets.emitToUser(theme.ownerId, 'theme:updated', theme);
  return theme;
}

function requirePublisher({ isPublic }: ThemeChange, user: ViewerUser): void {
  if (isPublic && !may(siteRoles(user), 'theme.edit')) throw refusalOf(user, 'theme.edit');
}

/** Nothing is fetched for a theme: artwork and fonts are those of this site. */
function requireOwnAddresses({ introUrl, outroUrl, fontUrl }: ThemeChange): void {
  const fields: Record<string, string> = {};
  const art = 'Take the artwork of another theme, or none.';
  if (introUrl && !isArtUrl(introUrl)) fields.introUrl = art;
  if (outroUrl && !isArtUrl(outroUrl)) fields.outroUrl = art;
  if (fontUrl && !faceAt(fontUrl)) fields.fontUrl = 'Take the font of another theme, or none.';
  if (Object.keys(fields).length > 0) {
    throw new AppError('FIELDS_REFUSED', { message: 'Some addresses are not from this site.', fields });
  }
}
