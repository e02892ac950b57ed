import { useEffect, useState } from 'react';
import { zoneInWords } from '../../src/shared/zone-words.ts';
import { Button } from '../../views/ui/button.tsx';
import { ChoiceGroup, Radio } from '../../views/ui/choice.tsx';
import { Field } from '../../views/ui/field.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { clockWords, daysAhead, type GiveDraft, momentOf } from './give-plan.ts';
import { ZoneField } from './zone-field.tsx';

interface GiveWhenProps {
  draft: GiveDraft;
  error: string | undefined;
  onChange: (part: Partial<GiveDraft>) => void;
}

/** Now, or at a date and time in a zone. */
export function GiveWhen({ draft, error, onChange }: GiveWhenProps) {
  return (
    <>
      <ChoiceGroup legend="When?" className="give__pair">
        <Radio
          boxed
          name="when"
          label="Now"
          checked={draft.when === 'now'}
          onChange={() => onChange({ when: 'now' })}
        />
        <Radio
          boxed
          name="when"
          label="On a day"
          checked={draft.when === 'day'}
          onChange={() => onChange({ when: 'day' })}
        />
      </ChoiceGroup>
      {draft.when === 'day' && <Day {...{ draft, error, onChange }} />}
    </>
  );
}

function Day({ draft, error, onChange }: GiveWhenProps) {
  const [isChoosing, setChoosing] = useState(false);
  const [zoneError, setZoneError] = useState<string | null>(null);
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => setOwn(new Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const at = momentOf(draft);
  const now = Date.now();
  const note = clockWords(draft);
  return (
    <div className="give__day">
      <div className="give__day-row">
        <Field
          label="Day"
          type="date"
          value={draft.day}
          error={error}
          onChange={({ target }) => onChange({ day: target.value })}
        />
        <Field
          label="Time"
          type="time"
          value={draft.time}
          onChange={({ target }) => onChange({ time: target.value })}
        />
      </div>
      {isChoosing ? (
        <ZoneField
          value={draft.timeZone}
          focused
          error={zoneError}
          onChange={(timeZone) => {
            setZoneError(timeZone ? null : 'Choose a city from the list.');
            if (timeZone) onChange({ timeZone });
          }}
        />
      ) : (
        <p className="give__zone">
          <Icon name="globe" />
          <span>
            {zoneInWords(draft.timeZone)} {own === draft.timeZone && <span className="l-small">(yours)</span>}
          </span>
          <Button kind="quiet" size="small" aria-label="Change the time zone" onClick={() => setChoosing(true)}>
            Change
          </Button>
        </p>
      )}
      <p className="l-small" role="status">
        {note ?? (at && at.getTime() > now && `That’s ${daysAhead(at, draft.timeZone, now)}.`)}
      </p>
    </div>
  );
}
