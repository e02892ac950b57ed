import { clock, money } from '../../src/shared/format.ts';
import type { OccasionType } from '../../src/shared/occasions.ts';
import type { SiteFacts } from '../../src/shared/site-facts.ts';
import { type ArtName, useArt } from '../base/art.ts';
import { SampleFilm, sampleFilmLength, useSampleFilm } from '../base/sample-film.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { ClipTile } from '../ui/clip-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { List } from '../ui/list.tsx';
import { Bow, Ribbon, Wrap } from '../ui/paper.tsx';

const SAMPLE: OccasionType = 'birthday';

const CLIPS: readonly { name: string; art: ArtName; length: number }[] = [
  { name: 'Lena', art: 'lena', length: 14 },
  { name: 'Karl', art: 'karl', length: 22 },
  { name: 'Amara', art: 'amara', length: 18 },
  { name: 'Theo', art: 'dog', length: 21 },
];

/** The product in one sentence, next to a parcel with a film. */
export function Hero({ facts: { packages, rating } }: { facts: SiteFacts }) {
  const length = sampleFilmLength(SAMPLE);
  const film = useSampleFilm(SAMPLE);
  const art = useArt();
  return (
    <div className="home-hero">
      <div className="home-hero__copy">
        <h1>Everyone she loves, in one film.</h1>
        <p className="l-lead">
          Friends record a clip on their phone: no app, no account. You put the clips in order. She unwraps the film.
        </p>
        <div className="l-row">
          <ButtonLink href="/start-a-vidday" size="big">
            Start a VidDay
          </ButtonLink>
          {film && length !== null && (
            <ButtonLink href={film} kind="quiet" icon="play">
              Watch one, {clock(length)}
            </ButtonLink>
          )}
        </div>
        <p className="l-fine">
          Free to collect and arrange. From {money(packages[0].amount)}.
          {rating && (
            <>
              <br />
              <span className="home-hero__rate">
                <Icon name="star" />
                {`${rating.value} of 5, from ${rating.count.toLocaleString('en')} ratings`}
              </span>
            </>
          )}
        </p>
      </div>
      <div className="home-hero__paper">
        <Wrap className="home-hero__sheet">
          <Ribbon down />
          <Ribbon />
          <div className="home-hero__gift">
            <Bow className="home-hero__bow" />
            <GiftFilm />
            <List className="home-hero__post" aria-label="Clips in a film">
              {CLIPS.map((clip) => (
                <li key={clip.name}>
                  <ClipTile name={clip.name} kind="video" posterUrl={art(clip.art)} length={clip.length} />
                </li>
              ))}
            </List>
          </div>
        </Wrap>
      </div>
    </div>
  );
}

/** The film in the parcel; a picture while the sample film is missing. */
function GiftFilm() {
  const art = useArt();
  return (
    <div className="player">
      <div className="player__screen">
        {sampleFilmLength(SAMPLE) === null ? (
          <img src={art('kids')} width="480" height="360" alt="Two children in paper hats behind a birthday cake" />
        ) : (
          <SampleFilm isFirst occasion={SAMPLE} label="Ruth’s birthday film" />
        )}
      </div>
    </div>
  );
}
