import { MailStopPage, mailStopHead } from '../../views/mail-stop.page.tsx';
import { readStop, STOP_PATH, stopLink } from '../features/messages/mail-stops.service.ts';
import { NOTIFICATIONS } from '../shared/notifications.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';
import { siteOf } from './site.ts';

/** Linked from mails, where robots open every link: nothing changes before the button is pressed. */
export const mailStopPages: readonly PageRoute[] = [
  pageRoute(STOP_PATH, stopLink, async ({ stop, viewer, req }) => {
    const { kind, ...choices } = await readStop(stop);
    const props = { site: siteOf(viewer), action: req.path, label: NOTIFICATIONS[kind].label, ...choices };
    return page({ view: MailStopPage, props, head: mailStopHead() });
  }),
];
