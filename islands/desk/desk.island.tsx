import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { deskPath } from '../../src/shared/chat.ts';
import { Button } from '../../views/ui/button.tsx';
import { cx } from '../../views/ui/class-names.ts';
import { Banner } from '../../views/ui/notice.tsx';
import { DeskList } from './desk-list.tsx';
import type { DeskProps } from './desk-props.ts';
import { createDesk } from './desk-store.ts';
import { DeskThreadView, NoThread } from './desk-thread.tsx';

const TITLE = 'Chat: VidDay';

/** The staff's chat desk. */
export default function DeskIsland(props: DeskProps) {
  const [desk] = useState(() => createDesk(props));
  const state = useSyncExternalStore(desk.subscribe, desk.state, desk.state);
  const [drafts, setDrafts] = useState<Record<string, string>>(() =>
    props.thread && props.draft ? { [props.thread.conversation.id]: props.draft } : {},
  );
  const timeZone = useOwnTimeZone();
  const { thread, unread } = state;
  const openId = thread?.conversation.id ?? null;
  const { show, q } = props;

  useEffect(() => desk.start(), [desk]);
  useEffect(() => {
    document.title = unread > 0 ? `(${unread}) ${TITLE}` : TITLE;
  }, [unread]);

  /** @returns false if another conversation was requested meanwhile */
  const go = useCallback(
    async (id: string | null): Promise<boolean> => {
      if (!id) {
        const left = desk.state().thread?.conversation.id;
        flushSync(() => desk.leaveThread());
        document.querySelector<HTMLElement>(`.staff-chat__entry[href^="/staff/chat/${left}"]`)?.focus();
        return true;
      }
      const isOpen = await desk.showThread(id);
      if (isOpen) document.getElementById('desk-who')?.focus({ preventScroll: true });
      return isOpen;
    },
    [desk],
  );
  useEffect(() => {
    const onPop = () => {
      const id = /^\/staff\/chat\/([0-9a-f]{24})$/.exec(window.location.pathname)?.[1] ?? null;
      go(id).catch(() => window.location.reload());
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [go]);

  /** Opens it in place with its own URL; on failure, navigates to it. */
  const open = (id: string | null) => {
    const path = deskPath({ show, q }, id ?? undefined);
    go(id).then(
      (went) => went && window.history.pushState(null, '', path),
      () => window.location.assign(path),
    );
  };
  const openHanded = (id: string | undefined) => {
    desk.forgetHanded();
    open(id ?? null);
  };
  return (
    <div className={cx('staff-chat__desk', thread && 'staff-chat__desk--thread')}>
      {state.handed && (
        <Banner
          tone="info"
          icon="chat"
          role="status"
          className="staff-chat__news"
          title={`${state.handed.from} handed you a chat`}
          action={<HandedActs onOpen={() => openHanded(state.handed?.conversationId)} onClose={desk.forgetHanded} />}
        >
          {state.handed.note}
        </Banner>
      )}
      <DeskList props={props} list={state.list} openId={openId} timeZone={timeZone} onOpen={open} />
      {thread ? (
        <DeskThreadView
          key={thread.conversation.id}
          props={props}
          desk={desk}
          state={state}
          thread={thread}
          text={drafts[thread.conversation.id] ?? ''}
          onText={(text) => setDrafts((now) => ({ ...now, [thread.conversation.id]: text }))}
          onBack={() => open(null)}
        />
      ) : (
        <NoThread />
      )}
    </div>
  );
}

function HandedActs({ onOpen, onClose }: { onOpen: () => void; onClose: () => void }) {
  return (
    <>
      <Button kind="second" size="small" onClick={onOpen}>
        Open it
      </Button>
      <Button kind="quiet" size="small" onClick={onClose}>
        Later
      </Button>
    </>
  );
}

/** The viewer's time zone; UTC on the server and before hydration. */
function useOwnTimeZone(): string {
  const [zone, setZone] = useState('UTC');
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'), []);
  return zone;
}
