import type { HistoryLine } from '../../src/shared/contracts/organisers.ts';
import { type BoardTime, dayInWords } from '../../src/shared/guests/guest-groups.ts';
import { historyWords, type ToldLine } from '../../src/shared/history.ts';
import { List } from '../../views/ui/list.tsx';

interface Told extends ToldLine {
  id: string;
  day: string;
  userId: string | null;
  name: string;
}
const SHOWN = 12;

/** Who did what, newest first; what somebody did several times in a row on a day is one line. */
export function History({
  lines,
  time,
  userId,
}: {
  lines: readonly HistoryLine[];
  time: BoardTime;
  userId: string | null;
}) {
  const told = gathered(lines, time);
  if (told.length === 0) return null;
  return (
    <div className="organisers__history">
      <h2>Who did what</h2>
      <List ordered className="organisers__log">
        {told.slice(0, SHOWN).map((line) => (
          <Line key={line.id} line={line} userId={userId} />
        ))}
      </List>
      {told.length > SHOWN && (
        <details>
          <summary>Earlier</summary>
          <List ordered className="organisers__log">
            {told.slice(SHOWN).map((line) => (
              <Line key={line.id} line={line} userId={userId} />
            ))}
          </List>
        </details>
      )}
    </div>
  );
}

function Line({ line, userId }: { line: Told; userId: string | null }) {
  const isOwn = line.userId !== null && line.userId === userId;
  return (
    <li>
      <span className="l-small">{line.day}</span>
      <p>
        <strong>{isOwn ? 'You' : <bdi>{nameIn(line)}</bdi>}</strong> <bdi>{historyWords(line)}</bdi>
      </p>
    </li>
  );
}

function nameIn({ what, abouts, name }: Told): string {
  if (what === 'putAway') return 'VidDay';
  return (what === 'guarded' ? abouts[0] : name) || 'Someone';
}

function gathered(lines: readonly HistoryLine[], time: BoardTime): Told[] {
  const told: Told[] = [];
  for (const { id, at, userId, name, what, about } of lines) {
    const day = dayInWords(at, time);
    const last = told.at(-1);
    // Of several moves of the deadline, the latest is the one that counts.
    if (last && last.day === day && last.userId === userId && last.name === name && last.what === what) {
      told[told.length - 1] = { ...last, abouts: [...last.abouts, about] };
    } else told.push({ id, day, userId, name, what, abouts: [about] });
  }
  return told;
}
