import { count } from '../../src/shared/format.ts';
import { CopyField } from './copy-field.tsx';

interface InviteProps {
  inviteUrl: string;
  inviteCode: string;
  /** First names of those who took part. */
  names: readonly string[];
  total: number;
}

/** Who took part, and the link for everybody else. */
export function Invite({ inviteUrl, inviteCode, names, total }: InviteProps) {
  return (
    <section className="card" aria-labelledby="who">
      <div className="line-head">
        <h2 id="who">Who’s in</h2>
        <p className="small">{total === 0 ? 'nobody yet' : count(total, 'person', 'people')}</p>
      </div>
      {names.length > 0 && <p className="names">{names.join(', ')}</p>}
      <CopyField
        label="The link to share"
        hint="Friends open it on their phone, record and send. No account, no app. Just don’t share it with the person it’s for."
        value={inviteUrl}
      />
      <details className="qr-box">
        <summary>Show QR code</summary>
        <img src={inviteCode} width={220} height={220} alt="QR code of the link to share" />
        <p className="small">
          For a table, a notice board or a printed invitation.{' '}
          <a href={inviteCode} download="vidday-code.svg">
            Save it to print
          </a>
        </p>
      </details>
    </section>
  );
}
