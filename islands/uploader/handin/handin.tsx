import type { UploadQueue } from '../core/queue.ts';
import type { QueueView } from '../core/queue-state.ts';
import { isDraft, isOnItsWay, type UploadItem } from '../core/upload-item.ts';
import type { Discarded } from '../ui/use-discarded.ts';
import { ComposeSheet } from './compose-sheet.tsx';
import { HandinBar } from './handin-bar.tsx';
import type { HandinAbout } from './handin-words.tsx';
import { ProgressSheet } from './progress-sheet.tsx';
import { ThanksSheet } from './thanks-sheet.tsx';
import { usePosters } from './use-posters.ts';
import { type ClipActions, YourClips } from './your-clips.tsx';

/** Requested sheet. */
export type HandinSheet = 'none' | 'compose' | 'progress' | 'thanks';

export interface HandinProps {
  queue: UploadQueue;
  view: QueueView;
  discarded: Discarded;
  about: HandinAbout;
  /** Name known to the page, used if this browser has none. */
  knownName: string;
  sheet: HandinSheet;
  onSheet(sheet: HandinSheet): void;
  /** Asks for a replacement for a clip. */
  onRedo: ClipActions['redo'];
  /** Records a draft again. */
  onRecordAgain(item: UploadItem): void;
  onAnother(): void;
}

/** The flow from choosing a clip to the thanks: sheets, progress, and the bar. */
export function Handin(props: HandinProps) {
  const { queue, view, discarded, about, sheet, onSheet } = props;
  const posters = usePosters(queue, view.items);
  const drafts = view.items.filter((item) => isDraft(item) && !discarded.ids.includes(item.id));
  const isSending = view.items.some(isOnItsWay);
  const sent = view.items.filter((item) => isOnItsWay(item) || (item.phase === 'in' && item.isNews));
  const sending = isSending ? sent : [];
  const news = isSending ? [] : sent;
  const isSentBack = view.notice !== null && drafts.some(({ phase }) => phase === 'uploaded');
  const shown = shownSheet(sheet, { drafts, sending, news }, isSentBack);
  const known = view.contributor.name ? view.contributor : { ...view.contributor, name: props.knownName };
  const done = () => {
    queue.thanked();
    onSheet('none');
  };
  const closeCompose = () => {
    queue.dismissNotice();
    onSheet('none');
  };

  return (
    <>
      <YourClips
        items={view.items.filter(({ phase }) => phase === 'in')}
        posters={posters}
        actions={{ keep: queue.keep, redo: props.onRedo }}
      />
      {shown === 'none' && (
        <HandinBar
          {...{ about, view, drafts, sending, news, posters }}
          canUndo={discarded.ids.length > 0}
          onUndo={discarded.undo}
          onCompose={() => onSheet('compose')}
          onProgress={() => onSheet('progress')}
          onThanks={() => onSheet('thanks')}
          onDone={done}
          onDismiss={queue.dismissNotice}
        />
      )}
      {shown === 'compose' && (
        <ComposeSheet
          {...{ queue, view, about, drafts, posters, known }}
          onClose={closeCompose}
          onSent={() => onSheet(about.isMaker ? 'none' : 'progress')}
          onDiscard={discarded.discard}
          canUndo={discarded.ids.length > 0}
          onUndo={discarded.undo}
          onRecordAgain={props.onRecordAgain}
        />
      )}
      {shown === 'progress' && (
        <ProgressSheet {...{ queue, view, about, posters }} items={sending} onHide={() => onSheet('none')} />
      )}
      {shown === 'thanks' && (
        <ThanksSheet
          {...{ about, posters }}
          items={news}
          onEmail={(email) => queue.giveEmail(email)}
          onDone={done}
          onAnother={() => {
            done();
            props.onAnother();
          }}
        />
      )}
    </>
  );
}

interface Piles {
  drafts: readonly UploadItem[];
  sending: readonly UploadItem[];
  news: readonly UploadItem[];
}

/** Progress turns into thanks when it completes, or back into what is to be corrected; an empty sheet closes. */
function shownSheet(sheet: HandinSheet, { drafts, sending, news }: Piles, isSentBack: boolean): HandinSheet {
  if (sheet === 'compose') return drafts.length > 0 ? 'compose' : 'none';
  if (sheet === 'none') return 'none';
  if (sending.length > 0) return 'progress';
  if (isSentBack) return 'compose';
  return news.length > 0 ? 'thanks' : 'none';
}
