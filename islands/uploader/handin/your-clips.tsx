import { Badge } from '../../../views/ui/badge.tsx';
import { Button } from '../../../views/ui/button.tsx';
import { cx } from '../../../views/ui/class-names.ts';
import { List } from '../../../views/ui/list.tsx';
import type { UploadItem } from '../core/upload-item.ts';
import { asksAgain, clipWords, itemName } from './clip-words.ts';
import { ItemStamp, SIGN } from './item-stamp.tsx';

export interface ClipActions {
  keep(id: string): void;
  /** Asks for a replacement, in the way the clip came. */
  redo(item: UploadItem): void;
}

interface YourClipsProps {
  items: readonly UploadItem[];
  posters: Readonly<Record<string, string>>;
  actions: ClipActions;
}

/** Clips sent from this browser, with status and actions. */
export function YourClips({ items, posters, actions }: YourClipsProps) {
  return (
    <section className="giving__yours" aria-labelledby="yours" hidden={items.length === 0}>
      <h2 id="yours">Your clips</h2>
      <List aria-live="polite">
        {items.map((item) => (
          <ClipRow key={item.id} item={item} poster={posters[item.id]} actions={actions} />
        ))}
      </List>
    </section>
  );
}

function ClipRow({ item, poster, actions }: { item: UploadItem; poster?: string; actions: ClipActions }) {
  const { badge, text } = clipWords(item);
  return (
    <li
      className={cx('giving__sent', asksAgain(item) && 'giving__sent--ask')}
      data-phase={item.phase}
      data-item={item.id}
    >
      <ItemStamp item={item} poster={poster} />
      <div className="giving__info">
        <p className="giving__line">
          <strong className="giving__name">
            <bdi>{itemName(item)}</bdi>
          </strong>
          <Badge tone={badge.tone} icon={badge.icon}>
            {badge.text}
          </Badge>
        </p>
        <p className="l-small">{text}</p>
        <ClipButtons item={item} actions={actions} />
      </div>
    </li>
  );
}

function ClipButtons({ item, actions }: { item: UploadItem; actions: ClipActions }) {
  const isChosen = !item.isRecorded && item.kind !== 'text';
  if (asksAgain(item)) {
    return (
      <div className="l-row">
        <Button
          kind="second"
          size="small"
          icon={isChosen ? 'upload' : item.kind === 'video' ? 'rec' : SIGN[item.kind]}
          onClick={() => actions.redo(item)}
        >
          {isChosen ? 'Choose another' : 'Record again'}
        </Button>
        <Button kind="quiet" size="small" onClick={() => actions.keep(item.id)}>
          Keep it
        </Button>
      </div>
    );
  }
  if (item.media?.status === 'failed' && !item.media.isGone) {
    return (
      <div className="l-row">
        <Button kind="second" size="small" onClick={() => actions.redo(item)}>
          Send another one
        </Button>
      </div>
    );
  }
  if (!item.receipt) return null;
  return (
    <p className="l-small">
      <a href={item.receipt.url}>{item.media?.isGone ? 'Look at it' : 'Watch, change or take it back'}</a>
    </p>
  );
}
