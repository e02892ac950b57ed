/** All limits of the product. The server enforces them; pages show them beforehand. */

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Lists of staff count no further: a larger total is shown as "more than". */
export const COUNTED_MAX = 200;
/** Time in which an order of something that is made can be cancelled, in milliseconds. */
export const PARCEL_HOLD = 30 * MINUTE;
/** In which an address that a maker refused can be mended, in milliseconds. */
export const ADDRESS_TERM = 7 * 24 * 60 * MINUTE;

/** Largest file by kind, in bytes. */
export const MAX_BYTES = { video: 2 * GB, photo: 50 * MB, audio: 30 * MB } as const;

/** Maximum size of a profile picture's file, in bytes. */
export const PICTURE_MAX = 10 * MB;

export const UPLOAD = {
  /** Bytes for each request; below the 100 MB limit of common proxies. */
  chunkBytes: 5 * MB,
  /** How long an unfinished upload can be resumed, in milliseconds. */
  resumeWindow: 7 * DAY,
  /** How long a finished upload can be claimed by a clip, in milliseconds. */
  unclaimedFor: 24 * HOUR,
  /** Bytes of unfinished and unclaimed uploads of one event. */
  bytesPerEvent: 20 * GB,
  /** Bytes that one IP address may upload in 24 hours. */
  bytesPerAddress: 10 * GB,
  /** Unfinished uploads of one IP address. */
  openPerAddress: 500,
  /** Concurrent uploads in one browser. */
  parallel: 2,
  /** Uploads started a minute by one IP address, which may be a whole office or care home. */
  startsPerMinute: 100,
} as const;

/** Lengths in seconds. */
export const CLIP = {
  hintMin: 15,
  hintMax: 60,
  min: 1,
  max: 600,
  defaultMax: 180,
  photo: 4,
  recordMax: 180,
} as const;

export const TEXT_MAX = 500;
/** Maximum legible lines on a text card. */
export const TEXT_LINES_MAX = 20;
export const MESSAGE_MAX = 2000;
export const NAME_MAX = 80;
export const PROMPT_MAX = 200;
export const PROMPTS_MAX = 10;
export const RECIPIENTS_MAX = 20;
/** People who organise an event beside its creator, invited ones included. */
export const ORGANISERS_MAX = 10;
/** How long an invitation to organise an event can be accepted, in milliseconds. */
export const ORGANISING_LINK = 14 * DAY;
export const CAPTION_MAX = 120;

export const ITEMS_PER_CONTRIBUTOR = 20;
export const ITEMS_PER_EVENT = 500;
/** Other people that a clip can name. */
export const OTHERS_PER_CLIP = 10;
export const CONTRIBUTORS_PER_EVENT = 500;
/** Clips that one IP address, which may be a whole office or care home, may add to an event in a day. */
export const ITEMS_PER_ADDRESS = 200;

/**
 * Seconds of clips waiting to be prepared: for a browser without an account, an account, an IP address (which may be a
 * whole office or care home), and an event.
 */
export const QUEUED_SECONDS = { browser: 30 * 60, account: 2 * 3600, address: 2 * 3600, event: 2 * 3600 } as const;

/** Receipt mails in a day: to one address, and by one IP address, which may be a whole office or care home. */
export const RECEIPT_MAILS = { perAddress: 5, perVisitor: 60 } as const;

/**
 * Thanks for one event, and for how long they can be undone, in milliseconds: `undo` is shown on screens, `grace`
 * allows for slow connections. Nothing is sent before both have passed.
 */
export const THANKS = { perEvent: 600, undo: 10 * SECOND, grace: 5 * SECOND } as const;

/**
 * Open sockets of one IP address (IPv6: network) in one web process: an office of 50 with several pages each. A socket
 * takes about 20 KB.
 */
export const SOCKETS_PER_ADDRESS = 200;

/** Maximum lead of deadlines and deliveries, in milliseconds: ten years. */
export const DATES_AHEAD_MAX = 3653 * DAY;
/** How long an immediate delivery can be undone, in milliseconds; nothing is sent before. */
export const GIFT_UNDO = 10 * SECOND;
/** How long a gift stays wrapped before its makers hear of it and may remind its recipients, in milliseconds. */
export const UNOPENED_FOR = 2 * DAY;
/** Tolerated lag of a browser's clock, in milliseconds. */
export const CLOCK_TOLERANCE = 5 * MINUTE;

/**
 * Limits of unsolicited mails: by one account in a day (some for gifts only, as strangers cause receipts), and to one
 * address for one event. `newFor`: milliseconds until an account may send links.
 */
export const MAILS_TO_OTHERS = {
  perAccount: 100,
  keptForGifts: 20,
  perAddressAndEvent: 3,
  newFor: 7 * DAY,
} as const;

/** Guests on an event's list. */
export const GUESTS_PER_EVENT = 500;
export const GUESTS_ADDED_AT_ONCE = 500;
/** Excel files of guests: bytes and files once unpacked, and cells of a sheet. */
export const IMPORT = { unpackedBytes: 4 * MB, files: 100, rows: 2000, columns: 100 } as const;
export const NOTE_MAX = 200;
export const NUDGE_MAX = 500;
/** Letters of a mail's subject that an organiser writes. */
export const SUBJECT_MAX = 78;
/**
 * Mails to a guest: in all for one event, and the hours of their day in which they go out. The first one counts to
 * `MAILS_TO_OTHERS` as well.
 */
export const GUEST_MAILS = { perAddressAndEvent: 6, fromHour: 9, untilHour: 20 } as const;
/**
 * Texts that we send for an account in a day, as phone companies count them; all of a site's in a day; those of one
 * message; and messages to one number for one event. They go out in the same hours as mails.
 */
