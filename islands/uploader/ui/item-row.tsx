import { Badge } from '../../../views/ui/badge.tsx';
import { Button, IconButton } from '../../../views/ui/button.tsx';
import { cx } from '../../../views/ui/class-names.ts';
import type { IconName } from '../../../views/ui/icon.tsx';
import { Progress } from '../../../views/ui/progress.tsx';
import { Stamp, StampFill } from '../../../views/ui/stamp.tsx';
import type { LiveProgress, UploadItem } from '../core/upload-item.ts';
import { asksAgain, itemName, itemWords } from './item-words.ts';

export interface ItemActions {
  pause(id: string): void;
  resume(id: string): void;
  remove(id: string): void;
  keep(id: string): void;
  /** Makes a new one in the place of this one. */
  redo(item: UploadItem): void;
}

interface ItemRowProps {
  item: UploadItem;
  live: LiveProgress | undefined;
  online: boolean;
  actions: ItemActions;
}

const SIGN: Record<UploadItem['kind'], IconName> = { video: 'film', photo: 'photo', audio: 'mic', text: 'pen' };
/** Trying again would end the same way. */
const HOPELESS = new Set(['WRONG_TYPE', 'TOO_LARGE', 'EVENT_CLOSED', 'FIELDS_REFUSED', 'FILE_GONE', 'FILE_UNREADABLE']);

/** One thing that was given: how far it is, what is the matter with it, and what can be done. */
export function ItemRow({ item, live, online, actions }: ItemRowProps) {
  const words = itemWords(item, live, online);
  const plain = itemName(item);
  const name = `“${plain}”`;
  return (
    <li className={cx('sent', asksAgain(item) && 'ask')} data-phase={item.phase} data-item={item.id}>
      <Stamp src={item.media?.posterUrl} alt="">
        {item.media?.posterUrl ? undefined : (
          <StampFill
            kind={item.kind === 'text' ? 'words' : 'plain'}
            icon={item.kind === 'text' ? undefined : SIGN[item.kind]}
          >
            {item.text}
          </StampFill>
        )}
      </Stamp>
      <div className="info">
        <p className="line">
          <strong className="item-name">{plain}</strong>
          {words.badge && (
            <Badge tone={words.badge.tone} icon={words.badge.icon}>
              {words.badge.text}
            </Badge>
          )}
        </p>
        <p className="small num" aria-live={words.moving ? 'off' : undefined}>
          {words.text}
        </p>
        {words.progress !== null && (
          <Progress
            label={words.still ? `${name}, waiting` : `Sending ${name}`}
            value={Math.round(words.progress * 100)}
            state={words.still ? 'paused' : 'running'}
          />
        )}
        <ItemButtons item={item} actions={actions} />
      </div>
      <CornerButton item={item} name={name} actions={actions} />
    </li>
  );
}

function ItemButtons({ item, actions }: { item: UploadItem; actions: ItemActions }) {
  if (asksAgain(item)) {
    return (
      <div className="row">
        <Button
          kind="second"
          size="small"
          icon={SIGN[item.kind] === 'film' ? 'rec' : SIGN[item.kind]}
          onClick={() => actions.redo(item)}
        >
          {item.kind === 'photo' ? 'Choose another' : 'Record again'}
        </Button>
        <Button kind="quiet" size="small" onClick={() => actions.keep(item.id)}>
          Keep it
        </Button>
      </div>
    );
  }
  if (item.phase === 'in' && item.media?.status === 'failed') {
    return (
      <div className="row">
        <Button kind="second" size="small" onClick={() => actions.redo(item)}>
          Send another one
        </Button>
      </div>
    );
  }
  if (item.phase === 'in' && item.receipt) {
    return (
      <p className="small">
        <a href={item.receipt.url}>Watch, swap or take it back</a>
      </p>
    );
  }
  if (item.phase === 'failed' && !HOPELESS.has(item.problem?.code ?? '')) {
    return (
      <div className="row">
        <Button kind="second" size="small" icon="retry" onClick={() => actions.resume(item.id)}>
          Try again
        </Button>
      </div>
    );
  }
  return null;
}

function CornerButton({ item, name, actions }: { item: UploadItem; name: string; actions: ItemActions }) {
  switch (item.phase) {
    case 'sending':
    case 'waiting':
      return <IconButton icon="pause" label={`Pause sending ${name}`} onClick={() => actions.pause(item.id)} />;
    case 'paused':
      return <IconButton icon="play" label={`Resume sending ${name}`} onClick={() => actions.resume(item.id)} />;
    case 'held':
      return <IconButton icon="retry" label={`Try ${name} now`} onClick={() => actions.resume(item.id)} />;
    case 'failed':
      return <IconButton icon="close" label={`Remove ${name}`} onClick={() => actions.remove(item.id)} />;
    default:
      return null;
  }
}
