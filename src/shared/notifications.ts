import { keysOf } from './known-values.ts';

/** Optional mails. Mails for the safety of an account are always sent. */
export const NOTIFICATIONS = {
  clipArrived: {
    label: 'A clip has arrived',
    hint: 'Soon after the first one, then at most once a day for each VidDay.',
    atFirst: true,
  },
  filmReady: {
    label: 'The film is ready',
    hint: 'So you can watch it before you give it, or know that it didn’t finish.',
    atFirst: true,
  },
  thankYou: {
    label: 'A thank-you has come back',
    hint: 'When the person it was for thanks everyone: once for a heart, once for words or a video.',
    atFirst: true,
  },
  reminders: {
    label: 'Reminders',
    hint: 'Three days before clips are due and again on the day, unless your film is already made.',
    atFirst: true,
  },
  stuck: {
    label: 'Someone is stuck',
    hint: 'When a clip that was sent to you can’t be played.',
    atFirst: true,
  },
  answers: {
    label: 'Answers',
    hint: 'When a guest says yes, maybe or no, or someone joins you in organising it.',
    atFirst: false,
  },
  opened: {
    label: 'Given and opened',
    hint: 'When a planned gift goes out, when it’s opened, and when it isn’t for two days.',
    atFirst: true,
  },
  guestbook: {
    label: 'Guestbook',
    hint: 'When someone writes in the guestbook of your film.',
    atFirst: false,
  },
  news: {
    label: 'News I haven’t seen here yet',
    hint: 'Gathered in one email, of the kinds that you chose above.',
    atFirst: true,
  },
  letters: {
    label: 'Letters from VidDay',
    hint: 'What’s new here, a few times a year.',
    atFirst: true,
  },
  ownClip: {
    label: 'The link to my own clip',
    hint: 'Once for each VidDay someone else makes, when you send a clip with this address, and when you’re thanked for it.',
    atFirst: true,
  },
  invitations: {
    label: 'Someone would like a clip from me',
    hint: 'When someone invites you to their VidDay, and reminders until your clip is in.',
    atFirst: true,
  },
  gifts: {
    label: 'A gift for me',
    hint: 'When someone made one for you, a reminder if it stays wrapped, and two words about thanks.',
    atFirst: true,
  },
} as const;

export type Notification = keyof typeof NOTIFICATIONS;

/** How often gathered news may be mailed. With `daily`, the mails to organisers wait for it too. */
export const MAIL_PACES = ['soon', 'daily'] as const;
export type MailPace = (typeof MAIL_PACES)[number];

/** Mails caused by other users, which people without an account also get. */
export const CAUSED_BY_OTHERS = ['ownClip', 'invitations', 'gifts'] as const satisfies readonly Notification[];

export const NOTIFICATION_NAMES = keysOf(NOTIFICATIONS);
