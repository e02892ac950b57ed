import { domainEvent } from '../../platform/domain-events.ts';

/** Staff answered a signed-in user who was away; repeated by retries. */
export const chatAnswered = domainEvent<{ userId: string; conversationId: string; messageId: string }>('chat.answered');

/** Staff decided on what a signed-in user reported; `isConfirmed`: the event was closed. */
export const reportDecided = domainEvent<{ userId: string; reportId: string; isConfirmed: boolean }>('report.decided');
