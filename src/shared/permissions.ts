import { keysOf } from './known-values.ts';

/**
 * Roles at an event: `recipient` and `viewer` hold its keys, `contributor` a clip's receipt, `guest` only its URL.
 * `editor` and `admin` are staff.
 */
export const ROLES = [
  'creator',
  'organiser',
  'recipient',
  'viewer',
  'contributor',
  'guest',
  'editor',
  'admin',
] as const;
export type Role = (typeof ROLES)[number];

/** `never` overrides a `yes` of the viewer's other roles. */
type Cell = 'yes' | 'no' | 'never';
/** One cell for each role, in the order of `ROLES`: a missing one does not compile. */
type RowFor<Columns extends readonly Role[]> = { readonly [K in keyof Columns]: Cell };
type Row = RowFor<typeof ROLES>;

const [yes, no, never] = ['yes', 'no', 'never'] as const;

/** What each role may do, checked with `may` by actions, pages, menus, sockets and tests. */
// biome-ignore format: a table is read by its columns
const TABLE = {
  //                        creator organiser recipient viewer contributor guest editor admin
  /** The event's page and its public facts. */
  'event.read':            [yes,    yes,      yes,      yes,   yes,        yes,  yes,   yes],
  /** Clips, addresses and price; also by bare id, in the bin and while suspended. Includes live updates. */
  'event.readPrivate':     [yes,    yes,      no,       no,    no,         no,   yes,   yes],
  'event.readPrivateKey':  [yes,    yes,      yes,      no,    no,         no,   yes,   yes],
  'event.readViewKey':     [yes,    yes,      yes,      yes,   no,         no,   yes,   yes],
  /** Send changes; `event.edit` and `event.thank` decide on the fields. */
  'event.update':          [yes,    yes,      yes,      no,    no,         no,   no,    no],
  'event.edit':            [yes,    yes,      no,       no,    no,         no,   no,    no],
  'event.thank':           [no,     no,       yes,      no,    no,         no,   no,    no],
  /** Delete and restore. */
  'event.delete':          [yes,    no,       no,       no,    no,         no,   no,    yes],
  'event.pay':             [yes,    no,       no,       no,    no,         no,   no,    no],
  'event.deliver':         [yes,    yes,      no,       no,    no,         no,   no,    no],
  'event.report':          [never,  never,    yes,      yes,   yes,        yes,  yes,   yes],
  'recipient.edit':        [yes,    yes,      no,       no,    no,         no,   no,    no],
  /** Ask others to organise it, too, remove them, and read the history. */
  'organiser.edit':        [yes,    yes,      no,       no,    no,         no,   no,    no],
  /** The list of guests, with addresses and their links. */
  'guest.read':            [yes,    yes,      no,       no,    no,         no,   no,    no],
  /** Add and remove guests, and write to them. */
  'guest.edit':            [yes,    yes,      no,       no,    no,         no,   no,    no],
  /** Put oneself on the list; only `guest.edit` adds others. */
  'guest.join':            [yes,    yes,      no,       no,    yes,        yes,  yes,   yes],
  /** Change a guest; the holder of an invitation acts as contributor and answers for themselves. */
  'guest.answer':          [yes,    yes,      no,       no,    yes,        no,   no,    no],

  'clip.add':              [yes,    yes,      yes,      yes,   yes,        yes,  yes,   yes],
  /** Even when the event is closed for clips. */
  'clip.addClosed':        [yes,    yes,      no,       no,    no,         no,   no,    no],
  'clip.addThankYou':      [no,     no,       yes,      no,    no,         no,   no,    no],
  /** Change, leave out and move a clip. Staff take clips out at the desk, with a reason (`media.moderate`). */
  'clip.update':           [yes,    yes,      no,       no,    no,         no,   no,    no],
  /** Work on its picture, sound and captions; refused for a clip that staff took out. */
  'clip.edit':             [yes,    yes,      no,       no,    no,         no,   no,    no],
  'clip.remove':           [yes,    yes,      no,       no,    yes,        no,   no,    no],
  'clip.removeThankYou':   [yes,    yes,      yes,      no,    yes,        no,   no,    no],
  'clip.restore':          [yes,    yes,      no,       no,    yes,        no,   no,    no],
  'clip.retry':            [yes,    yes,      no,       no,    yes,        no,   no,    no],
  'contributor.remove':    [yes,    yes,      no,       no,    no,         no,   no,    no],
  'receipt.read':          [no,     no,       no,       no,    yes,        no,   no,    no],
  'receipt.edit':          [no,     no,       no,       no,    yes,        no,   no,    no],

  /** Preview, renders and all versions. */
  'film.read':             [yes,    yes,      no,       no,    no,         no,   yes,   yes],
  'film.publish':          [yes,    yes,      no,       no,    no,         no,   no,    no],
  'film.watch':            [yes,    yes,      yes,      yes,   no,         no,   yes,   yes],
  /** During the embargo. */
  'film.watchEarly':       [yes,    yes,      no,       no,    no,         no,   yes,   yes],
  /** Whether and when the gift was unwrapped. */
  'gift.readOpened':       [yes,    yes,      yes,      no,    no,         no,   yes,   yes],
  /** Unwrap it, recorded as opened. */
  'gift.open':             [never,  never,    yes,      no,    no,         no,   never, never],
  /** Plan a premiere, and play and pause it for everyone. */
  'premiere.host':         [yes,    yes,      no,       no,    no,         no,   no,    no],
  'premiere.join':         [yes,    yes,      yes,      yes,   no,         no,   yes,   yes],
  'thanks.read':           [yes,    yes,      yes,      no,    no,         no,   yes,   yes],
  /** Send and undo thanks, and see unsent ones. */
  'thanks.send':           [never,  never,    yes,      no,    no,         no,   never, never],

  /** An archive of everything; recipients need the makers’ leave as well. */
  'keepsake.read':         [yes,    yes,      yes,      no,    no,         no,   no,    no],

  /** The guestbook beside the film, with its lines. */
  'guestbook.read':        [yes,    yes,      yes,      yes,   yes,        no,   yes,   yes],
  'guestbook.write':       [yes,    yes,      yes,      yes,   yes,        no,   no,    no],
  /** Hide lines, show them again, and see hidden ones. */
  'guestbook.hide':        [yes,    yes,      yes,      no,    no,         no,   yes,   yes],

  /** Write postcards to the film, with the addresses they go to. */
  'postcard.edit':         [yes,    yes,      no,       no,    no,         no,   no,    no],

  /** What was ordered for a film and how it stands, without addresses and prices; `event.pay` is for those who buy. */
  'parcel.read':           [yes,    yes,      no,       no,    no,         no,   no,    yes],

  /** Put money in the pool, or plant trees, for the recipient. */
  'present.give':          [yes,    yes,      no,       no,    yes,        yes,  yes,   yes],
  /** Who gave what. */
  'pool.read':             [yes,    yes,      no,       no,    no,         no,   no,    yes],
  'pool.edit':             [yes,    yes,      no,       no,    no,         no,   no,    no],
  /** The certificate of planted trees. */
  'trees.read':            [yes,    yes,      yes,      no,    no,         no,   no,    yes],
  /** See the pool as a present, and choose what it becomes. */
  'reward.choose':         [never,  never,    yes,      no,    no,         no,   never, never],

  /** The event's own songs; `track.publish` decides on public ones. */
  'track.edit':            [yes,    yes,      no,       no,    no,         no,   yes,   yes],
  'track.publish':         [no,     no,       no,       no,    no,         no,   yes,   yes],

  /** Staff pages and their live notifications. */
  'desk.open':             [no,     no,       no,       no,    no,         no,   yes,   yes],
  'chat.answer':           [no,     no,       no,       no,    no,         no,   yes,   yes],
  'announcement.edit':     [no,     no,       no,       no,    no,         no,   yes,   yes],
  /** Public themes. */
  'theme.edit':            [no,     no,       no,       no,    no,         no,   yes,   yes],
  'idea.moderate':         [no,     no,       no,       no,    no,         no,   yes,   yes],
  /** Read reports, and dismiss or confirm them. */
  'report.handle':         [no,     no,       no,       no,    no,         no,   yes,   yes],
  /** Clips that were reported or marked: look at them, take them out, and clear them. */
  'media.moderate':        [no,     no,       no,       no,    no,         no,   yes,   yes],
  /** A clip as it was uploaded, with its place and device. */
  'media.download':        [no,     no,       no,       no,    no,         no,   yes,   yes],
  /** Close an event to everybody, and open it again. */
  'event.suspend':         [no,     no,       no,       no,    no,         no,   yes,   yes],
  /** Extend, transfer and restore somebody's event. */
  'event.assist':          [no,     no,       no,       no,    no,         no,   no,    yes],
  /** Everything of an event, as one file. */
  'event.package':         [no,     no,       no,       no,    no,         no,   no,    yes],
  /** Jobs, and the renders of all films: look at them, try them again, cancel them. */
  'job.handle':            [no,     no,       no,       no,    no,         no,   yes,   yes],
  /** Make a film that nobody paid for, and publish a render. */
  'render.make':           [no,     no,       no,       no,    no,         no,   no,    yes],
  /** Other users' accounts and profiles. */
  'user.read':             [no,     no,       no,       no,    no,         no,   no,    yes],
  'user.impersonate':      [no,     no,       no,       no,    no,         no,   no,    yes],
  /** Roles, suspensions and sessions of others. */
  'user.edit':             [no,     no,       no,       no,    no,         no,   no,    yes],
  /** Payments, disputes and orders of others. */
  'order.read':            [no,     no,       no,       no,    no,         no,   no,    yes],
  /** Give payments back, and mail them again. */
  'order.refund':          [no,     no,       no,       no,    no,         no,   no,    yes],
  /** Promo codes by staff. */
  'promo.edit':            [no,     no,       no,       no,    no,         no,   no,    yes],
  /** Mail to all accounts. */
  'broadcast.send':        [no,     no,       no,       no,    no,         no,   no,    yes],
  /** Turn features on and off. */
  'switch.edit':           [no,     no,       no,       no,    no,         no,   no,    yes],
  /** Errors of browsers and servers. */
  'error.handle':          [no,     no,       no,       no,    no,         no,   no,    yes],
  /** Figures of the site over time. */
  'metrics.read':          [no,     no,       no,       no,    no,         no,   yes,   yes],
  'audit.read':            [no,     no,       no,       no,    no,         no,   no,    yes],
  /** Link to the site's administration. */
  'site.administer':       [no,     no,       no,       no,    no,         no,   no,    yes],
} as const satisfies Record<string, Row>;

export type Permission = keyof typeof TABLE;
export const PERMISSIONS: readonly Permission[] = keysOf(TABLE);

/** Whether these roles have the permission; false without a role. */
export function may(roles: Role | readonly Role[], permission: Permission): boolean {
  const cells = [roles].flat().map((role) => TABLE[permission][ROLES.indexOf(role)]);
  return cells.includes(yes) && !cells.includes(never);
}

/** Roles that have the permission on their own. */
export function rolesThatMay(permission: Permission): Role[] {
  return ROLES.filter((role) => may(role, permission));
}
