import { MailStopPage, mailStopHead } from '../../views/mail-stop.page.tsx';
import { readStop, STOP_PATH } from '../features/messages/mail-stops.service.ts';
import { NOTIFICATIONS } from '../shared/notifications.ts';
import type { PageRoute } from './page-route.ts';
import { page } from './render-page.tsx';
import { siteOf } from './site.ts';

/** Opened from a mail, also by robots that look at its links: nothing changes before the button is pressed. */
export const mailStopPages: readonly PageRoute[] = [
  {
    path: STOP_PATH,
    access: 'anyone',
    async load({ params, viewer, req }) {
      const { kind, ...choices } = await readStop(params.token ?? '');
      const props = { site: siteOf(viewer), action: req.path, label: NOTIFICATIONS[kind].label, ...choices };
      return page({ view: MailStopPage, props, head: mailStopHead() });
    },
  },
];
