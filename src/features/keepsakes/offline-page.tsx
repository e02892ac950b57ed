import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { clock, count, date } from '../../shared/format.ts';
import { OCCASIONS, type OccasionType } from '../../shared/occasions.ts';
import type { Kept } from './gather.ts';
import { OFFLINE_SCRIPT, OFFLINE_STYLES } from './offline-styles.ts';

interface OfflinePageProps extends Kept {
  /** Who it is for. */
  names: string;
  title: string;
  occasion: OccasionType;
  /** WebVTT; part of the page, as browsers load no captions from a folder. */
  captions: string;
}

/** What browsers show; a file of any other type is linked only. */
const PICTURES = ['jpg', 'jpeg', 'png', 'webp', 'gif'];
const SOUNDS = ['mp3', 'm4a', 'wav', 'ogg', 'oga', 'weba'];
const VIDEOS = ['mp4', 'm4v', 'mov', 'webm'];

const REACTED: Record<string, string> = {
  love: 'sent love',
  laugh: 'laughed',
  happyTears: 'cried happy tears',
  hooray: 'cheered',
  wow: 'was amazed',
};

/** `index.html` of an archive: plays everything from the folder beside it, without the internet. */
export function offlinePage(props: OfflinePageProps): string {
  const isQuiet = OCCASIONS[props.occasion].tone === 'quiet';
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    renderToStaticMarkup(<title>{props.title}</title>),
    `<style>${OFFLINE_STYLES}</style>`,
  ].join('');
  const body = renderToStaticMarkup(<Body {...props} isQuiet={isQuiet} />);
  return `<!doctype html>
<html lang="en"${isQuiet ? ' class="quiet"' : ''}><head>${head}</head><body>${body}<script>${OFFLINE_SCRIPT}</script></body></html>
`;
}

function Body(props: OfflinePageProps & { isQuiet: boolean }) {
  const { names, title, film, captions, clips, lines, thanks, timeZone, isQuiet } = props;
  const track = `data:text/vtt;charset=utf-8,${encodeURIComponent(captions)}`;
  return (
    <>
      <header>
        <h1>
          <bdi>{names}</bdi>, this is for you.
        </h1>
        <p>{title}</p>
      </header>
      <main>
        <section aria-labelledby="film">
          <h2 id="film">The film</h2>
          {/* biome-ignore lint/a11y/useMediaCaption: some films have none */}
          <video id="player" controls preload="metadata" src="film.mp4" poster="poster.jpg">
            {captions && <track kind="captions" srcLang="en" label="Captions" src={track} />}
          </video>
          {film.chapters.length > 1 && (
            <ol className="chapters">
              {film.chapters.map(({ start, title: name }) => (
                <li key={start}>
                  <a href="#player" data-at={start}>
                    <bdi>{name || 'Opening'}</bdi> <small>{clock(start)}</small>
                  </a>
                </li>
              ))}
            </ol>
          )}
        </section>
        {clips.length > 0 && (
          <section aria-labelledby="clips">
            <h2 id="clips">{count(clips.length, 'clip')}, as they came</h2>
            <ul className="clips">
              {clips.map(({ id, name, text, caption, path }) => (
                <li key={id}>
                  {path ? <Shown path={path} label={name} /> : text && <blockquote dir="auto">{text}</blockquote>}
                  <p>
                    <bdi>{name}</bdi>
                    {caption && (
                      <>
                        <br />
                        <small dir="auto">{caption}</small>
                      </>
                    )}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        )}
        {lines.length > 0 && (
          <Lines id="guestbook" heading="The guestbook">
            {lines.map(({ name, text, reaction, createdAt }) => (
              <li key={createdAt + name}>
                {text && <p dir="auto">{text}</p>}
                <p>
                  <small>
                    <bdi>{name}</bdi>
                    {reaction && ` ${REACTED[reaction] ?? 'was here'}`}, {date(createdAt, { timeZone, style: 'full' })}
                  </small>
                </p>
              </li>
            ))}
          </Lines>
        )}
        {thanks.length > 0 && (
          <Lines id="thanks" heading={`What ${names} sent back`}>
            {thanks.map(({ words: { kind, to, text, createdAt }, name, path }) => (
              <li key={createdAt}>
                {path && <Shown path={path} label={names} />}
                {text && <p dir="auto">{text}</p>}
                {kind === 'heart' && <p>{isQuiet ? 'Thank you.' : <Heart to={to} name={name} />}</p>}
                <p>
                  <small>{date(createdAt, { timeZone, style: 'full' })}</small>
                </p>
              </li>
            ))}
          </Lines>
        )}
      </main>
      <footer>
        <p>Keep this folder together: the page plays the files beside it.</p>
      </footer>
    </>
  );
}

function Heart({ to, name }: { to: string; name: string | null }): ReactNode {
  if (to === 'all') return 'A heart for everybody.';
  return (
    <>
      A heart for <bdi>{name ?? 'one of you'}</bdi>.
    </>
  );
}

function Lines({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul className="lines">{children}</ul>
    </section>
  );
}

/** A picture, sound or video from the folder, and a link to the file. */
function Shown({ path, label }: { path: string; label: string }) {
  const href = path.split('/').map(encodeURIComponent).join('/');
  const extension = path.split('.').pop() ?? '';
  return (
    <>
      {PICTURES.includes(extension) && <img src={href} alt={`From ${label}`} loading="lazy" />}
      {/* biome-ignore lint/a11y/useMediaCaption: clips have none of their own */}
      {SOUNDS.includes(extension) && <audio controls preload="none" src={href} />}
      {/* biome-ignore lint/a11y/useMediaCaption: clips have none of their own */}
      {VIDEOS.includes(extension) && <video controls preload="metadata" src={href} aria-label={`From ${label}`} />}
      <p>
        <small>
          <a href={href}>{path.split('/').pop()}</a>
        </small>
      </p>
    </>
  );
}
