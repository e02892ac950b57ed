import type { AccessRule } from '../../platform/http/access-rules.ts';
import type { Viewer } from '../../shared/viewer.ts';
import {
  noSuchEvent,
  requireCreator,
  requireOwner,
  requireRecipient,
  type SeenEvent,
  seeEvent,
} from './events.access.ts';
import type { EventRecord } from './find-events.service.ts';

interface ById {
  params: { id: string };
  viewer: Viewer;
}
interface WithEvent {
  event: EventRecord;
}
/** What names the event of a request: an id, uuid or key; null where there is no such thing. */
type EventRef<Input> = (input: Input) => Promise<string | null> | string | null;

/** Whoever may see the event that the address names. */
export const eventViewer = viewerOfEvent<ById>(({ params }) => params.id);

/** The same, where something else names the event. */
export function viewerOfEvent<Input extends { viewer: Viewer }>(
  ref: EventRef<Input>,
): AccessRule<'event-viewer', Input, SeenEvent> {
  return { word: 'event-viewer', load: async (input) => seeEvent(await known(ref(input)), input.viewer) };
}

/** Creator, organisers, staff and whoever presents the private key. */
export const eventRecipient: AccessRule<'event-recipient', ById, SeenEvent> = {
  word: 'event-recipient',
  load: ({ params, viewer }) => requireRecipient(params.id, viewer),
};

/** Creator, organisers and staff. */
export const eventCreator = creatorOfEvent<ById>(({ params }) => params.id);

/** The same, where something else names the event: a body, or the event of a film. */
export function creatorOfEvent<Input extends { viewer: Viewer }>(
  ref: EventRef<Input>,
): AccessRule<'event-creator', Input, WithEvent> {
  return {
    word: 'event-creator',
    load: async (input) => ({ event: await requireCreator(await known(ref(input)), input.viewer) }),
  };
}

/** Only who made the event, and admins. */
export const eventOwnerOrAdmin: AccessRule<'event-creator', ById, WithEvent> = {
  word: 'event-creator',
  load: async ({ params, viewer }) => ({ event: await requireOwner(params.id, viewer, 'admins') }),
};

/** Only who made the event that a body names. */
export const ownerOfEvent: AccessRule<'event-creator', { body: { eventId: string }; viewer: Viewer }, WithEvent> = {
  word: 'event-creator',
  load: async ({ body, viewer }) => ({ event: await requireOwner(body.eventId, viewer, 'nobody') }),
};

async function known(ref: ReturnType<EventRef<unknown>>): Promise<string> {
  const found = await ref;
  if (found === null) throw noSuchEvent();
  return found;
}
