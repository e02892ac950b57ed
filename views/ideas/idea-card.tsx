import { IDEA_STATUSES, type Idea } from '../../src/shared/contracts/feedback.ts';
import { date } from '../../src/shared/format.ts';
import { IDEA } from '../../src/shared/limits.ts';
import { Island } from '../base/island.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { TextArea } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { STATUS_WORDS } from './idea-words.ts';

interface IdeaCardProps {
  idea: Idea;
  /** Where its forms redirect to. */
  back: string;
  isStaff: boolean;
}

/** An idea with votes, text and status. Staff can change the status, answer, and hide it. */
export function IdeaCard({ idea, back, isStaff }: IdeaCardProps) {
  const { id, title, text, status, answer, votes, hasVoted, createdAt } = idea;
  const { label, tone } = STATUS_WORDS[status];
  return (
    <article className="card ideas__idea" id={`idea-${id}`}>
      <Island name="idea-vote" props={{ idea: { id, title, status, votes, hasVoted }, back }} />
      <div className="ideas__words">
        <h2>{title}</h2>
        {text && <p className="ideas__text">{text}</p>}
        {answer && (
          <p className="ideas__answer">
            <b>Our answer:</b> {answer}
          </p>
        )}
        <p className="l-small">
          {status !== 'new' && <Badge tone={tone}>{label}</Badge>}{' '}
          <time dateTime={createdAt}>{date(createdAt, { style: 'short-year' })}</time>
        </p>
        {isStaff && <StaffForm idea={idea} back={back} />}
      </div>
    </article>
  );
}

function StaffForm({ idea, back }: Omit<IdeaCardProps, 'isStaff'>) {
  const { id, status, answer, isHidden } = idea;
  return (
    <details className="ideas__staff">
      <summary>Answer or hide it</summary>
      <form method="post" action={`/ideas/${id}/staff`} className="idea__form">
        <input type="hidden" name="back" value={back} />
        <Select
          id={`status-${id}`}
          name="status"
          label="How far it is"
          defaultValue={status}
          options={IDEA_STATUSES.map((each) => ({ value: each, label: STATUS_WORDS[each].label }))}
        />
        <TextArea
          id={`answer-${id}`}
          name="answer"
          label="Our answer, for everyone"
          rows={2}
          maxLength={IDEA.answerMax}
          defaultValue={answer}
        />
        <Checkbox
          id={`hidden-${id}`}
          name="isHidden"
          value="yes"
          label="Taken off the list"
          defaultChecked={isHidden}
        />
        <Button type="submit" kind="second" size="small">
          Save
        </Button>
      </form>
    </details>
  );
}
