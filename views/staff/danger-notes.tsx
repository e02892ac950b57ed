import { CodeFromApp } from '../ui/code-from-app.tsx';
import { List } from '../ui/list.tsx';
import { Banner } from '../ui/notice.tsx';

export interface DangerNotesProps {
  title: string;
  /** What will happen, and who is concerned. */
  effects: readonly string[];
  /** Whether the second step is recent, can be repeated here, or needs another log-in. */
  proof: 'recent' | 'code' | 'log-in';
  /** Path to come back to. */
  next: string;
  /** Id of the field for the code. Default: `code`. */
  codeId?: string;
  codeError: string | null;
}

/** What a dangerous act will do, and the second step that it asks for. */
export function DangerNotes({ title, effects, proof, next, codeId = 'code', codeError }: DangerNotesProps) {
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
      {proof === 'code' && <CodeFromApp id={codeId} error={codeError} required={false} />}
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
