import { NAME_MAX } from '../../src/shared/limits.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Banner } from '../ui/notice.tsx';

/** What was prepared in this browser and is in nobody's account. */
export interface UnclaimedFacts {
  /** What whoever is signed in may see, as nobody has signed out since. */
  titles: readonly string[];
  /** Clips that were sent from here to events of others. */
  clips: number;
  /** Whether something was put away when somebody signed out: only its maker knows whom it is for. */
  isPutAway: boolean;
  /** Whose account is open; it may be another one than they think. */
  email: string;
  /** A name that did not do, and why. */
  refused?: { typed: string; error: string } | null;
}

const PATH = '/dashboard/prepared';

/** Asks whose it is. Nothing that somebody prepared is lost, and nobody else gets to see it. */
export function Unclaimed({ titles, clips, isPutAway, email, refused = null }: UnclaimedFacts) {
  if (titles.length > 0 || clips > 0) return <Prepared titles={titles} clips={clips} email={email} />;
  return isPutAway ? <PutAway refused={refused} /> : null;
}

function Prepared({ titles, clips, email }: Pick<UnclaimedFacts, 'titles' | 'clips' | 'email'>) {
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

function PutAway({ refused }: { refused: UnclaimedFacts['refused'] }) {
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
