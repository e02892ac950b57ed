import { useEffect, useState } from 'react';
import type { DeskPlace } from '../../src/shared/contracts/socket-events.ts';
import { Button } from '../../views/ui/button.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { connect } from '../runtime/socket-client.ts';

/** Offers to show what changed; nothing moves under a finger, and no typed note is lost. */
export default function DeskLiveIsland({ place }: { place: DeskPlace }) {
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const socket = connect('/staff');
    socket.on('desk:changed', ({ what }) => {
      if (what === place) setOld(true);
    });
    return () => void socket.close();
  }, [place]);
  if (!isOld) return null;
  return (
    <Banner
      tone="info"
      icon="info"
      role="status"
      action={
        <Button kind="second" size="small" onClick={() => window.location.reload()}>
          Show it
        </Button>
      }
    >
      Something has changed here.
    </Banner>
  );
}
