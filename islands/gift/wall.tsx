import { type ComponentType, type ReactNode, useState } from 'react';
import type { FilmPerson } from '../../src/shared/contracts/films.ts';
import type { Thanks } from '../../src/shared/contracts/thanks.ts';
import { clock } from '../../src/shared/format.ts';
import { Button } from '../../views/ui/button.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { List } from '../../views/ui/list.tsx';
import { Names } from '../../views/ui/names.tsx';
import { PlainFilm } from '../../views/ui/plain-film.tsx';
import type { GiftProps, ThankPanelProps } from './gift-props.ts';
import { PersonStamp } from './person-stamp.tsx';
import { ShareButton } from './share-button.tsx';

/** Stamps shown at first. */
const FIRST = 60;
/** Up to this number, stamps are large. */
const FEW = 4;

export interface WallProps extends GiftProps {
  /** Not watched here yet: the film above comes first. */
  isCalm: boolean;
  /** Loaded while the film plays; null until then, and for holders of the view link. */
  ThankPanel: ComponentType<ThankPanelProps> | null;
  onSent(thanks: Thanks[]): void;
  onWatch(from?: number): void;
}

/** A stamp for each person in the film. */
export function Wall(props: WallProps) {
  const { people, isCalm, openKey, isQuiet, thanks: sent, onSent, ThankPanel, onWatch } = props;
  const [hasAll, setAll] = useState(false);
  const [chosen, setChosen] = useState<FilmPerson | null>(null);
  const mayThank = openKey !== null;
  const isThanked = ({ id }: FilmPerson) => sent.some(({ to }) => to === 'all' || to === id);
  const shown = hasAll ? people : people.slice(0, FIRST);
  return (
    <div className="wall">
      <section className="wall__bye" aria-labelledby="wall-title">
        {isCalm && <Poster {...props} />}
        <h1 id="wall-title">
          <Headline {...props} />
        </h1>
        {mayThank && (
          <div className="thanks__place l-needs-script">
            {ThankPanel && (
              <ThankPanel
                {...props}
                openKey={openKey}
                sent={sent}
                onSent={onSent}
                chosen={chosen}
                onChosen={setChosen}
              />
            )}
          </div>
        )}
      </section>
      <section className="wall__stamps" aria-labelledby="everyone">
        <div className="wall__head">
          <h2 id="everyone">Everyone</h2>
          <p className="l-small l-needs-script">
            {mayThank
              ? 'Tap a stamp to thank just them, or see their part again.'
              : 'Tap a stamp to see their part again.'}
          </p>
        </div>
        <List ordered className={people.length <= FEW ? 'wall__sheet wall__sheet--few' : 'wall__sheet'}>
          {shown.map((person) => (
            <li key={person.start}>
              <PersonStamp
                person={person}
                about={`their part begins at ${clock(person.start)}`}
                onClick={() => (ThankPanel && person.id ? setChosen(person) : onWatch(person.start))}
              >
                {isThanked(person) && (
                  <span className="thanks__loved">
                    <Icon name={isQuiet ? 'candle' : 'hearted'} />
                    <span className="l-unseen">Thanked</span>
                  </span>
                )}
              </PersonStamp>
            </li>
          ))}
        </List>
        {shown.length < people.length && (
          <Button kind="second" className="l-needs-script" onClick={() => setAll(true)}>
            Show all {people.length}
          </Button>
        )}
      </section>
      <After {...props} />
    </div>
  );
}

function Headline({ people, openKey, names, isQuiet }: WallProps): ReactNode {
  const recipient = openKey === null ? <bdi>{names}</bdi> : 'you';
  // Name one or two people instead of counting them.
  const named = people.length <= 2 ? <Names of={people.map(({ name }) => name)} /> : null;
  if (isQuiet) return named ? <>From {named}</> : `From all ${people.length} of us`;
  return (
    <>
      {named ?? `${people.length} people`} made this for {recipient}
    </>
  );
}

/** Watch again, download, share. */
function After({
  isCalm,
  guestbookHref,
  keepsakeHref,
  rewardHref,
  downloadUrl,
  otherDownloads,
  shareUrl,
  dedication,
  onWatch,
}: WallProps) {
  return (
    <nav className="wall__after" aria-label="The film">
      <button type="button" className="wall__after-button l-needs-script" onClick={() => onWatch()}>
        <Icon name={isCalm ? 'play' : 'undo'} />
        {isCalm ? 'Watch' : 'Watch again'}
      </button>
      {rewardHref && (
        <a className="wall__after-button" href={rewardHref}>
          <Icon name="gift" />
          Something more for you
        </a>
      )}
      {guestbookHref && (
        <a className="wall__after-button" href={guestbookHref}>
          <Icon name="pen" />
          Guestbook
        </a>
      )}
      {keepsakeHref && (
        <a className="wall__after-button" href={keepsakeHref}>
          <Icon name="gift" />
          Keep everything
        </a>
      )}
      {downloadUrl && (
        <a className="wall__after-button" href={downloadUrl} download>
          <Icon name="download" />
          Keep it
        </a>
      )}
      {otherDownloads.map(({ name, url }) => (
        <a key={name} className="wall__after-button" href={url} download>
          <Icon name="download" />
          {name}
        </a>
      ))}
      {shareUrl && <ShareButton url={shareUrl} title={dedication} />}
    </nav>
  );
}

function Poster({ film, dedication, onWatch }: WallProps) {
  const [smallest] = [...film.sources].sort((a, b) => a.height - b.height);
  return (
    <>
      <button
        type="button"
        className="player__start l-needs-script"
        aria-label="Play the film"
        onClick={() => onWatch()}
      >
        <img src={film.posterUrl} width={1280} height={720} alt="" />
        <span className="player__play">
          <Icon name="play" />
        </span>
      </button>
      {/* The browser's own player has no quality menu. */}
      <noscript>
        <PlainFilm
          className="wall__film"
          film={smallest?.url ?? ''}
          poster={film.posterUrl}
          captions={film.captionsUrl}
          captionsLabel="Captions"
          label={dedication}
        />
      </noscript>
    </>
  );
}
