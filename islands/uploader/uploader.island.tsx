import { type ChangeEvent, type ComponentType, useEffect, useRef, useState } from 'react';
import { CLIP } from '../../src/shared/limits.ts';
import type { OccasionType } from '../../src/shared/occasions.ts';
import { Button } from '../../views/ui/button.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { List } from '../../views/ui/list.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import type { UploadItem } from './core/upload-item.ts';
import type { Deadline, TimeLeft } from './live-event.tsx';
import type { RecorderDialogProps } from './recorder/recorder-dialog.tsx';
import { canRecord, type RecordingKind } from './recorder/recording.ts';
import { ContributorFields } from './ui/contributor-fields.tsx';
import { type ItemActions, ItemRow } from './ui/item-row.tsx';
import { TextDialog } from './ui/text-dialog.tsx';
import { useQueue } from './ui/use-queue.ts';
import { WaysToGive } from './ui/ways-to-give.tsx';

export interface UploaderProps {
  event: {
    uuid: string;
    title: string;
    /** First names. */
    recipientNames: string[];
    occasion: OccasionType;
    prompts: string[];
    /** The creator's own cap on a clip, in seconds; the product's unless given. */
    maxLength?: number;
  };
  /** Whether clips are taken, for contributors; absent where the makers add their own at any time. The server holds it. */
  collecting?: {
    isClosed: boolean;
    acceptsClips: boolean;
    timeZone: string;
    /** Who invites. */
    host: string;
  };
  /** Somebody who is known, e.g. by an invitation or a session; what this browser remembers goes first. */
  contributor?: { name: string } | null;
  /** Receipt key of an own clip whose place the next one takes. */
  replaces?: string | null;
}

/** Names longer than this would make the button at the thumb cover half a phone. */
const LONG_NAME = 20;

/** What is open over the page. */
type Desk =
  | { open: 'nothing' }
  | { open: 'recorder'; kind: RecordingKind; prompt: string | null; replaces?: string }
  | { open: 'text'; prompt: string | null; replaces?: string };

