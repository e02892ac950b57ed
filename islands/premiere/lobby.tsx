import { type FormEvent, useState } from 'react';
import { count, possessive } from '../../src/shared/format.ts';
import { NAME_MAX } from '../../src/shared/limits.ts';
import type { Reaction } from '../../src/shared/reactions.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import { Avatar } from '../../views/ui/avatar.tsx';
import { Button } from '../../views/ui/button.tsx';
import { Field } from '../../views/ui/field.tsx';
import { Bow, Ribbon } from '../../views/ui/paper.tsx';
import type { PremiereProps } from './premiere-props.ts';
import { ReactionBar } from './reaction-bar.tsx';
import { Rising, type RisingProps } from './rising.tsx';
import { testSound } from './test-sound.ts';
import type { PremiereState } from './use-premiere.ts';

interface LobbyProps extends RisingProps {
  props: PremiereProps;
  state: PremiereState;
  onReact(reaction: Reaction): void;
}

/** Waiting together: the countdown, and who is there. */
export function Lobby({ props, state, floating, onRisen, onReact }: LobbyProps) {
  const { names, timeZone, hasName, eventRef } = props;
  const { premiere, wait, room, came, isLost, name } = state;
  return (
    <>
      <Ribbon />
      <Ribbon down />
      <div className="premiere__knot" aria-hidden="true">
        <Bow />
      </div>
      <section className="premiere__ticket premiere__ticket--main">
        <p className="l-small">
          <time dateTime={premiere.startsAt}>{momentInWords(premiere.startsAt, timeZone)}</time>
        </p>
        <h1>{possessive(names)} film starts in</h1>
        <Clock wait={wait} />
        <p>{isLost ? 'Connecting again…' : 'It starts for everyone at once. Just stay here.'}</p>
        {premiere.status === 'planned' && (
          <p>
            <a href={`/e/${eventRef}/premiere.ics`}>Add it to my calendar</a>
          </p>
        )}
        <Button kind="second" size="small" icon="volume" className="l-needs-script" onClick={testSound}>
          Test your sound
        </Button>
      </section>
      <section className="premiere__ticket" aria-labelledby="premiere-here">
        <h2 id="premiere-here">{room.viewers === 1 ? 'You’re the first' : `${room.viewers} are here`}</h2>
        <p className="l-small" role="status">
          {came && room.viewers > 1 ? `${came} just came in.` : ' '}
        </p>
        <Faces room={room} />
        {!hasName && !name && <NameForm onName={state.chooseName} />}
        <ReactionBar onReact={onReact} />
        <Rising floating={floating} onRisen={onRisen} />
      </section>
    </>
  );
}

function Clock({ wait }: { wait: number }) {
  const seconds = Math.ceil(wait / 1000);
  const parts = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const [days = 0, hours = 0, minutes = 0] = parts;
  const rest = seconds % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  const shown =
    days > 0 ? `${days}d ${hours}h` : hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  const words = [
    days > 0 && count(days, 'day'),
    hours > 0 && count(hours, 'hour'),
    days === 0 && minutes > 0 && count(minutes, 'minute'),
    days === 0 && hours === 0 && count(rest, 'second'),
  ];
  return (
    <p className="premiere__clock l-display l-num" role="timer" aria-label={words.filter(Boolean).join(' ')}>
      {shown}
    </p>
  );
}

function Faces({ room: { faces, viewers } }: Pick<PremiereState, 'room'>) {
  const more = viewers - faces.length;
  if (faces.length === 0) return null;
  return (
    <ul className="premiere__faces">
      {faces.map(({ name, isHonoured, isHost }) => (
        <li key={name} className={isHonoured ? 'premiere__guest' : undefined}>
          <Avatar name={name} />
          <span>
            <bdi>{name}</bdi>
            {isHost && ', host'}
          </span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <span className="avatar avatar--more" aria-hidden="true">
            +{more}
          </span>
          <span>{more} more</span>
        </li>
      )}
    </ul>
  );
}

function NameForm({ onName }: { onName(name: string): void }) {
  const [value, setValue] = useState('');
  function send(event: FormEvent) {
    event.preventDefault();
    if (value.trim()) onName(value.trim());
  }
  return (
    <form className="premiere__name l-needs-script" onSubmit={send}>
      <Field
        label="Your name, so the others know who’s here"
        value={value}
        maxLength={NAME_MAX}
        autoComplete="given-name"
        onChange={({ target }) => setValue(target.value)}
      />
      <Button kind="second" type="submit">
        Say hello
      </Button>
    </form>
  );
}
