import { useEffect, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { deleteMedia } from '../../src/shared/contracts/media.ts';
import type { Thanks } from '../../src/shared/contracts/thanks.ts';
import { THANKS } from '../../src/shared/limits.ts';
import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { List } from '../../views/ui/list.tsx';
import { api } from '../runtime/api.ts';
import type { ThankPanelProps } from './gift-props.ts';

type SentVideosProps = Pick<ThankPanelProps, 'people' | 'openKey' | 'sent' | 'onSent'>;

/** Videos of thanks that went out. Their sender can delete each of them. */
export function SentVideos({ people, openKey, sent, onSent }: SentVideosProps) {
  const [asked, setAsked] = useState<Thanks | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const over = useUndoOver(sent);
  const videos = sent.filter(({ media, undoUntil }) => media && (undoUntil === null || Date.parse(undoUntil) <= over));

  function ask(video: Thanks | null) {
    setTrouble(null);
    setAsked(video);
  }

  async function remove({ id, media }: Thanks) {
    setTrouble(null);
    setBusy(true);
    try {
      await api.call(deleteMedia, { params: { id: media?.id ?? '' }, query: { v: openKey } });
      setAsked(null);
      onSent(sent.filter((each) => each.id !== id));
    } catch (error) {
      setTrouble(error instanceof ApiError ? error.message : 'That didn’t work. Please try again.');
    } finally {
      setBusy(false);
    }
  }

  if (videos.length === 0) return null;
  return (
    <>
      <List className="thanks__sent">
        {videos.map((video) => (
          <li key={video.id}>
            <span>
              Your video to <Thanked {...video} people={people} />
            </span>
            <Button kind="quiet" size="small" icon="trash" onClick={() => ask(video)}>
              Delete it
            </Button>
          </li>
        ))}
      </List>
      {asked && (
        <Dialog
          open
          onClose={() => ask(null)}
          title="Delete your video?"
          actions={
            <>
              <Button kind="danger" icon="trash" busy={isBusy} onClick={() => void remove(asked)}>
                Delete this video
              </Button>
              <Button kind="quiet" onClick={() => ask(null)}>
                Keep it
              </Button>
            </>
          }
        >
          <p>
            Your video to <Thanked {...asked} people={people} /> can’t be watched any more then, and you can’t bring it
            back.
          </p>
          {trouble && (
            <p className="thanks__trouble" role="alert">
              {trouble}
            </p>
          )}
        </Dialog>
      )}
    </>
  );
}

function Thanked({ to, people }: Pick<Thanks, 'to'> & Pick<ThankPanelProps, 'people'>) {
  const one = people.find(({ id }) => id === to);
  if (one) return <bdi>{one.name}</bdi>;
  return to === 'all' ? 'everyone' : 'one person';
}

/** The latest end of an undo time that has passed here. Waits instead of comparing: this device’s clock may be wrong. */
function useUndoOver(sent: readonly Thanks[]): number {
  const [over, setOver] = useState(0);
  const latest = Math.max(0, ...sent.map(({ undoUntil }) => (undoUntil ? Date.parse(undoUntil) : 0)));
  useEffect(() => {
    if (latest <= over) return;
    const timer = setTimeout(() => setOver(latest), THANKS.undo);
    return () => clearTimeout(timer);
  }, [latest, over]);
  return over;
}
