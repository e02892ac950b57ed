import { useEffect, useState } from 'react';
import type { LivePlace } from '../../src/shared/contracts/socket-events.ts';
import { Button } from '../../views/ui/button.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { watchDesk } from '../runtime/socket-client.ts';
import { isInUse, loadPage, newRows, showCounts, showPage } from './desk-page.ts';

/** After a message, and at least so long after the page was read last, in milliseconds. */
const SOON = 300;
const PAUSE = 2000;

/**
 * Keeps a page of the desk up to date. While somebody writes there, has a form open or watches a clip, it only offers to
 * show what is new.
 */
export default function DeskLiveIsland({ place }: { place: LivePlace }) {
  const [fresh, setFresh] = useState<Document | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let readAt = 0;
    async function read() {
      timer = undefined;
      readAt = Date.now();
      // After the next change it is tried again.
      const page = await loadPage().catch(() => null);
      if (!page) return;
      showCounts(page);
      const isLater = isInUse();
      if (!isLater) showPage(page);
      setFresh(isLater ? page : null);
    }
    const stop = watchDesk(place, () => {
      timer ??= setTimeout(() => void read(), Math.max(SOON, readAt + PAUSE - Date.now()));
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [place]);
  if (!fresh) return null;
  const rows = newRows(fresh);
  const show = () => {
    showPage(fresh);
    setFresh(null);
  };
  return (
    <Banner
      tone="info"
      icon="info"
      role="status"
      action={
        <Button kind="second" size="small" onClick={show}>
          Show it
        </Button>
      }
    >
      {rows > 0 ? `${rows} new.` : 'Something has changed here.'}
    </Banner>
  );
}
