import { IDEA_STATUSES, type IdeaStatus } from '../src/shared/contracts/feedback.ts';
import { IDEA_SHOWS, type IdeaShow, type StaffIdea } from '../src/shared/contracts/staff-ideas.ts';
import type { SavedFilter } from '../src/shared/desk-lists.ts';
import { count, date } from '../src/shared/format.ts';
import { IDEA } from '../src/shared/limits.ts';
import { STATUS_WORDS } from './ideas/idea-words.ts';
import type { PageHead } from './layout/document.tsx';
import { CsvLink, DeskFilters } from './staff/desk-filters.tsx';
import { type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { DeskSplit } from './staff/desk-split.tsx';
import { Pager } from './staff/pager.tsx';
import { Badge } from './ui/badge.tsx';
import { Button } from './ui/button.tsx';
import { Checkbox, ChoiceGroup, Radio } from './ui/choice.tsx';
import { Empty } from './ui/empty.tsx';
import { Field, FieldError, TextArea } from './ui/field.tsx';
import { Banner } from './ui/notice.tsx';
import { Select } from './ui/select.tsx';
import { TabLinks } from './ui/tabs.tsx';

/** Letters of an idea in the list. */
const SHOWN = 140;

/** As stored, or as typed into a refused form. */
export interface IdeaValues {
  title: string;
  text: string;
  status: IdeaStatus;
  answer: string;
  isHidden: boolean;
  note: string;
}

export interface StaffFeedbackPageProps {
  frame: DeskFrame;
  show: IdeaShow;
  /** Search words; empty for all. */
  q: string;
  ideas: readonly StaffIdea[];
  total: number;
  shown: StaffIdea | null;
  /** Ideas that may be the same. */
  alike: readonly StaffIdea[];
  /** Words by which another idea was looked for. */
  find: string;
  isSaved: boolean;
  values: IdeaValues | null;
  refused: { words: string; isMerge: boolean } | null;
  saved: readonly SavedFilter[];
  /** The list as it is shown, without its page. */
  query: string;
  nextHref: string | null;
  isLater: boolean;
}

const LIST = '/staff/feedback';
const SHOW_WORDS: Record<IdeaShow, string> = {
  new: STATUS_WORDS.new.label,
  planned: STATUS_WORDS.planned.label,
  'in-progress': STATUS_WORDS['in-progress'].label,
  done: STATUS_WORDS.done.label,
  declined: STATUS_WORDS.declined.label,
  hidden: 'Hidden',
  merged: 'Merged',
};

/** URL of the list of one state, with an open idea. */
export function feedbackPath({ show, id, q }: { show: IdeaShow; id?: string; q?: string }): string {
  const query = new URLSearchParams({ show, ...(q && { q }), ...(id && { id }) });
  return `${LIST}?${query}`;
}

export function staffFeedbackHead(): PageHead {
  return { ...deskHead('Feedback'), sheet: 'desk' };
}

/** `/staff/feedback`: ideas by state, with answers and merging. Works without script. */
export function StaffFeedbackPage(props: StaffFeedbackPageProps) {
  const { frame, show, q, ideas, total, shown, saved, query, nextHref, isLater } = props;
  const tabs = IDEA_SHOWS.map((each) => ({
    href: feedbackPath({ show: each, q }),
    label: SHOW_WORDS[each],
    isCurrent: each === show,
    ...(each === show && total > 0 && { count: total }),
  }));
  return (
    <DeskLayout
      frame={frame}
      here={LIST}
      title="Feedback"
      live="feedback"
      about="Ideas of visitors, most votes first."
      aside={<CsvLink list="feedback" query={query} />}
    >
      <TabLinks label="Which ideas" tabs={tabs} />
      <DeskFilters
        list="feedback"
        search={{ value: q, placeholder: 'Words of an idea' }}
        choices={[]}
        first={SHOW_WORDS.new}
        hasTabs
        saved={saved}
        query={query}
      >
        {show !== 'new' && <input type="hidden" name="show" value={show} />}
      </DeskFilters>
      {ideas.length === 0 && !shown ? (
        <Empty title={q ? 'Nothing found' : 'No ideas here'}>
          {q
            ? 'Try another word, or another state.'
            : 'Ideas that visitors share at the foot of every page show up here.'}
        </Empty>
      ) : (
        <DeskSplit
          lines={ideas.map((idea) => ({
            id: idea.id,
            href: feedbackPath({ show, id: idea.id, q }),
            isCurrent: idea.id === shown?.id,
            title: idea.title,
            aside: count(idea.votes, 'vote'),
            text: beginningOf(idea.answer ? `Answered: ${idea.answer}` : idea.text || 'No more words.'),
          }))}
          below={<Pager nextHref={nextHref} firstHref={isLater ? feedbackPath({ show }) : null} />}
        >
          {shown && <IdeaPanel {...props} idea={shown} />}
        </DeskSplit>
      )}
    </DeskLayout>
  );
}

/** Enough to tell ideas apart: the whole one is beside the list. */
function beginningOf(words: string): string {
  const letters = Array.from(words);
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('').trimEnd()}…` : words;
}

function IdeaPanel(props: StaffFeedbackPageProps & { idea: StaffIdea }) {
  const { idea, isSaved, refused, values } = props;
  const { id, title, text, votes, status, isHidden, mergedInto, createdAt } = idea;
  const { label, tone } = STATUS_WORDS[status];
  return (
    <article className="desk-panel" aria-labelledby="idea">
      <h2 id="idea">{title}</h2>
      {isSaved && (
        <Banner tone="good" icon="check" role="status">
          Saved.
        </Banner>
      )}
      <p className="l-row">
        <Badge tone={tone}>{label}</Badge>
        {isHidden && !mergedInto && <Badge tone="warn">Hidden</Badge>}
        <span className="l-small">
          {count(votes, 'vote')}, shared on {date(createdAt, { style: 'full' })}
        </span>
      </p>
      {mergedInto ? (
        <>
          {text && <p>{text}</p>}
          <p>
            Merged into <a href={`${LIST}?id=${mergedInto.id}`}>{mergedInto.title}</a>. Its votes count there.
          </p>
        </>
      ) : (
        <>
          {!isHidden && (
            <p className="l-small">
              <a href={`/ideas?status=${status}#idea-${id}`}>See it as visitors do</a>
            </p>
          )}
          {values && (
            <ChangeForm id={id} values={values} refused={refused && !refused.isMerge ? refused.words : null} />
          )}
          <MergeForm {...props} refusal={refused?.isMerge ? refused.words : null} />
        </>
      )}
    </article>
  );
}

