import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { clock, count, date, duration } from '../../src/shared/format.ts';
import { OCCASIONS } from '../../src/shared/occasions.ts';
import { Button } from '../../views/ui/button.tsx';
import { Empty } from '../../views/ui/empty.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { List } from '../../views/ui/list.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { chapterAt } from '../../views/ui/player.tsx';
import { Toast } from '../../views/ui/toast.tsx';
import { ClipTimeline, focusClip } from './clip-timeline.tsx';
import { ClipTools } from './clip-tools.tsx';
import { CopyField } from './copy-field.tsx';
import { DeliverDialog } from './deliver-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { MusicDialog } from './music-dialog.tsx';
import { PreviewPlayer, usePreview } from './preview-player.tsx';
import { PublishBar } from './publish-bar.tsx';
import { binOf, isRendering, type StudioProps, timelineOf } from './studio-state.ts';
import { useReorder } from './use-reorder.ts';
import { idsOf, useStudio } from './use-studio.ts';
import { useToasts } from './use-toasts.ts';
import { BinDialog, VersionsDialog } from './versions-dialog.tsx';

type OpenDialog = 'details' | 'music' | 'deliver' | 'versions' | 'bin' | null;

/** Where the organiser watches, arranges, publishes and gives the film. */
export default function Studio(props: StudioProps) {
  const toasts = useToasts();
  const studio = useStudio(props, toasts);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const { event, preview } = studio;
  const clips = timelineOf(event);
  const bin = binOf(event);
  const chosen = clips.find((clip) => clip.id === chosenId) ?? null;
  const track = props.tracks.find((each) => each.id === event.trackId);

  const reorder = useReorder({
    ids: idsOf(event),
    nameOf: (id) => clips.find((clip) => clip.id === id)?.contributor.name ?? 'Clip',
    onOrder: (ids) => void studio.order(ids),
    onFocusMove: focusClip,
  });
  const player = usePreview(preview);
  const close = () => setDialog(null);
  const firstPoster = clips.find((clip) => !clip.hidden && clip.posterUrl)?.posterUrl ?? null;

  return (
    <>
      <div className="title">
        <p className="crumb small">
          <span className="chipp wrap" aria-hidden="true" />
          {OCCASIONS[event.occasion].label}
          {event.deadline && `, clips until ${date(event.deadline, { timeZone: event.timeZone })}`}
        </p>
        <h1>{event.title}</h1>
        <div className="row acts">
          <Button kind="quiet" size="small" icon="pen" onClick={() => setDialog('details')}>
            Edit details
          </Button>
          {studio.films.length > 0 && (
            <Button kind="quiet" size="small" icon="film" onClick={() => setDialog('versions')}>
              Versions
            </Button>
          )}
          <p className="saved small" role="status">
            {studio.isLive ? (
              <>
                <Icon name={studio.isSaving ? 'clock' : 'check'} />
                {studio.isSaving ? 'Saving' : 'Everything saved'}
              </>
            ) : (
              <>
                <Icon name="offline" />
                No connection, we keep trying
              </>
            )}
          </p>
        </div>
        <Notices {...props} render={studio.render} />
      </div>

      <section className="see" aria-label="Preview">
        {clips.length > 0 ? (
          <PreviewPlayer
            preview={preview}
            controls={player}
            posterUrl={firstPoster}
            label={`${event.title}, as it stands`}
          />
        ) : (
          <Empty title="Nothing to watch yet">The first clip plays here as soon as it is in.</Empty>
        )}
        <p className="small">
          {preview.waiting > 0
            ? `${count(preview.waiting, 'clip is', 'clips are')} being prepared and will join by themselves.`
            : 'This is the film as it stands. Nothing to wait for.'}
        </p>
      </section>

      <section className="chap" aria-labelledby="chapters">
        <h2 id="chapters">Chapters</h2>
        {preview.chapters.length === 0 && <p className="small">One for each person, as their clips come in.</p>}
        <List ordered className="chaps">
          {preview.chapters.map((chapter) => (
            <li key={`${chapter.start}-${chapter.title}`}>
              <button
                type="button"
                aria-current={chapterAt(preview.chapters, player.position) === chapter || undefined}
                onClick={() => player.seek(chapter.start + 0.05)}
              >
                <time>{clock(chapter.start)}</time>
                {chapter.title}
              </button>
            </li>
          ))}
        </List>
      </section>

      <aside className="side">
        <Invite {...props} names={event.contributors.map((each) => each.firstName)} total={event.counts.contributors} />
      </aside>

      <section className="line" aria-labelledby="the-film">
        <div className="line-head">
          <h2 id="the-film">The film</h2>
          <p className="small">
            {count(clips.length, 'clip')}
            {event.length > 0 && `, ${duration(event.length)}`}
          </p>
          <Button kind="second" size="small" icon="music" className="push" onClick={() => setDialog('music')}>
            {track ? `Music: ${track.title}` : 'Music: none'}
          </Button>
          {bin.length > 0 && (
            <Button kind="second" size="small" icon="trash" onClick={() => setDialog('bin')}>
              {count(bin.length, 'removed')}
            </Button>
          )}
        </div>
        <ClipTimeline clips={clips} chosenId={chosenId} reorder={reorder} onChoose={setChosenId} />
        {chosen && (
          <ClipTools
            clip={chosen}
            index={reorder.ids.indexOf(chosen.id)}
            total={clips.length}
            studio={studio}
            reorder={reorder}
          />
        )}
      </section>

      <PublishBar studio={studio} needsAccount={props.needsAccount} onDeliver={() => setDialog('deliver')} />
      {dialog === 'details' && <DetailsDialog studio={studio} onClose={close} />}
      {dialog === 'music' && <MusicDialog studio={studio} tracks={props.tracks} onClose={close} />}
      {dialog === 'deliver' && <DeliverDialog studio={studio} recipientUrl={props.recipientUrl} onClose={close} />}
      {dialog === 'versions' && <VersionsDialog studio={studio} onClose={close} />}
      {dialog === 'bin' && <BinDialog studio={studio} bin={bin} onClose={close} />}
      <Toasts toasts={toasts} />
    </>
  );
}

