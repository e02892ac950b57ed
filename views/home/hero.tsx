import { clock } from '../../src/shared/format.ts';
import { type ArtName, useArt } from '../art.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ClipTile } from '../ui/clip-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { List } from '../ui/list.tsx';
import { Bow, Ribbon, Wrap } from '../ui/paper.tsx';
import { type Chapter, type Poster, Scrubber } from '../ui/player.tsx';

/** A film that visitors may watch. */
export interface SampleFilm {
  /** Where it plays. */
  href: string;
  /** Seconds. */
  length: number;
  poster: Poster;
  chapters: readonly Chapter[];
}

const CLIPS: readonly { name: string; art: ArtName; length: number }[] = [
  { name: 'Lena', art: 'lena', length: 14 },
  { name: 'Karl', art: 'karl', length: 22 },
  { name: 'Amara', art: 'amara', length: 18 },
  { name: 'Theo', art: 'dog', length: 21 },
];

/** What it is in one sentence, beside a parcel with the film in it. */
export function Hero({ sample }: { sample: SampleFilm | null }) {
  const art = useArt();
  return (
    <div className="hero">
      <div className="hero-copy">
        <h1>Everyone she loves, in one film.</h1>
        <p className="lead">
          Friends record a clip on their phone: no app, no account. You put the clips in order. She unwraps the film.
        </p>
        <div className="row">
          <ButtonLink href="/start-a-vidday" size="big">
            Start a VidDay
          </ButtonLink>
          {sample ? (
            <ButtonLink href={sample.href} kind="quiet" icon="play">
              Watch one, {clock(sample.length)}
            </ButtonLink>
          ) : (
            <ButtonLink href="#how" kind="quiet">
              How it goes
            </ButtonLink>
          )}
        </div>
        <p className="fine">Free to collect and arrange. From $5.00.</p>
      </div>
      <div className="hero-paper">
        <Wrap className="sheet">
          <Ribbon down />
          <Ribbon />
          <div className="gift">
            <Bow className="hero-bow" />
            <GiftFilm sample={sample} fallback={art('kids')} />
            <List className="post" aria-label="Clips in a film">
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

/** The film in the parcel: a link to the sample, or a picture where there is none. */
function GiftFilm({ sample, fallback }: { sample: SampleFilm | null; fallback: string }) {
  if (!sample) {
    return (
      <div className="player">
        <div className="screen">
          <img src={fallback} width="480" height="360" alt="Two children in paper hats behind a birthday cake" />
        </div>
      </div>
    );
  }
  const { poster, href, length, chapters } = sample;
  return (
    <div className="player">
      <div className="screen">
        <img src={poster.src} width={poster.width ?? 480} height={poster.height ?? 360} alt={poster.alt} />
        <a className="play" href={href} aria-label={`Watch a film, ${clock(length)}`}>
          <Icon name="play" />
        </a>
      </div>
      <Scrubber length={length} chapters={chapters} />
      <div className="bar">
        <span className="num sample-time">0:00 / {clock(length)}</span>
      </div>
    </div>
  );
}
