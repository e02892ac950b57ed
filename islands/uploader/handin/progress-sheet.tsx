import { Badge } from '../../../views/ui/badge.tsx';
import { Button } from '../../../views/ui/button.tsx';
import { Drawer } from '../../../views/ui/drawer.tsx';
import { List } from '../../../views/ui/list.tsx';
import { Banner } from '../../../views/ui/notice.tsx';
import { Progress } from '../../../views/ui/progress.tsx';
import type { UploadQueue } from '../core/queue.ts';
import type { QueueView } from '../core/queue-state.ts';
import { isOpen, type UploadItem } from '../core/upload-item.ts';
import { itemName } from './clip-words.ts';
import { type HandinAbout, sendingTitle } from './handin-words.tsx';
import { ItemStamp } from './item-stamp.tsx';
import { batchWords, rowWords } from './progress-words.ts';

interface ProgressSheetProps {
  queue: UploadQueue;
  view: QueueView;
  about: HandinAbout;
  /** All items of this Send. */
  items: readonly UploadItem[];
  posters: Readonly<Record<string, string>>;
  onHide(): void;
}

/** Errors that a retry can't fix. */
const HOPELESS = new Set(['WRONG_TYPE', 'TOO_LARGE', 'FIELDS_REFUSED', 'FILE_GONE', 'FILE_UNREADABLE']);

/** Overall progress of the submitted items, and each item’s status. */
export function ProgressSheet({ queue, view, about, items, posters, onHide }: ProgressSheetProps) {
  const words = batchWords(items, view.live, view.online);
  const open = items.filter(isOpen);
  const isPaused = words.state === 'paused';
  const isUnsafe = open.some(({ safe, sent, size }) => safe === false && sent < size);
  const turn = () => {
    for (const { id } of open) {
      if (isPaused) queue.resume(id);
      else queue.pause(id);
    }
  };
  return (
    <Drawer
      title={sendingTitle(about, items.length)}
      closeLabel="Hide. It carries on"
      onClose={onHide}
      footer={
        <div className="drawer__two">
          <Button kind="second" onClick={onHide}>
            Hide
          </Button>
          {open.length > 0 && (
            <Button kind="second" icon={isPaused ? 'play' : 'pause'} onClick={turn}>
              {isPaused ? 'Resume' : 'Pause'}
            </Button>
          )}
        </div>
      }
    >
      <div className="handin__all" data-state={words.state}>
        <p className="handin__of-all">
          <span className="l-display l-num">{words.percent}%</span> <span className="l-small">{words.text}</span>
        </p>
        <Progress
          label={items.length > 1 ? `All ${items.length} clips` : 'Your clip'}
          value={words.percent}
          state={words.state === 'moving' ? 'running' : words.state === 'stuck' ? 'failed' : 'paused'}
        />
        {isUnsafe ? (
          <Banner tone="warn" role="status">
            Your phone is full, so please leave this page open until it’s sent.
          </Banner>
        ) : words.state === 'stuck' ? null : (
          <p className="l-small">Keep this page open if you can. If the connection drops, we’ll pick up right here.</p>
        )}
      </div>
      <List className="handin__rows" aria-live="polite">
        {items.map((item) => (
          <ProgressRow key={item.id} queue={queue} view={view} item={item} poster={posters[item.id]} />
        ))}
      </List>
    </Drawer>
  );
}

interface ProgressRowProps {
  queue: UploadQueue;
  view: QueueView;
  item: UploadItem;
  poster?: string;
}

function ProgressRow({ queue, view, item, poster }: ProgressRowProps) {
  const { badge, text } = rowWords(item, view.live[item.id]);
  return (
    <li data-phase={item.phase} data-item={item.id}>
      <ItemStamp className="mini-stamps__stamp" item={item} poster={poster} />
      <p>
        <strong title={itemName(item)}>
          <bdi>{itemName(item)}</bdi>
        </strong>
        <span className="l-small l-num" aria-live="off">
          {text}
        </span>
      </p>
      <Badge tone={badge.tone} icon={badge.icon}>
        {badge.text}
      </Badge>
      {item.phase === 'failed' && (
        <div className="l-row">
          {!HOPELESS.has(item.problem?.code ?? '') && (
            <Button kind="second" size="small" icon="retry" onClick={() => queue.resume(item.id)}>
              Try again
            </Button>
          )}
          <Button kind="quiet" size="small" onClick={() => queue.remove(item.id)}>
            Leave it out
          </Button>
        </div>
      )}
    </li>
  );
}