function Notices({ needsAccount, wasPaid, render }: Pick<StudioProps, 'needsAccount' | 'wasPaid' | 'render'>) {
  return (
    <>
      {needsAccount && (
        <Banner tone="info" icon="info">
          This VidDay lives in this browser only. Create an account to keep it; everything stays as it is.
        </Banner>
      )}
      {wasPaid && !render && (
        <Banner tone="good" icon="check">
          Thank you, it is paid. The film starts as soon as the payment is confirmed, usually within seconds.
        </Banner>
      )}
      {render?.status === 'failed' && !isRendering(render) && (
        <Banner tone="bad" icon="warn" title="The film didn’t finish" role="status">
          {render.error?.message} Nothing was charged twice, and the film before still plays.
        </Banner>
      )}
    </>
  );
}

interface InviteProps {
  inviteUrl: string;
  names: string[];
  total: number;
}

function Invite({ inviteUrl, names, total }: InviteProps) {
  return (
    <section className="card" aria-labelledby="who">
      <div className="line-head">
        <h2 id="who">Who is in</h2>
        <p className="small">{total === 0 ? 'nobody yet' : count(total, 'person', 'people')}</p>
      </div>
      {names.length > 0 && <p>{names.join(', ')}</p>}
      <CopyField
        label="The link to share"
        hint="Friends open it on their phone, record and send. No account, no app. The person it is for must not see it."
        value={inviteUrl}
      />
    </section>
  );
}

/** Toasts stand where the layout keeps a place for them. */
function Toasts({ toasts }: { toasts: ReturnType<typeof useToasts> }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById('toasts')), []);
  if (!place) return null;
  return createPortal(
    toasts.toasts.map((toast) => (
      <Toast
        key={toast.id}
        tone={toast.tone}
        action={
          toast.action && {
            label: toast.action.label,
            onClick: () => {
              toast.action?.onClick();
              toasts.close(toast.id);
            },
          }
        }
        onClose={() => toasts.close(toast.id)}
      >
        {toast.text}
      </Toast>
    )),
    place,
  );
}
