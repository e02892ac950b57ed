import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Cue } from '../../src/shared/captions.ts';
import { CAPTIONS } from '../../src/shared/studio-limits.ts';
import { Button } from '../../views/ui/button.tsx';
import { List } from '../../views/ui/list.tsx';
import { cueAt, joinedWithNext, replaced, splitAt, withCue, withNew } from './caption-list.ts';
import { CaptionListen } from './caption-listen.tsx';
import { CaptionPaste } from './caption-paste.tsx';
import { CaptionRow } from './caption-row.tsx';
import type { PanelProps } from './edit-panels.tsx';
import type { EditPlay } from './edit-play.ts';
import type { Studio } from './use-studio.ts';

const NO_ROOM = 'There is no room for another caption here. Move the white line, or split one.';

/** What is said in a clip: typed, pasted, and moved to where it belongs. */
export function CaptionsPanel({
  clip,
  draft,
  studio,
  whole,
  play,
}: PanelProps & { studio: Studio; whole: number; play: EditPlay }) {
  const cues: readonly Cue[] = draft.edit.captions ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const [isPasting, setPasting] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  /** The row to type in, once it is there. */
  const wanted = useRef<number | null>(null);
  const shown = cueAt(cues, play.at);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the list
  useEffect(() => {
    if (wanted.current === null) return;
    list.current?.querySelectorAll('textarea')[wanted.current]?.focus();
    wanted.current = null;
  }, [cues]);

  const set = (next: readonly Cue[], field?: string) => {
    setNote('');
    draft.set({ captions: [...next] }, field);
  };
  const write = (index: number) => {
    setChosen(index);
    wanted.current = index;
  };
  const add = (at = play.at) => {
    const next = withNew(cues, at, whole);
    if (next === cues) return setNote(NO_ROOM);
    set(next, 'new caption');
    write(next.findIndex((cue) => !cues.includes(cue)));
  };
  const split = (index: number, place: number) => {
    const next = splitAt(cues, index, place);
    if (next === cues) return setNote('Put the cursor between two words first, then split.');
    set(next, 'split');
    write(index + 1);
  };
  const join = (index: number) => {
    const next = joinedWithNext(cues, index);
    if (next === cues) return setNote(`Together they would be longer than ${CAPTIONS.text} characters.`);
    set(next, 'join');
    write(index);
  };
  const remove = (index: number) => {
    set(replaced(cues, index, 1), 'remove');
    if (cues.length > 1) write(Math.max(0, index - 1));
  };
  const onKeyDown = (index: number, event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, currentTarget: field } = event;
    if (event.nativeEvent.isComposing) return;
    if (key === 'Backspace' && field.value === '') {
      event.preventDefault();
      remove(index);
    } else if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      split(index, field.selectionStart);
    } else if (key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (index === cues.length - 1) return add(cues[index]?.end);
      list.current?.querySelectorAll('textarea')[index + 1]?.focus();
    }
  };

  return (
    <div className="captions" ref={list}>
      {cues.length === 0 ? (
        <p>Write what is said, so that everybody can follow, with the sound off too.</p>
      ) : (
        <List ordered className="captions__list">
          {cues.map((cue, index) => (
            <CaptionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: captions have no ids, and their fields hold no state
              key={index}
              cue={cue}
              isShown={cue === shown}
              isChosen={index === chosen}
              isLast={index === cues.length - 1}
              at={play.at}
              onChoose={() => setChosen(index)}
              onSeek={play.seek}
              onChange={(change) => set(withCue(cues, index, change, whole), `caption ${index}`)}
              onKeyDown={(event) => onKeyDown(index, event)}
              onSplit={(place) => split(index, place)}
              onJoin={() => join(index)}
              onRemove={() => remove(index)}
            />
          ))}
        </List>
      )}
      <div className="l-row">
        <Button kind="second" size="small" icon="plus" onClick={() => add()}>
          Add a caption here
        </Button>
        <Button kind="quiet" size="small" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          Paste or upload
        </Button>
      </div>
      <p className="l-small" role="status">
        {note}
      </p>
      {isPasting && (
        <CaptionPaste
          whole={whole}
          hasSome={cues.length > 0}
          onRead={(read) => {
            set(read, 'paste');
            setPasting(false);
            setChosen(null);
            const words = read.length === 1 ? 'One caption is' : `${read.length} captions are`;
            setNote(`${words} in. ${cues.length > 0 ? 'Undo brings the earlier ones back.' : ''}`);
          }}
        />
      )}
      {(!studio.isOff.captions || clip.transcription) && <CaptionListen {...{ clip, draft, studio }} />}
      {cues.length > 0 && <p className="l-small">Enter goes on to the next caption, Shift and Enter to a new line.</p>}
    </div>
  );
}
