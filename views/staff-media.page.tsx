import type { Report } from '../src/shared/contracts/reports.ts';
import type { StaffClip } from '../src/shared/contracts/staff-media.ts';
import { filterQuery } from '../src/shared/desk-lists.ts';
import { duration, listNames } from '../src/shared/format.ts';
import type { FlagReason, ModerationState } from '../src/shared/moderation.ts';
import { may } from '../src/shared/permissions.ts';
import type { PageHead } from './layout/document.tsx';
import type { DangerNotesProps } from './staff/danger-notes.tsx';
import { DeskAct, type RefusedAct } from './staff/desk-act.tsx';
import { agoWords, type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { DeskSplit } from './staff/desk-split.tsx';
import { Facts } from './staff/facts.tsx';
import { Pager } from './staff/pager.tsx';
import { Badge, type BadgeTone } from './ui/badge.tsx';
import { Button } from './ui/button.tsx';
import { Empty } from './ui/empty.tsx';
import { Select } from './ui/select.tsx';
import { TabLinks } from './ui/tabs.tsx';

interface ClipFilter {
  state: ModerationState;
  reason?: FlagReason | undefined;
  kind?: StaffClip['kind'] | undefined;
}

/** A clip with the title of its event. */
type ClipRow = StaffClip & { title: string };

export interface StaffMediaPageProps {
  frame: DeskFrame;
  filter: ClipFilter;
  clips: readonly ClipRow[];
  total: number;
  /** Older ones; null at the end. */
  nextHref: string | null;
  /** Not the first page. */
  isLater: boolean;
  /** Versions of the film that have it, newest first, and who reported it. */
  shown: (ClipRow & { versions: readonly number[]; reports: readonly Report[] }) | null;
  proof: DangerNotesProps['proof'];
  refused: RefusedAct | null;
}

const STATES: Record<ModerationState, { tab: string; badge: string; tone: BadgeTone | undefined; none: string }> = {
  open: {
    tab: 'To look at',
    badge: 'Waits for us',
    tone: 'bad',
    none: 'No clip waits. Reported ones show up here, and those with crude words or web addresses.',
  },
  hidden: { tab: 'Taken out', badge: 'Taken out', tone: 'warn', none: 'No clip is taken out.' },
  cleared: { tab: 'Cleared', badge: 'Cleared', tone: 'good', none: 'No clip was looked at yet.' },
};
const REASONS: Record<FlagReason, string> = { reported: 'Reported', words: 'Crude words', link: 'Web address' };
const KINDS: Record<StaffClip['kind'], string> = { video: 'Video', photo: 'Photo', text: 'Text', audio: 'Voice' };

export function clipsPath({ id, ...filter }: ClipFilter & { id?: string }): string {
  const { state, reason, kind } = filter;
  return `/staff/media?${filterQuery({ show: state, reason, kind, id })}`;
}

export function staffMediaHead(): PageHead {
  return { ...deskHead('Clips'), sheet: 'desk' };
}

/** `/staff/media`: clips that were reported or marked, and what staff decided. Works without script. */
export function StaffMediaPage(props: StaffMediaPageProps) {
  const { frame, filter, clips, total, shown, nextHref, isLater } = props;
  const { state, reason, kind } = filter;
  const tabs = (Object.keys(STATES) as ModerationState[]).map((value) => ({
    href: clipsPath({ state: value, reason, kind }),
    label: STATES[value].tab,
    isCurrent: value === state,
    ...(value === state && total > 0 && { count: total }),
  }));
  return (
    <DeskLayout frame={frame} here="/staff/media" title="Clips" live="media">
      <TabLinks label="Which clips" tabs={tabs} />
      <Filter {...filter} />
      {clips.length === 0 && !shown ? (
        <Empty title="All clear">{STATES[state].none}</Empty>
      ) : (
        <DeskSplit
          lines={clips.map((clip) => ({
            id: clip.id,
            href: clipsPath({ ...filter, id: clip.id }),
            isCurrent: clip.id === shown?.id,
            title: clip.contributor.name || 'No name',
            aside: agoWords(clip.moderation?.at ?? clip.createdAt, frame.now),
            text: `${KINDS[clip.kind]}, ${clip.title}`,
          }))}
          below={<Pager nextHref={nextHref} firstHref={isLater ? clipsPath(filter) : null} />}
        >
          {shown && <ClipPanel {...props} clip={shown} />}
        </DeskSplit>
      )}
    </DeskLayout>
  );
}

function Filter({ state, reason = '' as const, kind = '' as const }: { [K in keyof ClipFilter]: ClipFilter[K] | '' }) {
  const options = (all: string, labels: Readonly<Record<string, string>>) => [
    { value: '', label: all },
    ...Object.entries(labels).map(([value, label]) => ({ value, label })),
  ];
  return (
    <form method="get" action="/staff/media" className="desk-filters__form">
      <input type="hidden" name="show" value={state} />
      <Select label="Reason" hideLabel name="reason" defaultValue={reason} options={options('Any reason', REASONS)} />
      <Select label="Kind" hideLabel name="kind" defaultValue={kind} options={options('Any kind', KINDS)} />
      <Button type="submit" kind="second" size="small">
        Show
      </Button>
    </form>
  );
}

type PanelProps = StaffMediaPageProps & { clip: NonNullable<StaffMediaPageProps['shown']> };

function ClipPanel({ frame, clip, ...rest }: PanelProps) {
  const { moderation, contributor, caption, reports, versions, createdAt } = clip;
  const { now } = frame;
  const state = moderation && STATES[moderation.state];
  const kind = KINDS[clip.kind];
  return (
    <article className="desk-panel" aria-labelledby="clip">
      <h2 id="clip">
        <bdi>{contributor.name || 'No name'}</bdi>
      </h2>
      <p className="l-row">
        {state && <Badge tone={state.tone}>{state.badge}</Badge>}
        {moderation?.reasons.map((reason) => (
          <Badge key={reason}>{REASONS[reason]}</Badge>
        ))}
        {clip.hidden && <Badge icon="eye-off">Left out by its makers</Badge>}
      </p>
      <Content clip={clip} />
      {reports.map(({ id, text, reporter, status, createdAt: at }) => (
        <p key={id} className="l-small">
          <bdi>{reporter}</bdi>, {agoWords(at, now)}: <bdi>{text ? `“${text}”` : 'no words'}</bdi>{' '}
          <a href={`/staff/reports?show=${status}&id=${id}`}>See the report</a>
        </p>
      ))}
      {moderation?.note && (
        <p className="l-small">
          {agoWords(moderation.at, now)}: <bdi>“{moderation.note}”</bdi>
        </p>
      )}
      <Facts
        of={[
          [
            'VidDay',
            <a key="event" href={`/staff/events/${clip.eventId}#${clip.id}`}>
              <bdi>{clip.title}</bdi>
            </a>,
          ],
          ['Kind', clip.isThankYou ? `${kind}, a thank-you` : kind],
          ['Sent', agoWords(createdAt, now)],
          ...(contributor.email ? [['Address', <bdi key="to">{contributor.email}</bdi>] as const] : []),
          ...(caption ? [['Caption', <bdi key="said">{caption}</bdi>] as const] : []),
          ...(clip.kind === 'text' ? [] : [['Length', duration(clip.length)] as const]),
          ['In the film', versions.length > 0 ? `version ${listNames(versions.map(String))}` : 'no version'],
        ]}
      />
      <Acts {...rest} frame={frame} clip={clip} />
    </article>
  );
}

function Content({ clip: { kind, text, caption, posterUrl, previewUrl } }: { clip: StaffClip }) {
  if (kind === 'text') {
    return (
      <blockquote className="staff-reports__quote">
        <bdi>{text}</bdi>
      </blockquote>
    );
  }
  if (!previewUrl) return <p className="l-small">It’s being prepared, or couldn’t be.</p>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: what people send has no transcript
    <video
      className="staff-media__clip"
      controls
      playsInline
      preload="none"
      poster={posterUrl ?? undefined}
      src={previewUrl}
      aria-label={caption ?? 'The clip'}
    />
  );
}

