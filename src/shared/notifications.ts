/** Kinds of mail that somebody can do without. Mails for the safety of an account are not among them: those always come. */
export const NOTIFICATIONS = {
  clipArrived: {
    label: 'A clip has arrived',
    hint: 'Soon after the first one, then once a day at most for each VidDay.',
    atFirst: true,
  },
  filmReady: {
    label: 'The film is ready',
    hint: 'So that you can watch it before it is given; also when it didn’t finish.',
    atFirst: true,
  },
  reminders: {
    label: 'Reminders',
    hint: 'Three days before clips must be there and once more on the day, unless your film is made by then.',
    atFirst: true,
  },
  ownClip: {
    label: 'The link of my own clip',
    hint: 'Once for each VidDay that somebody else makes, when you send a clip with this address.',
    atFirst: true,
  },
  gifts: {
    label: 'A gift for me',
    hint: 'Once for each gift that somebody made for you.',
    atFirst: true,
  },
} as const;

export type Notification = keyof typeof NOTIFICATIONS;

/** Why a recipient got no gift mail: they stopped our mails, a limit was reached, or the sender's address is not confirmed. */
export const UNDELIVERED = ['stopped', 'limit', 'unconfirmed'] as const;

/** Mails that somebody else causes, also to people without an account. */
export const CAUSED_BY_OTHERS = ['ownClip', 'gifts'] as const satisfies readonly Notification[];

export const NOTIFICATION_NAMES = Object.keys(NOTIFICATIONS) as [Notification, ...Notification[]];
