import type { Premiere } from '../../src/shared/contracts/premieres.ts';
import type { PremiereRoom } from '../../src/shared/contracts/socket-events.ts';
import type { GuestbookProps } from '../guestbook/guestbook-props.ts';

export interface PremiereProps {
  /** The key, or the uuid for hosts, by which the page was opened. */
  eventRef: string;
  premiere: Premiere;
  room: PremiereRoom;
  /** "Ruth and Tom" */
  names: string;
  /** Quiet occasions have quieter words. */
  isQuiet: boolean;
  timeZone: string;
  isHost: boolean;
  /** Opened by the recipient’s own key, which reports the opening. */
  isRecipient: boolean;
  /** Known to the room without asking, such as the recipient. */
  hasName: boolean;
  /** Link to the room for guests; null for who is no host. */
  shareUrl: string | null;
  /** The guestbook beside the film; null where there is none. */
  book: GuestbookProps | null;
  /** Where the film is afterwards. */
  filmUrl: string;
  /** Milliseconds since 1970. */
  now: number;
}
