import { Fragment } from 'react';
import { clock, possessive } from '../../src/shared/format.ts';
import { OCCASIONS } from '../../src/shared/occasions.ts';
import type { Packages } from '../../src/shared/pricing.ts';
import { useArt } from '../base/art.ts';
import { SampleFilm, sampleFilmLength } from '../base/sample-film.tsx';
import { StartPrice } from '../base/start-price.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Torn } from '../ui/paper.tsx';
import { Scrubber } from '../ui/player.tsx';
import { Stamp, StampFill } from '../ui/stamp.tsx';
import type { OccasionContent } from './content.ts';
import { startPath } from './start-path.ts';

/** Headline and sample film on the occasion's paper. */
export function Intro({ content, packages }: { content: OccasionContent; packages: Packages }) {
  const { type, kind, headline, lead, start, recipient } = content;
  const hasFilm = sampleFilmLength(type) !== null;
  return (
    <section className="occasion-intro">
      <Torn className="occasion-intro__band" isDecoration />
      <div className="l-page occasion-intro__in">
        <div className="occasion-intro__copy">
          <p className="occasion-intro__emoji">
            <Stamp>
              <StampFill>
                <span aria-hidden="true">{OCCASIONS[type].emoji}</span>
              </StampFill>
            </Stamp>
            <span className="occasion-intro__kind">{kind}</span>
          </p>
          <h1>
            {headline.map((line, index) => (
              <Fragment key={line}>
                {index > 0 && ' '}
                <span className="occasion-intro__line">{line}</span>
              </Fragment>
            ))}
          </h1>
          <p className="l-lead">{lead}</p>
          <p className="l-small">
            Everyone sends a clip from their phone. Together they become one film.{' '}
            <StartPrice packages={packages} isFree={OCCASIONS[type].isFree} />
          </p>
          <div className="l-row">
            <ButtonLink href={startPath(type)} size="big">
              {start}
            </ButtonLink>
            <ButtonLink href="#words" kind="quiet">
              Words to borrow
            </ButtonLink>
          </div>
        </div>
        <div className="occasion-intro__film">
          {hasFilm ? (
            <div className="player">
              <div className="player__screen">
                <SampleFilm isFirst occasion={type} label={`A taste of ${possessive(recipient)} film`} />
              </div>
            </div>
          ) : (
            <StillFilm content={content} />
          )}
        </div>
      </div>
    </section>
  );
}

/** A picture of the film with possible chapters. */
function StillFilm({ content: { film, strip } }: { content: OccasionContent }) {
  const art = useArt();
  const length = strip.clips.reduce((sum, clip) => sum + clip.length, 0);
  const starts = strip.clips.map((_, index) => strip.clips.slice(0, index).reduce((sum, clip) => sum + clip.length, 0));
  return (
    <div className="player">
      <div className="player__screen">
        <img src={art(film.art)} width="480" height="360" alt={film.alt} fetchPriority="high" />
      </div>
      <Scrubber
        length={length}
        chapters={strip.clips.map((clip, index) => ({ title: clip.name, start: starts[index] ?? 0 }))}
      />
      <div className="player__bar">
        <span className="l-num occasion-intro__sample-time">
          {strip.clips.length} clips, {clock(length)}
        </span>
      </div>
    </div>
  );
}
