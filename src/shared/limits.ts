/** Every limit of the product in one place: the server enforces it, pages and islands tell it before it is met. */

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Largest file by kind, in bytes. */
export const MAX_BYTES = { video: 2 * GB, photo: 50 * MB, audio: 30 * MB } as const;

/** Largest file that a profile's picture is made of, in bytes. */
export const PICTURE_MAX = 10 * MB;

/** What is accepted, as the `accept` attribute and the first check of a name's ending; the content decides. */
export const ACCEPTED = {
  video: [
    'video/mp4',
    'video/quicktime',
    'video/x-m4v',
    'video/webm',
    'video/x-matroska',
    'video/x-msvideo',
    'video/3gpp',
  ],
  photo: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/gif'],
  audio: ['audio/mp4', 'audio/x-m4a', 'audio/mpeg', 'audio/wav', 'audio/x-wav', 'audio/ogg', 'audio/webm'],
} as const;

/** File name endings by kind, for phones that give no type. */
export const ACCEPTED_ENDINGS = {
  video: ['mp4', 'mov', 'm4v', 'webm', 'mkv', 'avi', '3gp'],
  photo: ['jpg', 'jpeg', 'jfif', 'png', 'webp', 'heic', 'heif', 'gif'],
  audio: ['m4a', 'mp3', 'wav', 'ogg', 'oga', 'weba'],
} as const;

