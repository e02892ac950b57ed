import type { RefusedForm } from '../../platform/http/forms.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { exempt } from '../../platform/manifest/personal-data.ts';
import { eventPurged } from '../events/domain-events.ts';
import { eventPremieres } from '../events/events.parts.ts';
import { acceptPremieres } from './premiere.sockets.ts';
import { premiereForms } from './premieres.forms.ts';
import { premiereRoutes } from './premieres.routes.ts';
import { isPremiereAhead, purgePremiereOf } from './premieres.service.ts';

/** Premieres: everyone watches the film together, in step. */
export const premieres = defineFeature({
  name: 'premieres',
  routes: [premiereRoutes],
  forms: ({ renderError }: { renderError(form: RefusedForm): Promise<void> | void }) => premiereForms(renderError),
  sockets: acceptPremieres,
  accountData: {
    fields: { 'premiereseats.name': exempt('Typed by visitors; gone minutes after they leave the room.') },
  },
  provides: () => [eventPremieres.is({ isAhead: isPremiereAhead })],
  onEvent: [eventPurged.does(({ eventId }) => purgePremiereOf(eventId))],
});
