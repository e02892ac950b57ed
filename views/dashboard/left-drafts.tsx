import { NAME_MAX } from '../../src/shared/limits.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Banner } from '../ui/notice.tsx';

/** Prepared in this browser and not in any account. */
export interface LeftDraftsProps {
  /** Titles shown to the user, as nobody has signed out since. */
  titles: readonly string[];
  /** Number of clips sent from here to other events. */
  clips: number;
  /** Something was put away at a sign-out: only someone who knows the recipient's name may claim it. */
  isPutAway: boolean;
  /** The current account, which may not be the one that the user has in mind. */
  email: string;
  /** A name that did not match, and the error. */
  refused?: { typed: string; error: string } | null;
}

const PATH = '/dashboard/prepared';

/** Asks whether the drafts belong to the user, so that no draft is lost or shown to someone else. */
export function LeftDrafts({ titles, clips, isPutAway, email, refused = null }: LeftDraftsProps) {
  if (titles.length > 0 || clips > 0) return <Prepared titles={titles} clips={clips} email={email} />;
  return isPutAway ? <PutAway refused={refused} /> : null;
}

function Prepared({ titles, clips, email }: Pick<LeftDraftsProps, 'titles' | 'clips' | 'email'>) {
  return (
    <form method="post" action={PATH}>
      <Banner
        icon="gift"
        title={madeHere(titles, clips)}
        action={
          <>
            <Button type="submit" name="answer" value="mine" size="small">
              Add it to my account
            </Button>
            <Button type="submit" name="answer" value="not-mine" kind="quiet" size="small">
              It isn’t mine
            </Button>
          </>
        }
      >
        {`It’s not in anyone’s account yet. You’re logged in as ${email}.`}
      </Banner>
    </form>
  );
}

function madeHere([title, ...more]: readonly string[], clips: number): string {
  if (!title) return clips === 1 ? 'A clip was sent from this browser' : `${clips} clips were sent from this browser`;
  if (more.length === 0 && clips === 0) return `“${title}” was started in this browser`;
  return `“${title}” and more were started in this browser`;
}

function PutAway({ refused }: { refused: LeftDraftsProps['refused'] }) {
  return (
    <form method="post" action={PATH} className="dashboard__put-away">
      <Banner icon="gift" title="Someone started a VidDay in this browser">
        <div className="l-stack l-stack--tight">
          <p>It’s not in anyone’s account yet. If it was you, tell us who it’s for, and you’ll get it back.</p>
          <Field
            label="Their first name"
            name="name"
            id="put-away-name"
            maxLength={NAME_MAX}
            autoComplete="off"
            required
            defaultValue={refused?.typed}
            error={refused?.error ?? null}
            focused={Boolean(refused)}
          />
          <div className="l-row">
            <Button type="submit" name="answer" value="named" kind="second" size="small">
              Bring it back
            </Button>
            <Button type="submit" name="answer" value="not-mine" kind="quiet" size="small" formNoValidate>
              It wasn’t me
            </Button>
          </div>
        </div>
      </Banner>
    </form>
  );
}