export const UPLOAD = {
  /** Bytes a request; fits proxies that cap at 100 MB. */
  chunkBytes: 5 * MB,
  /** How long an unfinished upload can be resumed, in milliseconds. */
  resumeWindow: 7 * DAY,
  /** How long a finished upload waits to become a clip, in milliseconds. */
  unclaimedFor: 24 * HOUR,
  /** Bytes of unfinished and unclaimed uploads of one event. */
  bytesPerEvent: 20 * GB,
  /** Bytes that one address may upload in 24 hours. */
  bytesPerAddress: 10 * GB,
  /** Unfinished uploads of one address. */
  openPerAddress: 500,
  /** Uploads at once in one browser. */
  parallel: 2,
  /** Starts a minute from one address: a whole office or care home. */
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

/** How long a text card is shown, in seconds: `start` to look at it, then its words, within `min` and `max`. */
export const READING = { start: 2.5, wordsPerSecond: 3.3, min: 4, max: 30 } as const;

export const TEXT_MAX = 500;
/** Lines of a text card that can still be read when all are drawn. */
export const TEXT_LINES_MAX = 20;
export const MESSAGE_MAX = 2000;
export const NAME_MAX = 80;
export const PROMPT_MAX = 200;
export const PROMPTS_MAX = 10;
export const RECIPIENTS_MAX = 20;
export const CAPTION_MAX = 120;

export const ITEMS_PER_CONTRIBUTOR = 20;
export const ITEMS_PER_EVENT = 500;
/** People beside its sender that a clip can name. */
export const OTHERS_PER_CLIP = 10;
export const CONTRIBUTORS_PER_EVENT = 500;
/** Clips that one address may add to one event in a day; it may be a whole office or care home. */
export const ITEMS_PER_ADDRESS = 200;

/**
 * Seconds of film that may wait to be prepared: of one browser without an account, one account, one address (which may be a
 * whole office or care home), and one event.
 */
export const QUEUED_SECONDS = { browser: 30 * 60, account: 2 * 3600, address: 2 * 3600, event: 2 * 3600 } as const;

/** Links of own clips that are mailed in a day: to one address, and for one visitor, who may be a whole office or care home. */
export const RECEIPT_MAILS = { perAddress: 5, perVisitor: 60 } as const;

/**
 * Thank-yous of one event; and for how long one can be taken back, in milliseconds: `undo` is what screens say, `grace` what
 * a slow line needs beside it. Nothing goes out before both are over.
 */
export const THANKS = { perEvent: 600, undo: 10 * SECOND, grace: 5 * SECOND } as const;

/**
 * Open live connections of one address in one web process: an office of 50 with several pages each. A connection costs
 * about 20 KB; an address is one IPv4 address or one IPv6 network.
 */
export const SOCKETS_PER_ADDRESS = 200;

/** Deadlines and deliveries lie at most this far ahead, in milliseconds: ten years. */
export const DATES_AHEAD_MAX = 3653 * DAY;
/** How long a gift that is given “now” can be taken back, in milliseconds; until then nothing leaves the server. */
export const GIFT_UNDO = 10 * SECOND;
/** How far behind a visitor's clock may be that says "now", in milliseconds. */
export const CLOCK_TOLERANCE = 5 * MINUTE;

/**
 * Mails to people who never asked us for one: of one account in a day (some only for gifts, as strangers cause receipts),
 * and to one address for one event. `newFor`: milliseconds until an account may write links in them.
 */
export const MAILS_TO_OTHERS = {
  perAccount: 100,
  keptForGifts: 20,
  perAddressAndEvent: 3,
  newFor: 7 * DAY,
} as const;

/** Longest film, in seconds. */
export const FILM_MAX = 3 * 60 * 60;

/** Bytes of a JSON or form body. */
export const BODY_MAX = 256 * KB;

/** How long an event is kept that nobody has an account for, from its last change on, in milliseconds; as long as a session. */
export const UNCLAIMED_KEPT = 30 * DAY;

/** How long deleted events and clips can be restored, in milliseconds. */
export const RESTORE_WINDOW = 30 * DAY;

/** How long a contributor can undo a withdrawal, in milliseconds. Nobody else can. */
export const WITHDRAWAL_UNDO = HOUR;

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;
export const EMAIL_MAX = 254;
/** A session that is not used ends after this, in milliseconds. */
export const SESSION_LENGTH = 30 * DAY;
/** Every session ends after this, in milliseconds, however much it is used. */
export const SESSION_MAX = 90 * DAY;
/** Browsers that one person is signed in with at once; past that the one that was not used for longest is signed out. */
export const SESSIONS_MAX = 50;
/** How long who signed in, or gave the password, may change what an account is guarded with, in milliseconds. */
export const FRESH_FOR = 15 * MINUTE;
/** How long an admin may act for somebody at a stretch, in milliseconds. */
export const ACTING_FOR = 60 * MINUTE;
/** How long the second step of a sign-in may take, in milliseconds. */
export const SECOND_STEP_WITHIN = 10 * MINUTE;
/** How long mailed links work, in milliseconds. */
export const LINK_LIFETIME = {
  verify: 48 * HOUR,
  reset: HOUR,
  'change-email-old': DAY,
  'change-email-new': DAY,
  'sign-in-link': 10 * MINUTE,
  'undo-deletion': 30 * DAY,
} as const;

/** Lengths in characters of an idea that somebody shares. */
export const IDEA = { titleMin: 8, titleMax: 100, textMax: 1500, answerMax: 600, queryMax: 120 } as const;

/** How long it is kept that somebody who agreed to it signed up, logged in or started a VidDay, in milliseconds. */
export const ANALYTICS_KEPT = 395 * DAY;

/** How long a line of the audit log is kept, in milliseconds. */
export const AUDIT_KEPT = 365 * DAY;
/** How long an account that is to be deleted can still be kept, in milliseconds. */
export const DELETION_DELAY = 30 * DAY;

export type FileKind = keyof typeof MAX_BYTES;

/** Types that phones and browsers give when they know nothing. */
const VAGUE_TYPES = ['', 'application/octet-stream', 'binary/octet-stream', 'application/mp4', 'application/ogg'];
/** Endings of what is clearly no video, photo or sound. */
const OTHER_ENDINGS =
  `7z apk bat bin bmp cmd com csv dmg doc docx exe gz htm html iso jar js json key msi numbers odt pages
  pdf php pkg ppt pptx ps1 psd py rar rtf sh svg tar tif tiff txt vcf wasm xhtml xls xlsx xml zip`.split(/\s+/);

/**
 * What a file claims to be, by its type and the ending of its name: 'unknown' where they do not say, null where they clearly
 * name something that is not accepted. A claim only: after the upload the server looks at the content.
 */
export function claimedKind(type: string, name: string): FileKind | 'unknown' | null {
  const mime = type.split(';')[0]?.trim().toLowerCase() ?? '';
  const ending = name.includes('.') ? (name.split('.').pop()?.toLowerCase() ?? '') : '';
  const kinds = Object.keys(MAX_BYTES) as FileKind[];
  const known =
    kinds.find((kind) => (ACCEPTED[kind] as readonly string[]).includes(mime)) ??
    kinds.find((kind) => (ACCEPTED_ENDINGS[kind] as readonly string[]).includes(ending));
  if (known) return known;
  if (mime === 'image/svg+xml' || OTHER_ENDINGS.includes(ending)) return null;
  return VAGUE_TYPES.includes(mime) || /^(?:video|image|audio)\//.test(mime) ? 'unknown' : null;
}
