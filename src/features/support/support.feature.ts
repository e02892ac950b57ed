import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAddress, exempt } from '../../platform/manifest/personal-data.ts';
import { dropIndexes } from '../../platform/migrations/drop-indexes.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { answerWork } from './chat.jobs.ts';
import { chatRoutes } from './chat.routes.ts';
import { acceptChat } from './chat.sockets.ts';
import { rescueDeskMails, waitingWork } from './desk-mails.ts';
import { exportChatsOfAddress, exportSupport, forgetChatsOfAddress, forgetInSupport } from './forget-person.service.ts';
import { moveVotes } from './idea-votes.ts';
import { type IdeaPages, ideaForms } from './ideas.forms.ts';
import { ideaRoutes } from './ideas.routes.ts';
import { chatJobs } from './job-types.ts';
import { moderationRoutes } from './moderation.routes.ts';
import { staffIdeaRoutes } from './staff-ideas.routes.ts';
import { supportForms } from './support.forms.ts';
import { supportRoutes } from './support.routes.ts';

/** Reports, the chat with its desk, ideas, and analytics. */
export const support = defineFeature({
  name: 'support',
  routes: [supportRoutes, moderationRoutes, chatRoutes, ideaRoutes, staffIdeaRoutes, analyticsRoutes],
  forms: (screens: IdeaPages) => [...supportForms(screens.renderError), ...ideaForms(screens)],
  sockets: acceptChat,
  jobs: handles(chatJobs, { answer: answerWork, waiting: waitingWork }),
  rescue: [rescueDeskMails],
  accountData: {
    fields: {
      'chat_conversations.email': byAddress('chats'),
      'chat_conversations.name': byAddress('chats'),
      'chat_messages.name': byAddress('chats'),
      'chat_conversations.assignedName': exempt('Staff; blanked when their account goes.'),
      'analytics_events.name': exempt('The name of what happened, not of a person.'),
    },
    export: { support: exportSupport },
    addresses: { chats: { export: exportChatsOfAddress, forget: forgetChatsOfAddress } },
    purge: ({ userId }) => forgetInSupport(userId),
  },
  migrations: [
    moveVotes,
    dropIndexes({ number: 10, collection: 'reports', names: ['status_1_createdAt_1', 'eventId_1_createdAt_-1'] }),
  ],
});
