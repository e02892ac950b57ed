import { useState } from 'react';
import type { Idea } from '../../src/shared/contracts/feedback.ts';
import { IDEA } from '../../src/shared/limits.ts';
import { Field, TextArea } from '../../views/ui/field.tsx';
import { List } from '../../views/ui/list.tsx';
import { useAlike } from './use-alike.ts';
import { useVote, VoteButton } from './vote-button.tsx';

export interface IdeaFieldsProps {
  values?: { title: string; text: string };
  /** Messages by field. */
  fields?: Readonly<Record<string, string>>;
}

/** Fields of an idea; shows similar ideas while typing. */
export function IdeaFields({ values, fields = {} }: IdeaFieldsProps) {
  const [title, setTitle] = useState(values?.title ?? '');
  const alike = useAlike(title);
  return (
    <>
      <Field
        name="title"
        label="In a few words"
        placeholder="Let us choose the font"
        required
        minLength={IDEA.titleMin}
        maxLength={IDEA.titleMax}
        autoComplete="off"
        defaultValue={values?.title}
        error={fields.title}
        onInput={(event) => setTitle(event.currentTarget.value)}
      />
      <div role="status">{alike.length > 0 && <Alike ideas={alike} />}</div>
      <TextArea
        name="text"
        label="What would it help with?"
        hint="Optional. Everyone can read it, so please no names or links."
        rows={3}
        maxLength={IDEA.textMax}
        defaultValue={values?.text}
        error={fields.text}
      />
      <div className="l-unseen" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}

function Alike({ ideas }: { ideas: readonly Idea[] }) {
  return (
    <div className="idea__alike">
      <p className="l-small">Is it one of these? Then a vote helps more.</p>
      <List>
        {ideas.map((idea) => (
          <li key={idea.id}>
            <AlikeIdea idea={idea} />
          </li>
        ))}
      </List>
    </div>
  );
}

function AlikeIdea({ idea }: { idea: Idea }) {
  const state = useVote(idea);
  return (
    <>
      <VoteButton idea={idea} state={state} onClick={state.toggle} />
      <span>
        {idea.title}
        {state.problem && <span className="l-small"> {state.problem}</span>}
      </span>
    </>
  );
}
