import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../views/ui/button.tsx';
import { cx } from '../../../views/ui/class-names.ts';
import { Progress } from '../../../views/ui/progress.tsx';
import type { QueueView } from '../core/queue-state.ts';
import type { UploadItem } from '../core/upload-item.ts';
import { type HandinAbout, thanksTitle } from './handin-words.tsx';
import { ItemStamp } from './item-stamp.tsx';
import { batchWords } from './progress-words.ts';
import { ThrownAway } from './thrown-away.tsx';

interface HandinBarProps {
  about: HandinAbout;
  view: QueueView;
  drafts: readonly UploadItem[];
  /** Submitted items in progress, with those completed since. */
  sending: readonly UploadItem[];
  /** Completed items, once none is in progress. */
  news: readonly UploadItem[];
  posters: Readonly<Record<string, string>>;
  /** A draft has just been discarded. */
  canUndo: boolean;
  onUndo(): void;
  onCompose(): void;
  onProgress(): void;
  onThanks(): void;
  onDone(): void;
  onDismiss(): void;
}

/** Status of drafts, uploads and completed items in a bottom bar, while no sheet is open. */
export function HandinBar(props: HandinBarProps) {
  const { about, drafts } = props;
  const said = saidIn(props);
  if (said.length === 0) return null;
  return (
    <aside
      className={cx('actbar', about.isMaker && 'actbar--inline', drafts.length > 0 && 'actbar--unsent')}
      aria-label={drafts.length > 0 ? 'Clips you haven’t sent' : 'What you sent'}
    >
      {said}
    </aside>
  );
}

/** The most urgent message first; then what has just happened. */
function saidIn(props: HandinBarProps): ReactNode[] {
  const { view, drafts, sending, news, canUndo } = props;
  const said: ReactNode[] = [];
  if (drafts.length > 0) said.push(<Unsent key="unsent" {...props} />);
  else if (sending.length > 0) said.push(<Sending key="sending" {...props} />);
  else if (news.length > 0) said.push(<Sent key="sent" {...props} />);
  if (canUndo) said.push(<ThrownAway key="undo" onUndo={props.onUndo} />);
  if (view.notice) {
    said.push(
      <Line key="notice">
        <p className="handin__bar-words" role="status">
          {view.notice}
        </p>
        <IconButton icon="close" label="Close" onClick={props.onDismiss} />
      </Line>,
    );
  }
  return said;
}

function Line({ children }: { children: ReactNode }) {
  return <div className="l-page">{children}</div>;
}

function Unsent({ about, drafts, posters, onCompose }: HandinBarProps) {
  const good = drafts.filter(({ phase }) => phase !== 'failed');
  if (good.length === 0) return <Broken count={drafts.length} onCompose={onCompose} />;
  const isUnsafe = good.some(({ safe, kind }) => safe === false && kind !== 'text');
  return (
    <Line>
      <button type="button" className="handin__bar-words" onClick={onCompose}>
        <span className="mini-stamps">
          {good.slice(0, 2).map((item) => (
            <ItemStamp key={item.id} className="mini-stamps__stamp" item={item} poster={posters[item.id]} />
          ))}
        </span>
        <span>
          <strong>{good.length === 1 ? '1 clip not sent' : `${good.length} clips not sent`}</strong>
          <span className="l-small">{isUnsafe ? 'Keep this page open' : 'Saved on this device'}</span>
        </span>
      </button>
      <Button onClick={onCompose}>{about.isMaker ? 'Add' : 'Send'}</Button>
    </Line>
  );
}

function Broken({ count, onCompose }: { count: number; onCompose(): void }) {
  return (
    <Line>
      <p className="handin__bar-words">
        <strong>{count === 1 ? '1 file can’t be sent' : `${count} files can’t be sent`}</strong>
      </p>
      <Button kind="second" onClick={onCompose}>
        Show
      </Button>
    </Line>
  );
}

function Sending({ about, view, sending, onProgress }: HandinBarProps) {
  const words = batchWords(sending, view.live, view.online);
  const what = sending.length === 1 ? '1 clip' : `${sending.length} clips`;
  const verb = about.isMaker ? 'Adding' : 'Sending';
  return (
    <Line>
      <button type="button" className="handin__bar-words" onClick={onProgress}>
        <span className="handin__bar-progress">
          <strong className="l-num">
            {words.state === 'stuck' ? notSent(sending.length, about.isMaker) : `${verb} ${what}, ${words.percent}%`}
          </strong>
          <Progress
            label={`${verb} ${what}`}
            value={words.percent}
            state={words.state === 'moving' ? 'running' : words.state === 'stuck' ? 'failed' : 'paused'}
          />
        </span>
      </button>
      <Button kind="second" onClick={onProgress}>
        Show
      </Button>
    </Line>
  );
}

function notSent(count: number, isMaker: boolean): string {
  if (isMaker) return count > 1 ? 'Not everything was added' : 'The clip wasn’t added';
  return count > 1 ? 'Not everything was sent' : 'Your clip wasn’t sent';
}

function Sent({ about, news, posters, onThanks, onDone }: HandinBarProps) {
  return (
    <Line>
      <button type="button" className="handin__bar-words" onClick={onThanks}>
        <span className="mini-stamps">
          {news.slice(0, 2).map((item) => (
            <ItemStamp key={item.id} className="mini-stamps__stamp" item={item} poster={posters[item.id]} />
          ))}
        </span>
        <strong>{thanksTitle(about, news.length)}</strong>
      </button>
      <IconButton icon="close" label="Close" onClick={onDone} />
    </Line>
  );
}
