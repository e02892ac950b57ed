import type { GroupMail, MailGroup } from '../../src/shared/rsvp-values.ts';

/** Labels of who several mails go to. */
export const GROUP_LABELS: Record<MailGroup, string> = {
  missing: 'Everyone who’s missing',
  sent: 'Everyone who’s in',
  all: 'Everyone',
};

/** Labels of what they are about. */
export const KIND_LABELS: Record<GroupMail, string> = {
  invite: 'An invitation',
  reminder: 'A reminder',
  deadlineMoved: 'There’s a new deadline',
  thanks: 'A thank-you',
};
