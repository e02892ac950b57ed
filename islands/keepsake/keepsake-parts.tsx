import type { Keepsake } from '../../src/shared/contracts/keepsakes.ts';
import { bytes, count, date, duration } from '../../src/shared/format.ts';
import { Icon, type IconName } from '../../views/ui/icon.tsx';
import { List } from '../../views/ui/list.tsx';
import { Progress } from '../../views/ui/progress.tsx';

type Row = [icon: IconName, what: string, more: string];

/** What is in the box. */
export function Inside({ content: { length, clips, lines, thanks } }: { content: NonNullable<Keepsake['content']> }) {
  const rows: Row[] = [
    ['film', 'The film', `${duration(length)}, full quality`],
    ['photo', clips === 1 ? 'The clip as it came' : `All ${clips} clips as they came`, 'Nothing cut, nothing smaller'],
  ];
  if (lines > 0) rows.push(['pen', 'The guestbook', count(lines, 'line')]);
  if (thanks > 0) rows.push(['mail', 'Thank-yous', count(thanks, 'thank-you')]);
  rows.push(['globe', 'A page that opens all of it', 'Works without the internet']);
  return (
    <List className="card keepsake__inside">
      {rows.map(([icon, what, more]) => (
        <li key={what}>
          <span className="keepsake__icon" aria-hidden="true">
            <Icon name={icon} />
          </span>
          <p>
            <strong>{what}</strong>
            <span className="l-small">{more}</span>
          </p>
        </li>
      ))}
    </List>
  );
}

/** How far it is packed. */
export function Packing({ keepsake: { progress, step }, href }: { keepsake: Keepsake; href: string }) {
  return (
    <div className="keepsake__progress">
      <Progress value={progress} max={1} label="Packing" />
      <p className="l-small">
        <strong className="l-num">{Math.floor(progress * 100)}%</strong> {step && <bdi>{step}</bdi>}
      </p>
      <p className="l-small">You can close this page. It goes on without you.</p>
      <noscript>
        <p>
          <a href={href}>Look again</a>
        </p>
      </noscript>
    </div>
  );
}

/** The download. */
export function Ready({
  keepsake: { url, bytes: size, expiresAt },
  timeZone,
}: {
  keepsake: Keepsake;
  timeZone: string;
}) {
  return (
    <div className="keepsake__ready" role="status">
      <a className="button button--big" href={url ?? ''} download>
        <Icon name="download" />
        Download, {bytes(size ?? 0)}
      </a>
      <p className="l-small">
        Kept here until <strong>{date(expiresAt ?? '', { timeZone, style: 'day' })}</strong>. After that, pack it again,
        as often as you like. If the download stops halfway, it carries on where it was.
      </p>
      <p className="l-small">Unzip it first, then open index.html in its folder.</p>
    </div>
  );
}
