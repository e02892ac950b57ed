import type { ReactNode } from 'react';
import type { FilmPerson } from '../../src/shared/contracts/films.ts';
import { Stamp, StampFill } from '../../views/ui/stamp.tsx';

interface PersonStampProps {
  person: FilmPerson;
  /** Read after the name. */
  about: string;
  onClick(): void;
  /** Icon in the corner. */
  children?: ReactNode;
}

/** A person in the film, as a stamp to tap. */
export function PersonStamp({ person, about, onClick, children }: PersonStampProps) {
  return (
    <button type="button" className="clip-tile" onClick={onClick}>
      <Stamp src={person.kind === 'text' ? null : person.posterUrl}>{faceOf(person)}</Stamp>
      <span className="clip-tile__who">
        <bdi>{person.name}</bdi>
      </span>
      <span className="l-unseen">{about}</span>
      {children}
    </button>
  );
}

/** Content of a stamp without a picture; null if there is one. */
export function faceOf({ kind, text, posterUrl }: FilmPerson): ReactNode {
  if (kind === 'text') return <StampFill kind="words">{text && `“${text}”`}</StampFill>;
  if (posterUrl) return null;
  return kind === 'audio' ? <StampFill kind="voice" icon="mic" /> : <StampFill icon="film" />;
}
