import { type Response, Router } from 'express';
import { calendarFile } from '../../platform/calendar.ts';
import { AppError } from '../../platform/errors.ts';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import { type Addressed, guarded } from '../../platform/http/addresses.ts';
import { visitorOfFile } from '../../platform/http/file-visit.ts';
import type { HttpDeps } from '../../platform/http/mount-routes.ts';
import type { Permission } from '../../shared/permissions.ts';
import { requireEvent, type SeenEvent } from '../events/events.access.ts';
import { deadlineEntry, premiereEntry } from './calendar-entries.ts';
import { CARD_SIZES, drawGiftCard } from './draw-gift-card.ts';
import { cardWords } from './gift-card.service.ts';

const CARD = '/e/:ref/card/:size';
const DEADLINE = '/e/:ref/deadline.ics';
const PREMIERE = '/e/:ref/premiere.ics';

/** Files that people take along: a card for the gift, and entries for their calendar. */
export function handoutsRouter(deps: HttpDeps): Router {
  const at = <P extends Permission>(word: P): AccessRule<P, Addressed, SeenEvent> => ({
    word,
    load: async (visit) => requireEvent(word, visit.params.ref ?? '', await visitorOfFile(visit, deps)),
  });
  const file = { kind: 'file', method: 'GET' } as const;
  const card = guarded({ ...file, path: CARD, access: at('event.deliver') }, async ({ event, params, res }) => {
    const size = CARD_SIZES.find((each) => `${each}.pdf` === params.size);
    if (!size) throw new AppError('NOT_FOUND', { message: 'There’s no card of this size.' });
    res.setHeader('Content-Disposition', `inline; filename="card-${size}.pdf"`);
    res.type('application/pdf').send(await drawGiftCard(size, cardWords(event)));
  });
  const deadline = guarded({ ...file, path: DEADLINE, access: at('event.read') }, ({ event, res }) =>
    sendCalendar(res, 'clip', calendarFile(deadlineEntry(event))),
  );
  const premiere = guarded({ ...file, path: PREMIERE, access: at('premiere.join') }, async ({ event, params, res }) =>
    sendCalendar(res, 'premiere', calendarFile(await premiereEntry(event, params.ref ?? ''))),
  );
  return Router().get(CARD, card).get(DEADLINE, deadline).get(PREMIERE, premiere);
}

function sendCalendar(res: Response, name: string, file: string): void {
  res.setHeader('Content-Disposition', `attachment; filename="${name}.ics"`);
  res.type('text/calendar; charset=utf-8').send(file);
}
