import type { AccessRule } from '../../platform/http/access-rules.ts';
import type { Permission } from '../../shared/permissions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { noSuchEvent, requireEvent, type SeenEvent } from './events.access.ts';

interface ById {
  params: { id: string };
  viewer: Viewer;
}
/** What names the event of a request: an id, uuid or key; null where there is no such thing. */
type EventRef<Input> = (input: Input) => Promise<string | null> | string | null;

/** Who may, by their roles at the event that the address names; hands on the event and those roles. */
export function atEvent<P extends Permission>(permission: P): AccessRule<P, ById, SeenEvent> {
  return atEventOf<P, ById>(permission, ({ params }) => params.id);
}

/** The same, where something else names the event: a body, a page's address, or a film of the event. */
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
