import type { Rsvp } from '../../src/shared/contracts/rsvps.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import { Banner } from '../ui/notice.tsx';

/** A guest who opened their own link. */
export interface ShownInvitation {
  rsvp: Rsvp;
  email: string | null;
  key: string;
  /** The deadline has passed, but this link still works. */
  hasGrace: boolean;
}

interface InvitationNoteProps {
  invited: ShownInvitation;
  timeZone: string;
  hasDeadline: boolean;
}

/** What a guest's own link is good for. */
export function InvitationNote({ invited: { rsvp, hasGrace }, timeZone, hasDeadline }: InvitationNoteProps) {
  const { graceUntil } = rsvp;
  if (hasGrace && graceUntil) {
    return (
      <Banner tone="info" icon="clock" title="The deadline has passed, but not for you">
        Your own link works until {momentInWords(graceUntil, timeZone)}.
      </Banner>
    );
  }
  return (
    <p className="l-small">
      This link is <bdi>{rsvp.firstName}</bdi>’s own. {hasDeadline && 'Running late? It works two days longer.'}
    </p>
  );
}