function ChangeForm({ id, values, refused }: { id: string; values: IdeaValues; refused: string | null }) {
  return (
    <form method="post" action={`${LIST}/${id}`} className="desk-panel__form">
      {refused && (
        <div role="alert">
          <FieldError>{refused}</FieldError>
        </div>
      )}
      <Select
        label="How far it is"
        name="status"
        defaultValue={values.status}
        options={IDEA_STATUSES.map((each) => ({ value: each, label: STATUS_WORDS[each].label }))}
      />
      <TextArea
        label="Our answer"
        name="answer"
        rows={3}
        maxLength={IDEA.answerMax}
        defaultValue={values.answer}
        hint="Everyone reads it below the idea."
      />
      <Field label="Title" name="title" maxLength={IDEA.titleMax} defaultValue={values.title} />
      <TextArea label="Text" name="text" rows={3} maxLength={IDEA.textMax} defaultValue={values.text} />
      <Checkbox name="isHidden" value="yes" label="Taken off the list" defaultChecked={values.isHidden} />
      <Field label="Note for the log" name="note" maxLength={500} defaultValue={values.note} />
      <div className="l-row">
        <Button type="submit">Save it</Button>
      </div>
    </form>
  );
}

function MergeForm({
  idea: { id, votes },
  alike,
  find,
  refusal,
}: StaffFeedbackPageProps & { idea: StaffIdea; refusal: string | null }) {
  return (
    <details className="desk-panel__fold" open={refusal !== null || find !== '' || undefined} id="merge">
      <summary>Merge it into another idea</summary>
      <div className="desk-panel__form">
        <form method="get" action={`${LIST}#merge`} className="desk-filters__form">
          <input type="hidden" name="id" value={id} />
          <Field
            label="Look for the other idea"
            hideLabel
            type="search"
            name="find"
            defaultValue={find}
            placeholder="Words of the other idea"
            maxLength={IDEA.queryMax}
            autoComplete="off"
          />
          <Button type="submit" kind="second" size="small">
            Find
          </Button>
        </form>
        {alike.length === 0 ? (
          <p className="l-small">
            {find ? 'Nothing found. Try other words.' : 'No idea is like this one. Look for it by its words.'}
          </p>
        ) : (
          <form method="post" action={`${LIST}/${id}/merge`} className="desk-panel__form">
            <ChoiceGroup legend="Which one stays" error={refusal}>
              {alike.map((other) => (
                <Radio
                  key={other.id}
                  name="into"
                  value={other.id}
                  required
                  label={other.title}
                  hint={`${count(other.votes, 'vote')}, ${STATUS_WORDS[other.status].label.toLowerCase()}`}
                />
              ))}
            </ChoiceGroup>
            <p className="l-small">
              {votes === 1 ? 'Its vote moves' : `Its ${votes} votes move`} to the other idea; who voted for both counts
              once. This one leaves the list for good.
            </p>
            <Field id="merge-note" label="Note for the log" name="note" maxLength={500} />
            <div className="l-row">
              <Button type="submit" kind="danger">
                Merge it
              </Button>
            </div>
          </form>
        )}
      </div>
    </details>
  );
}
