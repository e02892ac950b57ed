import type { AccessRule } from '../../platform/http/access-rules.ts';
import type { Permission } from '../../shared/permissions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { noSuchEvent, requireEvent, type SeenEvent } from './events.access.ts';

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
