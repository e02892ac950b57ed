import * as z from 'zod';
import { StartPage, startHead } from '../../views/start.page.tsx';
import { createEventAction } from '../features/events/events.routes.ts';
import { AppError } from '../platform/errors.ts';
import { anyone } from '../platform/http/access-rules.ts';
import { type Form, form } from '../platform/http/forms.ts';
import { platform } from '../platform/platform.ts';
import { withMark } from '../shared/analytics-marks.ts';
import { emptyStart, parseStartForm, type StartErrors, type StartValues } from '../shared/contracts/start-form.ts';
import { isOccasionType } from '../shared/occasions.ts';
import type { Viewer } from '../shared/viewer.ts';
import { zoneChoices } from '../shared/zone-words.ts';
import { utcToZoned } from '../shared/zoned-time.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';
import { siteOf } from './site.ts';

const PATH = '/start-a-vidday';
const TIME_ZONES = zoneChoices();
/** The last time zone to end a day. */
const LAST_ZONE = 'Etc/GMT+12';

export const startPages: readonly PageRoute[] = [
  pageRoute(PATH, anyone, ({ query, viewer }) => {
    const values = emptyStart({
      occasion: isOccasionType(query.occasion) ? query.occasion : query.occasion === 'custom' ? 'other' : null,
      ...(query.name && { people: [{ firstName: query.name.slice(0, 80), lastName: '', email: '' }] }),
    });
    return startPage(viewer, values, {});
  }),
];

/** The form without script: creates the event and redirects to its page, or shows errors. */
export function startForms(pages: Pages): Form[] {
  return [
    form(createEventAction, {
      path: PATH,
      body: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
      input({ body }) {
        const read = parseStartForm(body, Date.now());
        if (read.kind === 'again') throw new AppError('FIELDS_REFUSED', { message: '', fields: read.errors });
        return { body: read.body };
      },
      done: ({ data: { id, uuid } }) => withMark(`/e/${uuid}`, { name: 'start_vidday', uuid, eventId: id }),
      failed({ values, viewer, req, res, error }) {
        const read = parseStartForm(values, Date.now());
        const errors = read.kind === 'again' ? read.errors : { form: error.message };
        const asked = Object.keys(errors).length > 0;
        return sendPage(pages, req, res, { ...startPage(viewer, read.values, errors), status: asked ? 422 : 200 });
      },
    }),
  ];
}

function startPage(viewer: Viewer | null, values: StartValues, errors: StartErrors): AnyPage {
  const today = utcToZoned(new Date(), LAST_ZONE).date;
  const props = { site: siteOf(viewer), values, errors, timeZones: TIME_ZONES, today };
  return page({ view: StartPage, props, head: startHead(platform().config.appOrigin, values.occasion) });
}
