import { Plaque } from '../../views/ui/card.tsx';
import { Bow, Ribbon, Wrap } from '../../views/ui/paper.tsx';
import { CopyButton } from '../clipboard/copy-button.tsx';

/** Where the film will play: a parcel that is still to be filled, and the one thing to do about it. */
export function NothingYet({ inviteUrl }: { inviteUrl: string }) {
  return (
    <Wrap className="nothing-yet">
      <Ribbon />
      <Bow />
      <Plaque>
        <h2>Nothing to watch yet</h2>
        <p>Send the link to everyone who should be in the film. Their clips will show up here.</p>
        <CopyButton value={inviteUrl}>Copy the link</CopyButton>
      </Plaque>
    </Wrap>
  );
}
