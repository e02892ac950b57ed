import type { KeyboardEvent } from 'react';
import { typedLine } from '../../../src/shared/hidden-characters.ts';
import { NAME_MAX } from '../../../src/shared/limits.ts';
import { Button } from '../../../views/ui/button.tsx';
import { Field } from '../../../views/ui/field.tsx';
import type { UploadItem } from '../core/upload-item.ts';
import { itemName } from './clip-words.ts';

interface WhoIsInProps {
  items: readonly UploadItem[];
  nameOf(item: UploadItem): string;
  /** Send was pressed: show errors of empty fields. */
  isTried: boolean;
  /** The file whose name is being typed. */
  onFocus(id: string): void;
  onName(id: string, name: string): void;
}

/** An organiser adds others' clips: each name is a person in the film. */
export function WhoIsIn({ items, nameOf, isTried, onFocus, onName }: WhoIsInProps) {
  const [first, ...others] = items;
  const name = first ? nameOf(first).trim() : '';
  const canCopy = name !== '' && others.some((item) => nameOf(item).trim() === '');
  return (
    <>
      {items.map((item, index) => (
        <Field
          key={item.id}
          {...(index === 0 && { 'data-focus': true })}
          label="Who’s in this one?"
          hint={items.length > 1 ? <bdi>{itemName(item)}</bdi> : 'The name goes into the credits.'}
          name="name"
          value={nameOf(item)}
          maxLength={NAME_MAX}
          autoComplete="off"
          autoCapitalize="words"
          dir="auto"
          enterKeyHint={index < others.length ? 'next' : 'done'}
          onKeyDown={toNext}
          error={isTried && !typedLine(nameOf(item)) ? 'Add a name.' : undefined}
          onFocus={() => onFocus(item.id)}
          onChange={(event) => onName(item.id, event.target.value)}
        />
      ))}
      {canCopy && (
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            for (const item of others) if (!nameOf(item).trim()) onName(item.id, name);
          }}
        >
          <span>
            <bdi>{name}</bdi> is in all of them
          </span>
        </Button>
      )}
    </>
  );
}

/** Enter moves to the next empty name; in the last one it submits. */
function toNext(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const fields = [...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>('input[name=name]') ?? [])];
  const next = fields.slice(fields.indexOf(event.currentTarget) + 1).find(({ value }) => value.trim() === '');
  if (!next) return;
  event.preventDefault();
  next.focus();
}
