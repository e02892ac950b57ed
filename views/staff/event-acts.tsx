import type { StaffEvent } from '../../src/shared/contracts/staff-events.ts';
import { may } from '../../src/shared/permissions.ts';
import { EmailField } from '../ui/email-field.tsx';
import { Field } from '../ui/field.tsx';
import type { DangerNotesProps } from './danger-notes.tsx';
import { DeskAct, type RefusedAct, SuspensionActs } from './desk-act.tsx';
import type { DeskFrame } from './desk-layout.tsx';

interface Props {
  frame: DeskFrame;
  event: StaffEvent;
  timeZone: string;
  proof: DangerNotesProps['proof'];
  refused: RefusedAct | null;
}

/** What staff can do with an event, by their role and its state. */
export function EventActs(props: Props) {
  const { event, proof, refused, frame } = props;
  const here = `/staff/events/${event.id}`;
  const common = { here, refused };
  const assists = may(frame.role, 'event.assist');
  const creator = event.creator?.name || event.creator?.email || 'its creator';
  return (
    <div className="desk-act__row">
      {assists && event.status !== 'deleted' && <Assist {...props} />}
      {assists && event.status === 'deleted' && (
        <DeskAct
          {...common}
          proof={null}
          action={`${here}/restore`}
          label="Restore"
          icon="undo"
          title="It’s back as it was"
          effects={[`${creator} finds it in My VidDays again.`, 'A planned delivery has to be planned again.']}
        />
      )}
      {may(frame.role, 'event.package') && (
        <DeskAct
          {...common}
          proof={proof}
          action={`${here}/package`}
          label="Package"
          icon="download"
          verb="Download everything"
          title="You download everything of it as one file"
          effects={[
            'Clips as they came, with names and addresses; films, texts and logs.',
            'That you did is recorded.',
          ]}
        />
      )}
      {may(frame.role, 'render.make') && event.clips > 0 && event.status !== 'deleted' && (
        <DeskAct
          {...common}
          proof={null}
          action={`${here}/render`}
          label="Make the film"
          icon="film"
          title="The film is made, paid or not"
          effects={[
            'Its makers don’t see it until you publish it, under Jobs.',
            'Giving or saving it still has to be paid for.',
          ]}
        />
      )}
      <SuspensionActs
        {...common}
        proof={proof}
        isSuspended={event.status === 'suspended'}
        lift={{ title: 'Its page, film and links work again', effects: [`${creator} gets an email.`] }}
        suspend={
          event.status === 'deleted'
            ? null
            : {
                verb: 'Suspend it',
                title: 'It’s closed to everybody, at once',
                effects: [
                  'Its page, film and links show a neutral page.',
                  `${creator} gets an email with your reason and a way to answer.`,
                  'Nothing is deleted, and a planned gift waits. You can lift it any time.',
                ],
                reason: 'Reason, as its creator will read it',
                hint: 'Optional. Name nobody who told us.',
              }
        }
      />
    </div>
  );
}

function Assist({ event, timeZone, proof, refused }: Props) {
  const here = `/staff/events/${event.id}`;
  const common = { here, refused };
  return (
    <>
      <DeskAct
        {...common}
        proof={null}
        action={`${here}/extend`}
        label="Extend"
        icon="clock"
        verb="Move the deadline"
        title="It takes clips until the end of that day"
        effects={[`The day ends in ${timeZone}.`, 'Guests aren’t emailed; reminders before the deadline move along.']}
      >
        <input type="hidden" name="timeZone" value={timeZone} />
        <Field label="New last day" type="date" name="day" required defaultValue={refused?.values.day ?? ''} />
      </DeskAct>
      <DeskAct
        {...common}
        proof={proof}
        action={`${here}/transfer`}
        label="Hand over"
        icon="users"
        verb="Hand it over"
        title="Another account becomes its creator"
        effects={[
          `${event.creator?.email ?? 'Its former creator'} loses it at once.`,
          'Clips, guests, payments and links stay as they are.',
          'Both get an email.',
        ]}
        isDangerous
      >
        <EmailField
          label="Address of the other account"
          name="email"
          id="transfer-email"
          required
          defaultValue={refused?.values.email ?? ''}
        />
      </DeskAct>
    </>
  );
}
