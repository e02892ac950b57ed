import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { CLIP } from '../../src/shared/limits.ts';
import { Button } from '../../views/ui/button.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { List } from '../../views/ui/list.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { useLazy, usePrefetch } from '../runtime/use-lazy.ts';
import { stillToReplace } from './core/choose.ts';
import { loadTus } from './core/transfer.ts';
import type { UploadItem } from './core/upload-item.ts';
import type { HandinSheet } from './handin/handin.tsx';
import type { Invited } from './invited.ts';
import type { Deadline } from './live-event.tsx';
import { canRecord, type RecordingKind } from './recorder/recording.ts';
import { useDiscarded } from './ui/use-discarded.ts';
import { useQueue } from './ui/use-queue.ts';
import { FILES, WaysToGive } from './ui/ways-to-give.tsx';
import { useDeadline } from './use-deadline.ts';
import { useInvitation } from './use-invitation.ts';

export interface UploaderProps {
  event: {
    uuid: string;
    title: string;
    /** First names. */
    recipientNames: string[];
    /** A memorial, a farewell or get-well wishes: quieter texts. */
    isQuiet: boolean;
    prompts: string[];
    /** The creator's limit for a clip, in seconds. Default: the product's. */
    maxLength?: number;
  };
  /** Whether clips are accepted from contributors; absent for makers, who can always add. The server enforces it. */
  collecting?: Deadline & {
    /** The deadline has passed, but not for this visitor's own invitation. */
    hasGrace?: boolean;
    timeZone: string;
    /** Organiser's name; null if unknown. */
    host: string | null;
    /** Whether links can be sent by mail. */
    canMail: boolean;
    /** Whether money or trees can be given beside a clip. */
    takesExtras?: boolean;
  };
  /** False while new uploads are switched off: only words are taken. Default: true. */
  takesFiles?: boolean;
  /** Known contributor, from the session; this browser's stored name takes precedence. */
  contributor?: { name: string } | null;
  /** Who opened their own invitation: their name and address come first, their clip counts as theirs. */
  invited?: Invited | null;
  /** Receipt key of the clip that the next one replaces. */
  replaces?: string | null;
}

/** Longer names would make the primary button too large on a phone. */
const LONG_NAME = 20;

/** What a new recording or card replaces: a completed clip or a draft. */
interface Instead {
  replaces?: string;
  draft?: string;
}

/** The overlay that is open. */
type Desk =
  | { open: 'nothing' }
  | { open: 'recorder'; kind: RecordingKind; prompt: string | null; instead: Instead }
  | { open: 'text'; prompt: string | null; instead: Instead };

const loadHandin = () => import('./handin/handin.tsx').then(({ Handin }) => Handin);
const loadRecorder = () => import('./recorder/recorder-dialog.tsx').then(({ RecorderDialog }) => RecorderDialog);
const loadText = () => import('./ui/text-dialog.tsx').then(({ TextDialog }) => TextDialog);