function Acts({ frame, clip, filter, proof, refused }: PanelProps) {
  const here = clipsPath({ ...filter, id: clip.id });
  const path = `/staff/media/${clip.id}`;
  const common = { here, refused, proof: null, needsReason: true };
  const isHidden = clip.moderation?.state === 'hidden';
  const seen = <input type="hidden" name="seen" value={clip.moderation?.state ?? 'none'} />;
  return (
    <div className="desk-act__row">
      {!isHidden && (
        <DeskAct
          {...common}
          action={`${path}/hide`}
          label="Take it out"
          icon="eye-off"
          title="Nobody can watch it any more"
          effects={[
            'Its sender and the makers read that our team took it out; nobody is mailed.',
            clip.versions.length > 0
              ? 'The film that has it plays on until a new one is published; the makers are asked to. If that can’t wait, suspend the VidDay.'
              : 'It won’t be in the film.',
            'Nothing is deleted. You can show it again any time.',
          ]}
          isDangerous
        >
          {seen}
        </DeskAct>
      )}
      <DeskAct
        {...common}
        action={`${path}/clear`}
        label={isHidden ? 'Show it again' : 'Nothing wrong'}
        icon={isHidden ? 'eye' : 'check'}
        title={isHidden ? 'It’s back where it was' : 'It stays as it is'}
        effects={[
          isHidden ? 'The makers have to publish to have it in the film.' : 'A new report brings it back here.',
        ]}
      >
        {seen}
      </DeskAct>
      {may(frame.role, 'media.download') && (
        <DeskAct
          {...common}
          proof={proof}
          action={`${path}/original`}
          label="Original"
          icon="download"
          verb="Download it"
          title="You download the file as it was uploaded"
          effects={['It can tell where and with what it was filmed.', 'That you did is recorded, with your reason.']}
        />
      )}
    </div>
  );
}
