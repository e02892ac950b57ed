import type { RefusedForm } from '../../platform/http/forms.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { exempt } from '../../platform/manifest/personal-data.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { eventPurged, giftWithdrawn, makersNews } from '../events/domain-events.ts';
import { entryGone } from '../guestbook/domain-events.ts';
import { clipRemoved } from '../media/domain-events.ts';
import { chatAnswered, reportDecided } from '../support/domain-events.ts';
import { exportNews } from './export-news.ts';
import { newsJobs } from './job-types.ts';
import { newsForms } from './news.forms.ts';
import { NewsModel } from './news.model.ts';
import { newsRoutes } from './news.routes.ts';
import { newsMailWork } from './news-mails.ts';
import { forget, takeBack, tellMakersOf, tellUser } from './tell-news.ts';

/** What users are notified of, at the bell in the header and on its page. */
export const news = defineFeature({
  name: 'news',
  routes: [newsRoutes],
  forms: ({ renderError }: { renderError(form: RefusedForm): Promise<void> | void }) => newsForms(renderError),
  jobs: handles(newsJobs, { mail: newsMailWork }),
  accountData: {
    fields: { 'news.items.name': exempt('Who sent a clip or signed; goes with it, and after 90 days.') },
    export: { news: exportNews },
    purge: async ({ userId }) => {
      await NewsModel.deleteMany({ userId });
    },
  },
  onEvent: [
    makersNews.does(tellMakersOf),
    chatAnswered.does(({ userId, conversationId: key, messageId: stamp }) =>
      tellUser(userId, { type: 'chatAnswer', eventId: null, key, stamp }),
    ),
    reportDecided.does(({ userId, reportId: key, isConfirmed }) =>
      tellUser(userId, {
        type: 'reportResolved',
        eventId: null,
        key,
        stamp: String(isConfirmed),
        facts: { isConfirmed },
      }),
    ),
    entryGone.does(({ eventId, entryId }) => takeBack(eventId, entryId)),
    clipRemoved.does(({ eventId, mediaId }) => takeBack(eventId, mediaId)),
    giftWithdrawn.does(({ eventId }) => forget({ eventId, type: 'delivered' })),
    eventPurged.does(({ eventId }) => forget({ eventId })),
  ],
});
