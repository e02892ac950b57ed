import type { AccessContext } from '../../platform/http/access.ts';
import { noSuchEvent, requireCreator, requireRecipient, seeEvent } from './events.access.ts';

/** Who may call a route that is about an event; handed to `mountRoutes`. */
export const eventAccessChecks = {
  async 'event-viewer'(context: AccessContext): Promise<void> {
    await seeEvent(refOf(context), context.viewer);
  },
  async 'event-recipient'(context: AccessContext): Promise<void> {
    await requireRecipient(refOf(context), context.viewer);
  },
  async 'event-creator'(context: AccessContext): Promise<void> {
    await requireCreator(refOf(context), context.viewer);
  },
};

/** What names the event: the route's `about`, else its parameter `id`. */
function refOf({ about, params }: AccessContext): string {
  if (about !== undefined) {
    if (about === null) throw noSuchEvent();
    return about;
  }
  if (typeof params === 'object' && params !== null && 'id' in params && typeof params.id === 'string')
    return params.id;
  throw noSuchEvent();
}