/** Everything a contributor does: record, choose, write, speak; and what became of it. */
export default function Uploader({ event, collecting, contributor, replaces: replacedAtFirst = null }: UploaderProps) {
  const [queue, view] = useQueue(event.uuid);
  const [desk, setDesk] = useState<Desk>({ open: 'nothing' });
  const [Recorder, setRecorder] = useState<ComponentType<RecorderDialogProps> | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [nextReplaces, setNextReplaces] = useState(replacedAtFirst);
  const live = useDeadline(collecting ? event.uuid : null);
  const accepts = live?.moved.acceptsClips ?? collecting?.acceptsClips;
  const isClosed = live?.moved.isClosed ?? collecting?.isClosed ?? false;
  const cameraApp = useRef<HTMLInputElement>(null);
  const replaced = useRef<string | undefined>(undefined);
  const who = event.recipientNames.join(' and ');
  const maxLength = event.maxLength ?? CLIP.defaultMax;
  const known = view.contributor.name ? view.contributor : { ...view.contributor, name: contributor?.name ?? '' };

  const close = () => setDesk({ open: 'nothing' });
  /** What the next clip takes the place of; only the next one. */
  const takeReplaced = () => {
    setNextReplaces(null);
    return nextReplaces ?? undefined;
  };
  /** A name that the page knew counts although nobody typed it. */
  const sign = () => {
    if (!view.contributor.name && known.name) queue?.setContributor(known);
  };
  const addFiles = async (files: File[], replaces = takeReplaced()) => {
    close();
    sign();
    await queue?.addFiles(files.slice(0, 1), { replaces });
    await queue?.addFiles(files.slice(1));
  };

  const record = async (kind: RecordingKind, prompt: string | null, replaces?: string) => {
    setTrouble(null);
    if (!canRecord(kind)) {
      replaced.current = replaces;
      const field = cameraApp.current;
      if (field) field.accept = `${kind}/*`;
      field?.click();
      return;
    }
    try {
      const { RecorderDialog } = await import('./recorder/recorder-dialog.tsx');
      setRecorder(() => RecorderDialog);
      setDesk({ open: 'recorder', kind, prompt, replaces });
    } catch {
      setTrouble('The camera couldn’t load. Use “Choose” instead.');
    }
  };

  const actions: ItemActions = {
    pause: (id) => queue?.pause(id),
    resume: (id) => queue?.resume(id),
    remove: (id) => queue?.remove(id),
    keep: (id) => queue?.keep(id),
    redo: (item: UploadItem) => {
      const replaces = item.receipt?.key;
      if (item.kind === 'text') setDesk({ open: 'text', prompt: null, replaces });
      else void record(item.kind === 'audio' ? 'audio' : 'video', null, replaces);
    },
  };

  const takeFromApp = (change: ChangeEvent<HTMLInputElement>) => {
    const files = [...(change.target.files ?? [])];
    change.target.value = '';
    if (files.length > 0) void addFiles(files, replaced.current);
  };
  const notice = trouble ?? view.notice;
  const unsafe = view.items.some((item) => item.safe === false && item.phase !== 'in' && item.phase !== 'failed');

  return (
    <>
      {live && collecting && <live.TimeLeft moved={live.moved} timeZone={collecting.timeZone} />}
      {nextReplaces && !isClosed && (
        <Banner
          tone="info"
          icon="retry"
          role="status"
          action={
            <Button kind="quiet" size="small" onClick={() => setNextReplaces(null)}>
              Add another clip instead
            </Button>
          }
        >
          This replaces your clip. The old one stays until it’s in.
        </Banner>
      )}
      {!isClosed && (
        <button type="button" className="act main rec" onClick={() => void record('video', null)}>
          <Icon name="rec" />
          <span>
            <strong>{who.length > LONG_NAME ? 'Record your clip' : `Record for ${who}`}</strong>
            <span>Opens your camera</span>
          </span>
        </button>
      )}
      <div className="do">
        {collecting && isClosed && (
          <Banner
            tone="info"
            icon="clock"
            role="status"
            title={accepts ? 'The deadline has passed' : 'This VidDay is closed'}
          >
            Ask {collecting.host} if there’s still time.
          </Banner>
        )}
        <input ref={cameraApp} type="file" accept="video/*" capture="user" hidden onChange={takeFromApp} />
        {!isClosed && (
          <WaysToGive
            maxLength={maxLength}
            onFiles={(files) => void addFiles(files)}
            onVoice={() => void record('audio', null)}
            onWrite={() => setDesk({ open: 'text', prompt: null })}
          />
        )}
        {event.prompts.length > 0 && !isClosed && (
          <section className="ideas" aria-labelledby="ideas">
            <h2 id="ideas">Stuck? Answer one of these</h2>
            <List>
              {event.prompts.map((prompt) => (
                <li key={prompt}>
                  <button type="button" className="idea" onClick={() => void record('video', prompt)}>
                    {prompt}
                    <Icon name="chevron-right" />
                  </button>
                </li>
              ))}
            </List>
          </section>
        )}
        <section className="yours" aria-labelledby="yours" hidden={view.items.length === 0 && !notice}>
          <h2 id="yours">Your clips</h2>
          {!view.online && (
            <Banner tone="warn" icon="offline" role="status">
              You’re offline. We’ll carry on when you’re back.
            </Banner>
          )}
          {unsafe && (
            <Banner tone="warn" role="status">
              Your phone is full, so please leave this page open until it’s sent.
            </Banner>
          )}
          {notice && (
            <Banner
              tone="info"
              role="status"
              action={
                <Button
                  kind="quiet"
                  size="small"
                  onClick={() => {
                    setTrouble(null);
                    queue?.dismissNotice();
                  }}
                >
                  All right
                </Button>
              }
            >
              {notice}
            </Banner>
          )}
          <List aria-live="polite">
            {view.items.map((item) => (
              <ItemRow key={item.id} item={item} live={view.live[item.id]} online={view.online} actions={actions} />
            ))}
          </List>
        </section>
        <ContributorFields
          contributor={known}
          isWanted={view.items.some((item) => item.phase === 'unnamed')}
          onChange={(given) => queue?.setContributor(given)}
        />
        <TextDialog
          open={desk.open === 'text'}
          prompt={desk.open === 'text' ? desk.prompt : null}
          onClose={close}
          onDone={(text) => {
            sign();
            const replaces = desk.open === 'text' ? desk.replaces : undefined;
            queue?.addText(text, { replaces: replaces ?? takeReplaced() });
            close();
          }}
        />
        {Recorder && desk.open === 'recorder' && (
          <Recorder
            kind={desk.kind}
            prompt={desk.prompt}
            title={desk.kind === 'audio' ? `Say it to ${who}` : `For ${who}`}
            fileName={fileName(desk.kind, desk.prompt)}
            maxLength={maxLength}
            onClose={close}
            onDone={(file) => void addFiles([file], desk.replaces)}
          />
        )}
      </div>
    </>
  );
}

/** A deadline that moves while the page is open. What hears of it comes once the page has nothing else to do. */
function useDeadline(uuid: string | null): { moved: Deadline; TimeLeft: typeof TimeLeft } | null {
  const [live, setLive] = useState<{ moved: Deadline; TimeLeft: typeof TimeLeft } | null>(null);
  useEffect(() => {
    if (uuid === null) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    import('./live-event.tsx').then(
      ({ watchDeadline, TimeLeft }) => {
        if (!isOver) stop = watchDeadline(uuid, (moved) => setLive({ moved, TimeLeft }));
      },
      // Without it the page stays as it came; the server refuses what comes too late.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [uuid]);
  return live;
}

/** What a recording is called in the list: its question, or when it was made. */
function fileName(kind: RecordingKind, prompt: string | null): string {
  const plain = prompt
    ?.replace(/[/\\?%*:|"<>.]/g, '')
    .slice(0, 60)
    .trim();
  const time = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }).replace(':', '.');
  return plain || `${kind === 'audio' ? 'Voice' : 'Clip'} at ${time}`;
}
