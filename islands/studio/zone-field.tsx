import { useId, useMemo, useState } from 'react';
import { zoneChoices, zoneInList } from '../../src/shared/zone-words.ts';
import { Field } from '../../views/ui/field.tsx';

interface ZoneFieldProps {
  /** IANA zone. */
  value: string;
  label?: string;
  error?: string | null | undefined;
  focused?: boolean;
  /** Null while the text matches no zone. */
  onChange: (timeZone: string | null) => void;
}

/** A time zone by city, with search. */
export function ZoneField({ value, label = 'Time zone', error, focused, onChange }: ZoneFieldProps) {
  const list = useId();
  const choices = useMemo(() => zoneChoices(value), [value]);
  const [text, setText] = useState(() => zoneInList(value));
  const isKnown = findZone(choices, text) !== null;
  return (
    <>
      <Field
        label={label}
        name="timeZone"
        hint="Type a city, such as London."
        list={list}
        value={text}
        focused={focused}
        autoComplete="off"
        spellCheck={false}
        error={error ?? null}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => {
          setText(target.value);
          onChange(findZone(choices, target.value));
        }}
        onBlur={() => !isKnown && text.trim() === '' && setText(zoneInList(value))}
      />
      <datalist id={list}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.label} />
        ))}
      </datalist>
    </>
  );
}

/** The zone with this label, or the only one with this city, such as "london". */
function findZone(choices: readonly { value: string; label: string }[], text: string): string | null {
  const typed = text.trim().toLowerCase();
  const exact = choices.find(({ label, value }) => label.toLowerCase() === typed || value.toLowerCase() === typed);
  if (exact) return exact.value;
  const cities = choices.filter(({ label }) => label.toLowerCase().split(',')[0] === typed);
  return cities.length === 1 ? (cities[0]?.value ?? null) : null;
}
