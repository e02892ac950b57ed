import { OCCASIONS } from '../../src/shared/occasions.ts';
import { Plaque } from '../../views/ui/card.tsx';
import { Wrap } from '../../views/ui/paper.tsx';
import { ShareInvitation, type ShareProps } from './share-invitation.tsx';

/** In place of the player while there are no clips: the invitation. */
export function InviteFirst(props: ShareProps) {
  const isQuiet = OCCASIONS[props.studio.event.occasion].tone === 'quiet';
  return (
    <Wrap className="studio__invite-first">
      <Plaque>
        <h2>{isQuiet ? 'Ask everyone to add something' : 'Now get everyone in on it'}</h2>
        <ShareInvitation {...props} />
      </Plaque>
    </Wrap>
  );
}
