import { CodeFromApp } from '../ui/code-from-app.tsx';
import { List } from '../ui/list.tsx';
import { Banner } from '../ui/notice.tsx';

export interface DangerNotesProps {
  /** Of the code's field. Default: `code`. */
  id?: string;
  title: string;
  /** What will happen, and who is concerned. */
  effects: readonly string[];
  /** Whether the second step is recent, can be repeated here, or needs another log-in. */
  proof: 'recent' | 'code' | 'log-in';
  /** Path to come back to. */
  next: string;
  codeError: string | null;
}

/** What a dangerous act will do, and the second step that it asks for. */
export function DangerNotes({ id = 'code', title, effects, proof, next, codeError }: DangerNotesProps) {
  return (
    <div className="desk-panel__danger">
      <p>
        <strong>{title}</strong>
      </p>
      <List className="desk-panel__effects">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </List>
      {proof === 'code' && <CodeFromApp id={id} error={codeError} required={false} />}
      {proof === 'log-in' && (
        <Banner
          tone="warn"
          icon="lock"
          action={<a href={`/auth/login?again=second-step&next=${encodeURIComponent(next)}`}>Log in again</a>}
        >
          Confirm it’s you: your second step was a while ago.
        </Banner>
      )}
    </div>
  );
}
