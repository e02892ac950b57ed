import { useEffect, useState } from 'react';
import type { LivePlace, ServerEvents } from '../../src/shared/contracts/socket-events.ts';
import { Button, ButtonLink } from '../../views/ui/button.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { watchDesk } from '../runtime/socket-client.ts';
import { hasChanged, isInUse, loadPage, newRows, showCounts, showPage } from './desk-page.ts';

/** After a message, and at least so long after the page was read last, in milliseconds. */
const SOON = 300;
const PAUSE = 2000;

/**
 * Keeps a page of the desk up to date. While somebody writes there, has a form open or watches a clip, it only offers to
 * show what is new. A chat that a colleague hands over is said on every page.
 * @param place null: a page that shows no changes
 */
export default function DeskLiveIsland({ place }: { place: LivePlace | null }) {
  const [fresh, setFresh] = useState<Document | null>(null);
  const [handed, setHanded] = useState<ServerEvents['chat:handed'] | null>(null);
  useEffect(showPlace, []);
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
      const isNew = hasChanged(page);
      const isLater = isNew && isInUse();
      if (isNew && !isLater) showPage(page);
      setFresh(isLater ? page : null);
    }
    const later = () => {
      timer ??= setTimeout(() => void read(), Math.max(SOON, readAt + PAUSE - Date.now()));
    };
    const stop = watchDesk(place, later, setHanded);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [place]);
  return (
    <>
      {handed && <Handed chat={handed} onClose={() => setHanded(null)} />}
      {fresh && <Fresh page={fresh} onShown={() => setFresh(null)} />}
    </>
  );
}

/** On a phone the places are a row that is wider than the screen. */
function showPlace(): void {
  const nav = document.querySelector<HTMLElement>('.desk__nav');
  const here = nav?.querySelector<HTMLElement>('[aria-current]');
  if (nav && here) nav.scrollLeft = here.offsetLeft - (nav.clientWidth - here.offsetWidth) / 2;
}

function Handed({ chat, onClose }: { chat: ServerEvents['chat:handed']; onClose: () => void }) {
  return (
    <Banner
      tone="info"
      icon="chat"
      role="status"
      title={`${chat.from} handed you a chat`}
      action={
        <>
          <ButtonLink kind="second" size="small" href={`/staff/chat/${chat.conversationId}`}>
            Open it
          </ButtonLink>
          <Button kind="quiet" size="small" onClick={onClose}>
            Later
          </Button>
        </>
      }
    >
      {chat.note}
    </Banner>
  );
}

function Fresh({ page, onShown }: { page: Document; onShown: () => void }) {
  const rows = newRows(page);
  const show = () => {
    showPage(page);
    onShown();
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