export const TEXTS = { perAccount: 60, perSite: 5000, perMessage: 4, perNumberAndEvent: 5 } as const;
/** How long a guest's own link works after the deadline, in milliseconds. */
export const LATE_GRACE = 2 * DAY;

/** Maximum length of a film, in seconds. */
export const FILM_MAX = 3 * 60 * 60;
/** Seconds of a film in 4K, which takes four times the work and memory of any other. */
export const LARGE_FILM_MAX = 20 * 60;

/** Maximum size of a JSON or form body, in bytes. */
export const BODY_MAX = 256 * KB;

/** Retention of a draft since its last change, in milliseconds; equal to a session's. */
export const DRAFT_KEPT = 30 * DAY;

/** Days without activity until a given event is archived, and days before that at which its makers are warned. */
export const ARCHIVE = { afterDays: 180, warnings: [30, 7, 1] } as const;

/** How long deleted events and clips can be restored, in milliseconds. */
export const RESTORE_WINDOW = 30 * DAY;

/** How long a contributor, and only they, can undo a withdrawal, in milliseconds. */
export const WITHDRAWAL_UNDO = HOUR;

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;
export const EMAIL_MAX = 254;
/** Idle timeout of a session, in milliseconds. */
export const SESSION_LENGTH = 30 * DAY;
/** Absolute timeout of a session, in milliseconds. */
export const SESSION_MAX = 90 * DAY;
/** Sessions of one user; beyond it, the least recently used is signed out. */
export const SESSIONS_MAX = 50;
/** How long a sign-in or password entry authorises security changes, in milliseconds. */
export const FRESH_FOR = 15 * MINUTE;
/** Maximum duration of an impersonation, in milliseconds. */
export const ACTING_FOR = 60 * MINUTE;
/** Time to complete the second step of a sign-in, in milliseconds. */
export const SECOND_STEP_WITHIN = 10 * MINUTE;
/** Lifetime of mailed links, in milliseconds. */
export const LINK_LIFETIME = {
  verify: 48 * HOUR,
  reset: HOUR,
  'change-email-old': DAY,
  'change-email-new': DAY,
  'sign-in-link': 10 * MINUTE,
  'undo-deletion': 30 * DAY,
} as const;

/**
 * Membership, in milliseconds: films can be published for `grace` after a failed renewal; news of a renewal may come
 * `late`; the provider is asked again after `askAgain` at the earliest; the price of a switch of plans holds for `shown`;
 * its payment page is asked about for `pageKept`.
 */
export const MEMBERSHIP = {
  grace: 14 * DAY,
  late: 2 * DAY,
  askAgain: 10 * MINUTE,
  shown: HOUR,
  pageKept: 4 * DAY,
} as const;

/**
 * Payment pages of carts, in milliseconds: a page is open for `page`, at least the provider's half hour with room for a
 * retry; a promo code's use is reserved for `hold`, as news of a payment may come late.
 */
export const CHECKOUT = { page: 45 * MINUTE, hold: 3 * HOUR } as const;

/** Lengths of an idea's fields, in characters. */
export const IDEA = { titleMin: 8, titleMax: 100, textMax: 1500, answerMax: 600, queryMax: 120 } as const;

/** Retention of analytics events, in milliseconds. */
export const ANALYTICS_KEPT = 395 * DAY;

/** Retention of audit records, in milliseconds. */
export const AUDIT_KEPT = 365 * DAY;
/** An open page has this long to show news before a mail about it leaves, in milliseconds. */
export const SEEN_WITHIN = 10 * SECOND;
/** Retention of news, in milliseconds. */
export const NEWS_KEPT = 90 * DAY;
/** A guestbook: characters of a line, entries of one browser or account, of an event, and on a page. */
export const GUESTBOOK = { textMax: 500, ownMax: 30, eventMax: 2000, shown: 50 } as const;

/** Retention of a packed keepsake, in milliseconds. */
export const KEEPSAKE_KEPT = 7 * DAY;

/** Lines on a page of news. */
export const NEWS_SHOWN = 30;
/** Time until a deleted account is erased and can be kept, in milliseconds. */
export const DELETION_DELAY = 30 * DAY;

/** Themes: letters of a name, pixels of type, scenes, and themes that one user may have. */
export const THEME = { nameMax: 60, size: { min: 60, max: 480 }, scenesMax: 12, own: 50 } as const;

/** Display time of a text card, in seconds: `start` plus its words, within `min` and `max`. */
export const READING = { start: 2.5, wordsPerSecond: 3.3, min: 4, max: 30 } as const;

/** Postcards: characters and lines of their texts, cards of an event, and milliseconds from now until they are posted. */
export const POSTCARD = {
  messageMax: 350,
  linesMax: 14,
  captionMax: 60,
  fromMax: 60,
  zoomMax: 4,
  perEvent: 50,
  aheadMax: 180 * DAY,
} as const;

/**
 * Money and trees for a recipient, in cents. `perDay`: payments that one IP address, which may be a whole office, starts,
 * and what one event collects and orders in 24 hours.
 */
export const PRESENTS = {
  least: 100,
  most: 50_000,
  treePrice: 100,
  treesMost: 100,
  messageMax: 200,
  perEvent: 500,
  perDay: { startsPerAddress: 100, centsPerEvent: 1_000_000, rewardsPerEvent: 20 },
  /** How long a payment page stays open, in milliseconds. */
  page: 45 * MINUTE,
  /** After a deletion, which can be undone meanwhile, in milliseconds. */
  backAfterDeletion: DAY,
  /** Without a film that was given, since the last payment and the deadline, in milliseconds. */
  backUngiven: 180 * DAY,
  /** Without anybody who takes it, since the last movement, in milliseconds. */
  backUnclaimed: 365 * DAY,
} as const;
