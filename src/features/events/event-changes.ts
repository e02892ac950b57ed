import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import type { ClipTransition } from '../../shared/clip-transitions.ts';
import { type UpdateEventBody, updateEventBody } from '../../shared/contracts/events.ts';
import { promptsAfter } from '../../shared/occasion-words.ts';
import { may, type Role } from '../../shared/permissions.ts';
import { contactOf, soonest } from './delivery-state.ts';
import { toEventDto } from './event.dto.ts';
import type { SeenEvent } from './events.access.ts';
import { eventMusic, eventThemes } from './events.parts.ts';
import type { EventRecord } from './find-events.service.ts';
import { requireConfirmedSender } from './mails-to-others.service.ts';

const FIELDS = updateEventBody.keyof().options;

/** The requested changes: fields equal to what this role sees are left out. */
export function askedChanges(event: EventRecord, role: Role, body: UpdateEventBody): UpdateEventBody {
  const { packages } = platform().config.facts;
  const shown = toEventDto(event, role, { summary: undefined, media: undefined, film: undefined, packages });
  const asked = { ...body };
  for (const name of FIELDS) if (isSame(body[name], shown[name])) delete asked[name];
  const { start, volume } = event.music;
  if (isSame({ volume, ...body.music }, { start, volume })) delete asked.music;
  return asked;
}

/** NOT_ALLOWED for fields of another role. */
export function requireAllowed(
  body: UpdateEventBody,
  asked: UpdateEventBody,
  { roles }: Pick<SeenEvent, 'roles'>,
): void {
  const { thankYou, ...others } = asked;
  if (!may(roles, 'event.edit') && (body.thankYou === undefined || Object.keys(others).length > 0)) {
    throw new AppError('NOT_ALLOWED', { message: 'With this link you can only leave your thanks.' });
  }
  if (thankYou !== undefined && !may(roles, 'event.thank')) {
    throw new AppError('NOT_ALLOWED', { message: 'Only the recipient can leave thanks, with the link to their gift.' });
  }
}

/**
 * Fields to store that follow from the theme.
 * FIELDS_REFUSED for a theme that does not exist or belongs to somebody else.
 */
export async function fieldsOfTheme(
  { themeId }: UpdateEventBody,
  viewerId: string | undefined,
): Promise<{ themeTransition?: ClipTransition | null; hasOwnTheme?: boolean }> {
  if (themeId === undefined) return {};
  if (themeId === null) return { themeTransition: null, hasOwnTheme: false };
  const theme = await eventThemes().usable(themeId, viewerId ?? null);
  if (theme) return { themeTransition: theme.transition, hasOwnTheme: theme.isOwn };
  const message = 'This theme is not there any more. Choose another one.';
  throw new AppError('FIELDS_REFUSED', { message, fields: { themeId: message } });
}

/** Fields to store that follow from the song. FIELDS_REFUSED for one that the event can't have. */
export async function fieldsOfTrack(
  event: EventRecord,
  { trackId }: UpdateEventBody,
): Promise<{ hasOwnSong?: boolean }> {
  if (trackId === undefined) return {};
  if (trackId === null) return { hasOwnSong: false };
  const song = await eventMusic().usable(trackId, event.id);
  if (song) return { hasOwnSong: song.isOwn };
  const message = 'This song isn’t there any more. Choose another one.';
  throw new AppError('FIELDS_REFUSED', { message, fields: { trackId: message } });
}

/** ADDRESS_UNCONFIRMED when a mailed delivery is planned by an account with an unconfirmed address. */
export async function requireMailable(
  event: EventRecord,
  { deliverAt, recipients = event.recipients }: UpdateEventBody,
  viewerId: string | undefined,
): Promise<void> {
  // Without an account no mail is sent; delivering requires one.
  if (!deliverAt || event.ownership === 'draft' || event.isByHand || !recipients.some((each) => contactOf(event, each)))
    return;
  await requireConfirmedSender(event, viewerId);
}

/** Fields to store. */
export function changesOf(event: EventRecord, asked: UpdateEventBody): Record<string, unknown> {
  const { deadline, deliverAt, recipients, music, ...plain } = asked;
  const known = new Set(event.recipients.map((each) => each.id));
  return {
    ...plain,
    ...promptsFollowing(event, asked),
    ...(asked.timeZone !== undefined && { isZoneAssumed: false }),
    ...((music || asked.trackId !== undefined) && {
      music: {
        start: music?.start ?? 0,
        volume: music?.volume ?? event.music.volume,
        removed: asked.trackId === undefined ? event.music.removed : null,
      },
    }),
    ...(deadline !== undefined && { deadline: deadline ? new Date(deadline) : null }),
    ...(deliverAt !== undefined && { deliverAt: deliverAt ? soonest(new Date(deliverAt)) : null }),
    ...(recipients && {
      recipients: recipients.map((each) => ({ ...each, id: each.id && known.has(each.id) ? each.id : newUuid() })),
    }),
  };
}

/** Suggested prompts with the names and of the occasion that are asked for; none where they stay as they are. */
function promptsFollowing(event: EventRecord, asked: UpdateEventBody): { prompts?: string[] } {
  const { occasion = event.occasion, recipients = event.recipients, prompts = event.prompts } = asked;
  const following = promptsAfter(event, { occasion, recipients }, prompts);
  return isDeepStrictEqual(following, prompts) ? {} : { prompts: following };
}

/** Whether the film's titles would change. */
export function hasOtherTitles({ recipients, occasion, occasionOther, themeId }: UpdateEventBody): boolean {
  return [recipients, occasion, occasionOther, themeId].some((field) => field !== undefined);
}

/** The same instant may be written in another zone. */
function isSame(sent: unknown, shown: unknown): boolean {
  if (isDeepStrictEqual(sent, shown)) return true;
  return typeof sent === 'string' && typeof shown === 'string' && instantOf(sent) === instantOf(shown);
}

function instantOf(text: string): number {
  return /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
}
