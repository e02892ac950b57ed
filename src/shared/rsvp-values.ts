export const RSVP_ANSWERS = ['yes', 'maybe', 'no'] as const;
export type RsvpAnswer = (typeof RSVP_ANSWERS)[number];
export const RSVP_PROGRESS = ['none', 'started', 'failed', 'sent'] as const;
export type RsvpProgress = (typeof RSVP_PROGRESS)[number];
/** Ways to reach a guest; `told` is by word of mouth. */
export const NUDGE_WAYS = ['mail', 'sms', 'whatsapp', 'link', 'told'] as const;
export type NudgeWay = (typeof NUDGE_WAYS)[number];
/** Ways in which we send it; `sms` and `whatsapp` may leave from the organiser's own phone instead. */
export const NUDGE_CHANNELS = ['mail', 'sms', 'whatsapp'] as const;
export type NudgeChannel = (typeof NUDGE_CHANNELS)[number];
/** `self`: put themselves on the list. */
export const RSVP_VIA = [...NUDGE_WAYS, 'self'] as const;

/** Who several mails at once go to. */
export const MAIL_GROUPS = ['all', 'missing', 'sent'] as const;
export type MailGroup = (typeof MAIL_GROUPS)[number];
/** What they are about. */
export const GROUP_MAILS = ['invite', 'reminder', 'deadlineMoved', 'thanks'] as const;
export type GroupMail = (typeof GROUP_MAILS)[number];
