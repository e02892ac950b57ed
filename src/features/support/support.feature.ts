import { addSearchWords } from '../../platform/database/search-words.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAddress, exempt } from '../../platform/manifest/personal-data.ts';
import { dropIndexes } from '../../platform/migrations/drop-indexes.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { addressChanged } from '../addresses/domain-events.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { cannedAnswerRoutes } from './canned-answers.routes.ts';
import { seedCannedAnswers } from './canned-answers.service.ts';
import { answerWork } from './chat.jobs.ts';
import { chatTexts, messageTexts } from './chat.model.ts';
import { chatRoutes } from './chat.routes.ts';
import { acceptChat } from './chat.sockets.ts';
import { rescueDeskMails, waitingWork } from './desk-mails.ts';
import { followAddress } from './follow-address.ts';
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
  routes: [
    supportRoutes,
    moderationRoutes,
    chatRoutes,
    cannedAnswerRoutes,
    ideaRoutes,
    staffIdeaRoutes,
    analyticsRoutes,
  ],
  forms: (screens: IdeaPages) => [...supportForms(screens.renderError), ...ideaForms(screens)],
  seed: seedCannedAnswers,
  sockets: acceptChat,
  onEvent: [addressChanged.does(followAddress)],
  jobs: handles(chatJobs, { answer: answerWork, waiting: waitingWork }),
  rescue: [rescueDeskMails],
  accountData: {
    fields: {
      'chat_conversations.email': byAddress('chats'),
      'chat_conversations.name': byAddress('chats'),
      'chat_messages.name': byAddress('chats'),
      'chat_conversations.assignedName': exempt('Staff; blanked when their account goes.'),
      'chat_conversations.handedOver.byName': exempt('Staff; removed when their account goes.'),
      'analytics_events.name': exempt('The name of what happened, not of a person.'),
    },
    export: { support: exportSupport },
    addresses: { chats: { export: exportChatsOfAddress, forget: forgetChatsOfAddress } },
    purge: ({ userId }) => forgetInSupport(userId),
  },
  migrations: [
    moveVotes,
    dropIndexes({ number: 10, collection: 'reports', names: ['status_1_createdAt_1', 'eventId_1_createdAt_-1'] }),
    addSearchWords({ number: 96, collection: 'chat_conversations' }, chatTexts),
    addSearchWords({ number: 97, collection: 'chat_messages' }, messageTexts),
    dropIndexes({ number: 100, collection: 'chat_conversations', names: ['assignedTo_1'] }),
  ],
});
