import { CHAT } from '../src/shared/chat.ts';
import type { CannedAnswer } from '../src/shared/contracts/canned-answers.ts';
import type { PageHead } from './layout/document.tsx';
import { BackTo, type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { DeskSplit } from './staff/desk-split.tsx';
import { Button, ButtonLink } from './ui/button.tsx';
import { Field, FieldError, TextArea } from './ui/field.tsx';
import { Banner } from './ui/notice.tsx';

export interface StaffChatAnswersPageProps {
  frame: DeskFrame;
  answers: readonly CannedAnswer[];
  /** The one that is open; null: a new one. */
  shown: CannedAnswer | null;
  isSaved: boolean;
  /** As stored, or as typed into a refused form. */
  values: Omit<CannedAnswer, 'id'>;
  refused: string | null;
}

const LIST = '/staff/chat/answers';

export function staffChatAnswersHead(): PageHead {
  return { ...deskHead('Saved replies'), sheet: 'desk' };
}

/** `/staff/chat/answers`: replies that staff insert into a chat. Works without script. */
export function StaffChatAnswersPage({ frame, answers, shown, ...rest }: StaffChatAnswersPageProps) {
  return (
    <DeskLayout
      frame={frame}
      here="/staff/chat"
      title="Saved replies"
      about="Type / and the word in a chat, then a space."
      above={<BackTo href="/staff/chat">Chat</BackTo>}
      aside={
        <ButtonLink kind="second" size="small" icon="plus" href={LIST}>
          New
        </ButtonLink>
      }
    >
      <DeskSplit
        lines={answers.map((each) => ({
          id: each.id,
          href: `${LIST}?id=${each.id}`,
          isCurrent: each.id === shown?.id,
          title: each.label,
          aside: `/${each.word}`,
          text: each.text,
        }))}
      >
        <Editor shown={shown} {...rest} />
      </DeskSplit>
    </DeskLayout>
  );
}

function Editor({ shown, isSaved, values, refused }: Omit<StaffChatAnswersPageProps, 'frame' | 'answers'>) {
  return (
    <section className="desk-panel" aria-labelledby="editor">
      <h2 id="editor">{shown ? 'Change it' : 'New reply'}</h2>
      {isSaved && (
        <Banner tone="good" icon="check" role="status">
          Saved.
        </Banner>
      )}
      <form method="post" action={shown ? `${LIST}/${shown.id}` : LIST} className="desk-panel__form">
        {refused && (
          <div role="alert">
            <FieldError>{refused}</FieldError>
          </div>
        )}
        <Field label="Name" name="label" maxLength={40} required defaultValue={values.label} />
        <Field
          label="Word"
          name="word"
          maxLength={20}
          required
          defaultValue={values.word}
          hint="Typed after a slash. Letters, numbers and hyphens."
          autoComplete="off"
        />
        <TextArea label="Text" name="text" rows={5} maxLength={CHAT.textMax} required defaultValue={values.text} />
        <div className="l-row">
          <Button type="submit">Save it</Button>
        </div>
      </form>
      {shown && (
        <form method="post" action={`${LIST}/${shown.id}/delete`} className="l-row">
          <Button type="submit" kind="danger" icon="trash">
            Delete it
          </Button>
        </form>
      )}
    </section>
  );
}
