import { type FormEvent, memo, useState } from 'react';
import { type Reminders, updateReminders } from '../../src/shared/contracts/rsvps.ts';
import { date } from '../../src/shared/format.ts';
import { REMINDER_DAYS, type ReminderDay } from '../../src/shared/reminder-days.ts';
import { Button } from '../../views/ui/button.tsx';
import { Checkbox, Switch } from '../../views/ui/choice.tsx';
import { api, reasonOf } from '../runtime/api.ts';

interface ReminderDaysProps {
  uuid: string;
  reminders: Reminders;
  deadline: string | null;
  timeZone: string;
  /** Whether the recipients have the gift, which ends them. */
  isGiven: boolean;
  hasScript: boolean;
}

const NAMES: Record<ReminderDay, string> = {
  7: 'A week before',
  3: 'Three days before',
  1: 'The day before',
  0: 'On the day',
};
const DAY = 86_400_000;

/** When we remind guests by ourselves; saved at once, and by a button without script. */
export const ReminderDays = memo(function ReminderDays({
  uuid,
  reminders,
  deadline,
  timeZone,
  isGiven,
  hasScript,
}: ReminderDaysProps) {
  const [chosen, setChosen] = useState(reminders);
  const [said, say] = useState('');

  async function save(next: Reminders) {
    const before = chosen;
    setChosen(next);
    say('');
    try {
      setChosen(await api.call(updateReminders, { params: { id: uuid }, body: next }));
      say('Saved.');
    } catch (error) {
      setChosen(before);
      say(reasonOf(error));
    }
  }
  const toggle = (day: ReminderDay) => (changed: FormEvent<HTMLInputElement>) => {
    const days = REMINDER_DAYS.filter((each) =>
      each === day ? changed.currentTarget.checked : chosen.days.includes(each),
    );
    void save({ ...chosen, days });
  };

  return (
    <section className="people__group" id="reminders" aria-labelledby="g-reminders">
      <h2 id="g-reminders">Reminders</h2>
      <form method="post" action={`/e/${uuid}/people/reminders`} className="card people__reminders">
        <Switch
          label="Remind people for me"
          name="isOn"
          checked={chosen.isOn}
          hint="By email or text, to people you invited who haven’t sent a clip."
          onChange={(changed) => void save({ ...chosen, isOn: changed.currentTarget.checked })}
        />
        {REMINDER_DAYS.map((day) => (
          <Checkbox
            key={day}
            label={NAMES[day]}
            name={`day${day}`}
            checked={chosen.days.includes(day)}
            disabled={hasScript && !chosen.isOn}
            {...(deadline && !isGiven && { hint: date(new Date(Date.parse(deadline) - day * DAY), { timeZone }) })}
            onChange={toggle(day)}
          />
        ))}
        <p className="l-fine">
          {isGiven
            ? 'Reminders ended when the gift was given. You can still ask people yourself.'
            : `${deadline ? 'Move the deadline and these move along.' : 'They start once there is a deadline.'} Between 9 am and 8 pm where each person lives, never two in one day, never after a clip is in.`}
        </p>
        <p className="l-small" role="status">
          {said}
        </p>
        {!hasScript && (
          <Button type="submit" kind="second" size="small" className="l-without-script">
            Save reminders
          </Button>
        )}
      </form>
    </section>
  );
});
