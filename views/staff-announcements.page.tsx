import { ANNOUNCEMENT_PLACES, type AnnouncementPlace } from '../src/shared/announcement-places.ts';
import type { Announcement } from '../src/shared/contracts/announcements.ts';
import { momentInWords } from '../src/shared/zone-words.ts';
import type { PageHead } from './layout/document.tsx';
import { type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { DeskSplit } from './staff/desk-split.tsx';
import { Pager } from './staff/pager.tsx';
import { Badge, type BadgeTone } from './ui/badge.tsx';
import { Button, ButtonLink } from './ui/button.tsx';
import { Checkbox, ChoiceGroup } from './ui/choice.tsx';
import { Field, FieldError } from './ui/field.tsx';
import { Banner, Notice } from './ui/notice.tsx';
import { Select } from './ui/select.tsx';

/** As typed; times are `YYYY-MM-DDTHH:MM` in UTC. */
export interface AnnouncementValues extends Partial<Record<AnnouncementPlace, 'yes'>> {
  type: string;
  message: string;
  url: string;
  label: string;
  from: string;
  until: string;
}

export interface StaffAnnouncementsPageProps {
  frame: DeskFrame;
  announcements: readonly Announcement[];
  /** Older ones; null at the end. */
  nextHref: string | null;
  /** Not the first page. */
  isLater: boolean;
  /** The one that is open; null: a new one. */
  shown: Announcement | null;
  isSaved: boolean;
  values: AnnouncementValues;
  refused: string | null;
}

const LIST = '/staff/announcements';
const TYPES = [
  { value: 'promotion', label: 'Good news (green)' },
  { value: 'notice', label: 'Something to know (yellow)' },
];
const PLACES: Record<AnnouncementPlace, string> = {
  public: 'Home, occasions, help and other public pages',
  account: 'Dashboard, studio and account',
  guests: 'Contribution pages, receipts and gifts',
};
type State = 'draft' | 'planned' | 'showing' | 'over';
const STATES: Record<State, { label: string; tone: BadgeTone | undefined }> = {
  draft: { label: 'Draft', tone: undefined },
  planned: { label: 'Planned', tone: 'info' },
  showing: { label: 'Showing', tone: 'good' },
  over: { label: 'Over', tone: undefined },
};

export function staffAnnouncementsHead(): PageHead {
  return { ...deskHead('Announcements'), sheet: 'desk' };
}

/** `/staff/announcements`: past, current and planned ones, and how each looks. Works without script. */
export function StaffAnnouncementsPage(props: StaffAnnouncementsPageProps) {
  const { frame, announcements, nextHref, isLater, shown } = props;
  return (
    <DeskLayout
      frame={frame}
      here={LIST}
      title="Announcements"
      about="Above a page, at most three at a time."
      live="announcements"
      aside={
        <ButtonLink kind="second" size="small" icon="plus" href={LIST}>
          New
        </ButtonLink>
      }
    >
      <DeskSplit
        lines={announcements.map((each) => ({
          id: each.id,
          href: `${LIST}?id=${each.id}`,
          isCurrent: each.id === shown?.id,
          title: each.message,
          aside: <StateBadge of={each} now={frame.now} />,
          text: timesOf(each),
        }))}
        below={<Pager nextHref={nextHref} firstHref={isLater ? LIST : null} />}
      >
        <Editor {...props} />
      </DeskSplit>
    </DeskLayout>
  );
}

function Editor({ frame, shown, isSaved, values, refused }: StaffAnnouncementsPageProps) {
  const state = shown && stateOf(shown, frame.now);
  return (
    <section className="desk-panel" aria-labelledby="editor">
      <h2 id="editor">{shown ? 'Change it' : 'New announcement'}</h2>
      {isSaved && (
        <Banner tone="good" icon="check" role="status">
          Saved. Pages follow within a second or two.
        </Banner>
      )}
      <form method="post" action={shown ? `${LIST}/${shown.id}` : LIST} className="desk-panel__form">
        {refused && (
          <div role="alert">
            <FieldError>{refused}</FieldError>
          </div>
        )}
        <Field
          label="Words"
          name="message"
          maxLength={300}
          required
          defaultValue={values.message}
          hint="At most 300 characters. Say what it means for people, and until when."
        />
        <Select
          label="Kind"
          name="type"
          defaultValue={values.type}
          options={
            TYPES.some(({ value }) => value === values.type)
              ? TYPES
              : [...TYPES, { value: values.type, label: values.type }]
          }
        />
        <Field
          label="Link"
          name="url"
          maxLength={300}
          defaultValue={values.url}
          hint="An address of this site, such as /pricing, or one with https://. May be empty."
        />
        <Field label="Words of the link" name="label" maxLength={40} defaultValue={values.label} />
        <ChoiceGroup legend="Where">
          {ANNOUNCEMENT_PLACES.map((place) => (
            <Checkbox
              key={place}
              name={place}
              value="yes"
              label={PLACES[place]}
              defaultChecked={values[place] === 'yes'}
            />
          ))}
        </ChoiceGroup>
        <Field label="From, in UTC" name="from" type="datetime-local" defaultValue={values.from} hint="Empty: now." />
        <Field
          label="Until, in UTC"
          name="until"
          type="datetime-local"
          defaultValue={values.until}
          hint="Empty: until you end it."
        />
        <div className="l-row">
          <Button type="submit">{state === 'draft' || !shown ? 'Plan it' : 'Save it'}</Button>
          <Button type="submit" kind="second" name="draft" value="yes">
            {state === 'draft' || !shown ? 'Save as a draft' : 'Make it a draft'}
          </Button>
        </div>
      </form>
      {shown && (
        <>
          <h3>How it looks</h3>
          <div className="desk-panel__looks">
            <Notice type={shown.type} link={shown.link}>
              {shown.message}
            </Notice>
            <Notice type={shown.type} link={shown.link}>
              {shown.message}
            </Notice>
          </div>
          <form method="post" action={`${LIST}/${shown.id}/delete`} className="l-row">
            <p className="l-small">
              {state === 'showing' ? 'Deleting takes it off every page at once.' : 'Nobody sees it right now.'}
            </p>
            <Button type="submit" kind="danger" icon="trash">
              Delete it
            </Button>
          </form>
        </>
      )}
    </section>
  );
}

function StateBadge({ of, now }: { of: Announcement; now: number }) {
  const { label, tone } = STATES[stateOf(of, now)];
  return <Badge tone={tone}>{label}</Badge>;
}

function stateOf({ isDraft, startsAt, endsAt }: Announcement, now: number): State {
  if (isDraft) return 'draft';
  if (endsAt && Date.parse(endsAt) <= now) return 'over';
  return Date.parse(startsAt) > now ? 'planned' : 'showing';
}

function timesOf({ startsAt, endsAt }: Announcement): string {
  const words = (at: string) => momentInWords(new Date(at), 'UTC');
  return `From ${words(startsAt)}${endsAt ? `, until ${words(endsAt)}` : ', without an end'}`;
}
