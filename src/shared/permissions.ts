/**
 * Who somebody is at an event: `recipient` and `viewer` hold its keys, `contributor` presents the receipt of a clip, `guest` has
 * nothing but its address. `editor` and `admin` are staff, at every event and away from them.
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

/** `never` outweighs every other role that somebody has at the same time. */
type Cell = 'yes' | 'no' | 'never';
/** One cell for each role, in the order of `ROLES`: a missing one does not compile. */
type RowFor<Columns extends readonly Role[]> = { readonly [K in keyof Columns]: Cell };
type Row = RowFor<typeof ROLES>;

const [yes, no, never] = ['yes', 'no', 'never'] as const;

/** What each role may do. Actions, pages, menus, sockets and tests ask it through `may`. */
// biome-ignore format: a table is read by its columns
const TABLE = {
  //                        creator organiser recipient viewer contributor guest editor admin
  /** Its page and what everybody there may know. */
  'event.read':            [yes,    yes,      yes,      yes,   yes,        yes,  yes,   yes],
  /** Clips, addresses and price; also by its bare id, in the bin and suspended. Live updates of all that. */
  'event.readPrivate':     [yes,    yes,      no,       no,    no,         no,   yes,   yes],
  'event.readPrivateKey':  [yes,    yes,      yes,      no,    no,         no,   yes,   yes],
  'event.readViewKey':     [yes,    yes,      yes,      yes,   no,         no,   yes,   yes],
  /** Send changes at all; `event.edit` and `event.thank` say of which fields. */
  'event.update':          [yes,    yes,      yes,      no,    no,         no,   no,    no],
  'event.edit':            [yes,    yes,      no,       no,    no,         no,   no,    no],
  'event.thank':           [no,     no,       yes,      no,    no,         no,   no,    no],
  /** Put it into the bin and take it out again. */
  'event.delete':          [yes,    no,       no,       no,    no,         no,   no,    yes],
  'event.pay':             [yes,    no,       no,       no,    no,         no,   no,    no],
  'event.deliver':         [yes,    yes,      no,       no,    no,         no,   no,    no],
  'event.report':          [never,  never,    yes,      yes,   yes,        yes,  yes,   yes],
  'recipient.edit':        [yes,    yes,      no,       no,    no,         no,   no,    no],

  'clip.add':              [yes,    yes,      yes,      yes,   yes,        yes,  yes,   yes],
  /** Also when the event takes no clips from others. */
  'clip.addClosed':        [yes,    yes,      no,       no,    no,         no,   no,    no],
  'clip.addThankYou':      [no,     no,       yes,      no,    no,         no,   no,    no],
  /** Send changes at all; `clip.edit` and `clip.hide` say of which fields. */
  'clip.update':           [yes,    yes,      no,       no,    no,         no,   yes,   yes],
  'clip.edit':             [yes,    yes,      no,       no,    no,         no,   no,    no],
  'clip.hide':             [yes,    yes,      no,       no,    no,         no,   yes,   yes],
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
  /** Before the gift's time. */
  'film.watchEarly':       [yes,    yes,      no,       no,    no,         no,   yes,   yes],
  /** Learn whether and when the gift was unwrapped. */
  'gift.readOpened':       [yes,    yes,      yes,      no,    no,         no,   yes,   yes],
  /** Unwrap it so that it counts. */
  'gift.open':             [never,  never,    yes,      no,    no,         no,   never, never],
  'thanks.read':           [yes,    yes,      yes,      no,    no,         no,   yes,   yes],
  /** Send thank-yous, take them back, and see those that are not out yet. */
  'thanks.send':           [never,  never,    yes,      no,    no,         no,   never, never],

  /** Staff pages and their live notifications. */
  'desk.open':             [no,     no,       no,       no,    no,         no,   yes,   yes],
  'chat.answer':           [no,     no,       no,       no,    no,         no,   yes,   yes],
  'announcement.edit':     [no,     no,       no,       no,    no,         no,   yes,   yes],
  'idea.moderate':         [no,     no,       no,       no,    no,         no,   yes,   yes],
  /** The accounts and profiles of others. */
  'user.read':             [no,     no,       no,       no,    no,         no,   no,    yes],
  'user.impersonate':      [no,     no,       no,       no,    no,         no,   no,    yes],
  'audit.read':            [no,     no,       no,       no,    no,         no,   no,    yes],
  /** The way to the site's administration. */
  'site.administer':       [no,     no,       no,       no,    no,         no,   no,    yes],
} as const satisfies Record<string, Row>;

export type Permission = keyof typeof TABLE;
export const PERMISSIONS = Object.keys(TABLE) as readonly Permission[];

/** Whether somebody with these roles may; nobody may anything without a role. */
export function may(roles: Role | readonly Role[], permission: Permission): boolean {
  const cells = [roles].flat().map((role) => TABLE[permission][ROLES.indexOf(role)]);
  return cells.includes(yes) && !cells.includes(never);
}

/** The roles that may by themselves. */
export function rolesThatMay(permission: Permission): Role[] {
  return ROLES.filter((role) => may(role, permission));
}
