import { type KeyboardEvent, useState } from 'react';
import { typedLine } from '../../../src/shared/hidden-characters.ts';
import { NAME_MAX, OTHERS_PER_CLIP } from '../../../src/shared/limits.ts';
import { Button } from '../../../views/ui/button.tsx';
import { Field } from '../../../views/ui/field.tsx';
import { Icon } from '../../../views/ui/icon.tsx';

export interface Others {
  names: readonly string[];
  /** Current input; null while nobody is being added. */
  typed: string | null;
  setNames(names: readonly string[]): void;
  setTyped(typed: string | null): void;
  /** All names, including the current input. */
  all(): string[];
}

/** State of the other people in a clip. */
export function useOthers(known: readonly string[] = []): Others {
  const [names, setNames] = useState(known);
  const [typed, setTyped] = useState<string | null>(null);
  const all = () => [...names, typedLine(typed ?? '')].filter(Boolean).slice(0, OTHERS_PER_CLIP);
  return { names, typed, setNames, setTyped, all };
}

/** Other people in the clip, each as a removable chip. */
export function OthersField({ names, typed, setNames, setTyped, all }: Others) {
  const add = () => {
    setNames(all());
    setTyped('');
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !typed?.trim()) return;
    // Enter adds the name; in an empty field it submits.
    event.preventDefault();
    add();
  };
  const isFull = names.length >= OTHERS_PER_CLIP;
  return (
    <div className="handin__others">
      {names.length > 0 && (
        <div className="chips">
          {names.map((name) => (
            <button
              key={name}
              type="button"
              className="chips__chip"
              aria-label={`Remove ${name}`}
              onClick={() => setNames(names.filter((each) => each !== name))}
            >
              <bdi>{name}</bdi>
              <Icon name="close" />
            </button>
          ))}
        </div>
      )}
      {typed === null ? (
        <Button kind="quiet" size="small" icon="plus" className="handin__also" onClick={() => setTyped('')}>
          Someone else is in it too
        </Button>
      ) : (
        !isFull && (
          <Field
            label="Who else is in it?"
            name="other"
            focused
            value={typed}
            maxLength={NAME_MAX}
            autoComplete="off"
            autoCapitalize="words"
            dir="auto"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKey}
            inside={
              <button type="button" className="field__show" onClick={add} disabled={!typed.trim()}>
                Add
              </button>
            }
          />
        )
      )}
    </div>
  );
}
