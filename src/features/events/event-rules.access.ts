import { AppError } from '../../platform/errors.ts';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import type { Permission } from '../../shared/permissions.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import { checkEvent, noSuchEvent, requireEvent, type SeenEvent, seePage } from './events.access.ts';
import { findShownEvent } from './shown-event.ts';

interface ById {
  params: { id: string };
  viewer: Viewer;
}
/** Finds the event of a request: an id, uuid or key, or null. */
type EventRef<Input> = (input: Input) => Promise<string | null> | string | null;

/** Access by roles at the event in the URL; adds the event and the roles. */
export function atEvent<P extends Permission>(permission: P): AccessRule<P, ById, SeenEvent> {
  return atEventOf<P, ById>(permission, ({ params }) => params.id);
}

/** The same for an event named by a body, a page's URL, or a film. */
export function atEventOf<P extends Permission, Input extends { viewer: Viewer }>(
  permission: P,
  ref: EventRef<Input>,
): AccessRule<P, Input, SeenEvent> {
  return {
    word: permission,
    async load(input) {
      const found = await ref(input);
      if (found === null) throw noSuchEvent();
      return requireEvent(permission, found, input.viewer);
    },
  };
}

/**
 * The same for an action that needs an account: a draft's browser has the permission without one. Adds the user.
 * @param message why an account is needed
 */
export function withAccount<P extends Permission, Input extends { viewer: Viewer }, Seen extends SeenEvent>(
  { word, load }: AccessRule<P, Input, Seen>,
  message: string,
): AccessRule<P, Input, Seen & { user: ViewerUser }> {
  return {
    word,
    async load(input) {
      const found = await load(input);
      const { user } = input.viewer;
      if (!user) throw new AppError('NOT_SIGNED_IN', { message });
      return { ...found, user };
    },
  };
}

/** `event.read` for requests that only show the event: it comes with its film and payments, and its reads are shared. */
export function atShownEvent<Input extends { viewer: Viewer }>(
  ref: (input: Input) => string,
): AccessRule<'event.read', Input, SeenEvent> {
  return {
    word: 'event.read',
    load: async (input) => checkEvent('event.read', await findShownEvent(ref(input)), ref(input), input.viewer),
  };
}

/** The same for the event's page, where `keepsSurprise` decides whether a recipient sees it. */
export function atEventPage<Input extends { viewer: Viewer }>(
  ref: (input: Input) => string,
): AccessRule<'event.read', Input, SeenEvent> {
  return {
    word: 'event.read',
    load: async (input) => seePage(await findShownEvent(ref(input)), ref(input), input.viewer),
  };
}
