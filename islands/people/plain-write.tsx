import { NUDGE_MAX, SUBJECT_MAX } from '../../src/shared/limits.ts';
import { GROUP_MAILS, MAIL_GROUPS } from '../../src/shared/rsvp-values.ts';
import { Button } from '../../views/ui/button.tsx';
import { Field, TextArea } from '../../views/ui/field.tsx';
import { Select } from '../../views/ui/select.tsx';
import { GROUP_LABELS, KIND_LABELS } from './group-words.ts';

/** Emails several guests without script. */
export function PlainWrite({ uuid }: { uuid: string }) {
  return (
    <details className="people__forms l-without-script">
      <summary>Email several people</summary>
      <form method="post" action={`/e/${uuid}/people/write`} className="l-stack">
        <Select label="Who gets it?" name="to" defaultValue="missing">
          {MAIL_GROUPS.map((each) => (
            <option key={each} value={each}>
              {GROUP_LABELS[each]}
            </option>
          ))}
        </Select>
        <Select label="What is it?" name="kind" defaultValue="reminder">
          {GROUP_MAILS.map((each) => (
            <option key={each} value={each}>
              {KIND_LABELS[each]}
            </option>
          ))}
        </Select>
        <Field label="Subject (optional)" name="subject" maxLength={SUBJECT_MAX} />
        <TextArea label="Your words" name="message" rows={4} maxLength={NUDGE_MAX} />
        <Button type="submit" kind="second">
          Send the emails
        </Button>
      </form>
    </details>
  );
}
