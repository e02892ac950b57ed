import { Button, IconButton } from '../../../views/ui/button.tsx';
import { Progress } from '../../../views/ui/progress.tsx';
import type { UploadQueue } from '../core/queue.ts';
import type { QueueView } from '../core/queue-state.ts';
import type { UploadItem } from '../core/upload-item.ts';
import { ClipView } from './clip-view.tsx';
import { itemName } from './clip-words.ts';
import { ItemStamp } from './item-stamp.tsx';
import { sentOf } from './progress-words.ts';

interface ChosenClipProps {
  queue: UploadQueue;
  view: QueueView;
  drafts: readonly UploadItem[];
  posters: Readonly<Record<string, string>>;
  /** The item being shown. */
  item: UploadItem;
  onPick(id: string): void;
  onDiscard(id: string): void;
  onRecordAgain(item: UploadItem): void;
}

/** Preview of a clip with its upload progress; the other drafts as stamps. */
export function ChosenClip({ queue, view, drafts, posters, item, onPick, onDiscard, onRecordAgain }: ChosenClipProps) {
  return (
    <div className="handin__clip-side" data-phase={item.phase} data-item={item.id}>
      <ClipView queue={queue} item={item} poster={posters[item.id]} />
      <div className="handin__again">
        <UploadLine item={item} view={view} />
        {item.isRecorded && (
          <Button kind="quiet" size="small" icon="undo" onClick={() => onRecordAgain(item)}>
            Record again
          </Button>
        )}
        <IconButton icon="trash" label={`Throw away “${itemName(item)}”`} onClick={() => onDiscard(item.id)} />
      </div>
      {drafts.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this groups clips
        <div className="handin__strip" role="group" aria-label="What you’re sending">
          {drafts.map((each) => (
            <button
              key={each.id}
              type="button"
              aria-pressed={each.id === item.id}
              aria-label={`Look at “${itemName(each)}”`}
              onClick={() => onPick(each.id)}
            >
              <ItemStamp className="mini-stamps__stamp" item={each} poster={posters[each.id]} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function UploadLine({ item, view }: { item: UploadItem; view: QueueView }) {
  if (item.kind === 'text') return <p className="l-small handin__up">Saved on this device</p>;
  if (item.phase === 'uploaded') {
    return (
      <p className="l-small handin__up" role="status">
        Uploaded
      </p>
    );
  }
  const percent = Math.floor((sentOf(item, view.live[item.id]) / Math.max(1, item.size)) * 100);
  const isStill = !view.online || item.phase === 'held';
  return (
    <p className="l-small handin__up">
      <span className="handin__tiny-bar">
        <Progress label="Uploading in the background" value={percent} state={isStill ? 'paused' : 'running'} />
      </span>
      {isStill ? 'Waiting for a connection' : `Uploading ${percent}%`}
    </p>
  );
}