/** The contributor's page: record, choose, write or speak, then send in `Handin`. */
export default function Uploader(props: UploaderProps) {
  const { event, collecting, takesFiles = true, contributor, invited = null, replaces: replacedAtFirst = null } = props;
  const [queue, view] = useQueue(event.uuid, invited?.key);
  useInvitation(queue, invited);
  const [desk, setDesk] = useState<Desk>({ open: 'nothing' });
  const [sheet, setSheet] = useState<HandinSheet>('none');
  const [trouble, setTrouble] = useState<string | null>(null);
  const discarded = useDiscarded(queue);
  const [wanted, setWanted] = useState(replacedAtFirst);
  const nextReplaces = stillToReplace(wanted, view.items, discarded.ids);
  const [tries, setTries] = useState(0);
  const attempt = `${tries} ${view.online}`;
  const Handin = useLazy(loadHandin, view.items.length > 0, attempt, setTrouble);
  const Recorder = useLazy(loadRecorder, desk.open === 'recorder', attempt, setTrouble);
  const TextDialog = useLazy(loadText, desk.open === 'text', attempt, setTrouble);
  usePrefetch(loadTus);
  const live = useDeadline(event.uuid, collecting ?? null);
  const accepts = live?.moved.acceptsClips ?? collecting?.acceptsClips;
  // An own invitation works longer than the deadline: as the server said, or where it was open when the page came.
  const isLonger = collecting?.hasGrace ?? (invited !== null && collecting?.isClosed === false);
  const isClosed = isLonger ? accepts === false : (live?.moved.isClosed ?? collecting?.isClosed ?? false);
  const [isOld, setOld] = useState(false);
  // Sheets and recorder are dialogs, which iPhones before 15.4 lack.
  useEffect(() => setOld(typeof HTMLDialogElement === 'undefined'), []);
  const canGive = !isClosed && !isOld;
  const cameraApp = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const recordButton = useRef<HTMLButtonElement>(null);
  const replaced = useRef<Instead>({});
  const who = event.recipientNames.join(' and ');
  const maxLength = event.maxLength ?? CLIP.defaultMax;

  const close = () => setDesk({ open: 'nothing' });
  const addFiles = async (files: File[], instead: Instead = {}, isRecorded = false) => {
    close();
    const replaces = instead.replaces ?? nextReplaces ?? undefined;
    if (instead.draft) queue?.remove(instead.draft);
    await queue?.addFiles(files.slice(0, 1), { replaces, isRecorded });
    await queue?.addFiles(files.slice(1));
    setSheet('compose');
  };
  const addText = (text: string, instead: Instead) => {
    close();
    if (instead.draft) queue?.remove(instead.draft);
    queue?.addText(text, { replaces: instead.replaces ?? nextReplaces ?? undefined });
    setSheet('compose');
  };

  const record = (kind: RecordingKind, prompt: string | null, instead: Instead = {}) => {
    setTrouble(null);
    if (canRecord(kind)) return setDesk({ open: 'recorder', kind, prompt, instead });
    replaced.current = instead;
    const field = cameraApp.current;
    if (field) field.accept = `${kind}/*`;
    field?.click();
  };
  /** Records, writes or chooses again, as before, what is completed or a draft. */
  const again = (item: UploadItem, instead: Instead) => {
    setSheet('none');
    if (item.kind === 'text') return setDesk({ open: 'text', prompt: null, instead });
    if (item.isRecorded) return record(item.kind === 'audio' ? 'audio' : 'video', null, instead);
    replaced.current = instead;
    files.current?.click();
  };

  const take = (change: ChangeEvent<HTMLInputElement>) => {
    const taken = [...(change.target.files ?? [])];
    change.target.value = '';
    if (taken.length > 0) void addFiles(taken, replaced.current, change.target === cameraApp.current);
  };

  return (
    <>
      {live && collecting && <live.TimeLeft uuid={event.uuid} moved={live.moved} timeZone={collecting.timeZone} />}
      {nextReplaces && canGive && (
        <Banner
          tone="info"
          icon="retry"
          role="status"
          action={
            <Button kind="quiet" size="small" onClick={() => setWanted(null)}>
              Add another clip instead
            </Button>
          }
        >
          This replaces your clip. The old one stays until it’s in.
        </Banner>
      )}
      {canGive && !takesFiles && (
        <Banner tone="info" icon="clock" role="status" title="Only words for now">
          Videos, photos and voice messages aren’t possible right now. What is in already is safe. Come back in a while,
          or write something.
        </Banner>
      )}
      {canGive && takesFiles && (
        <button
          ref={recordButton}
          type="button"
          className="giving__act giving__act--main giving__act--record"
          onClick={() => record('video', null)}
        >
          <Icon name="rec" />
          <span>
            <strong>
              {who.length > LONG_NAME ? (
                'Record your clip'
              ) : (
                <>
                  Record for <bdi>{who}</bdi>
                </>
              )}
            </strong>
            <span>Opens your camera</span>
          </span>
        </button>
      )}
      <div className="giving__do">
        {collecting && isClosed && (
          <Banner
            tone="info"
            icon="clock"
            role="status"
            title={accepts ? 'The deadline has passed' : 'This VidDay is closed'}
          >
            Ask {collecting.host ?? 'the organiser'} if there’s still time.
          </Banner>
        )}
        {isOld && !isClosed && (
          <Banner tone="warn" role="status">
            Update your phone’s software to send a clip.
          </Banner>
        )}
        <input ref={cameraApp} type="file" accept="video/*" capture="user" hidden onChange={take} />
        <input ref={files} type="file" accept={FILES} hidden onChange={take} />
        {canGive && (
          <WaysToGive
            maxLength={maxLength}
            takesFiles={takesFiles}
            onFiles={(files) => void addFiles(files)}
            onVoice={() => record('audio', null)}
            onWrite={() => setDesk({ open: 'text', prompt: null, instead: {} })}
          />
        )}
        {event.prompts.length > 0 && canGive && takesFiles && (
          <section className="giving__ideas" aria-labelledby="ideas">
            <h2 id="ideas">Stuck? Answer one of these</h2>
            <List>
              {event.prompts.map((prompt) => (
                <li key={prompt}>
                  <button type="button" className="giving__idea" onClick={() => record('video', prompt)}>
                    {prompt}
                    <Icon name="chevron-right" />
                  </button>
                </li>
              ))}
            </List>
          </section>
        )}
        {trouble && (
          <Banner
            tone="warn"
            role="status"
            action={
              <Button kind="quiet" size="small" onClick={() => setTries((count) => count + 1)}>
                Try again
              </Button>
            }
          >
            {trouble}
          </Banner>
        )}
        {Handin && queue && (
          <Handin
            queue={queue}
            view={view}
            discarded={discarded}
            about={{
              recipients: event.recipientNames,
              host: collecting?.host?.trim().split(/\s+/)[0] ?? null,
              isQuiet: event.isQuiet,
              canMail: collecting?.canMail ?? false,
              takesExtras: collecting?.takesExtras ?? false,
              isMaker: collecting === undefined,
              isClosed,
            }}
            knownName={contributor?.name ?? ''}
            sheet={desk.open === 'nothing' ? sheet : 'none'}
            onSheet={setSheet}
            onRedo={(item) => again(item, { replaces: item.receipt?.key })}
            onRecordAgain={(item) => again(item, { draft: item.id, replaces: item.replaces ?? undefined })}
            onAnother={() => recordButton.current?.focus()}
          />
        )}
        {TextDialog && desk.open === 'text' && (
          <TextDialog prompt={desk.prompt} onClose={close} onDone={(text) => addText(text, desk.instead)} />
        )}
        {Recorder && desk.open === 'recorder' && (
          <Recorder
            key={desk.kind}
            kind={desk.kind}
            prompt={desk.prompt}
            title={desk.kind === 'audio' ? `Say it to ${who}` : `For ${who}`}
            fileName={fileName(desk.kind, desk.prompt)}
            maxLength={maxLength}
            onClose={close}
            onDone={(file) => void addFiles([file], desk.instead, true)}
            onInstead={(way) =>
              way === 'voice' ? record('audio', desk.prompt, desk.instead) : setDesk({ ...desk, open: 'text' })
            }
          />
        )}
      </div>
    </>
  );
}

/** Name of a recording: its question, or its time. */
function fileName(kind: RecordingKind, prompt: string | null): string {
  const plain = prompt
    ?.replace(/[/\\?%*:|"<>.]/g, '')
    .slice(0, 60)
    .trim();
  const time = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }).replace(':', '.');
  return plain || `${kind === 'audio' ? 'Voice' : 'Clip'} at ${time}`;
}
