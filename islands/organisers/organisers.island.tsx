import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { addOrganiser, type Organiser, removeOrganiser } from '../../src/shared/contracts/organisers.ts';
import { dayInWords } from '../../src/shared/guests/guest-groups.ts';
import { EMAIL_MAX, ORGANISERS_MAX } from '../../src/shared/limits.ts';
import { Avatar } from '../../views/ui/avatar.tsx';
import { Badge } from '../../views/ui/badge.tsx';
import { Button } from '../../views/ui/button.tsx';
import { Field } from '../../views/ui/field.tsx';
import { List } from '../../views/ui/list.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import { useFocusInvalid } from '../runtime/use-focus-invalid.ts';
import { History } from './history.tsx';
import type { OrganisersProps } from './organisers-props.ts';
import { useOrganisers } from './use-organisers.ts';

/** Who organises the event, asking others, and who did what. Also forms without script. */
export default function Organisers(props: OrganisersProps) {
  const { uuid, userId, timeZone } = props;
  const [said, say] = useState('');
  const [errors, setErrors] = useState<{ email?: string }>({});
  const askForm = useFocusInvalid(errors);
  const [busy, setBusy] = useState<string | null>(null);
  const [now, setNow] = useState(() => new Date(props.now));
  useEffect(() => setNow(new Date()), []);
  const live = useOrganisers(props, () => window.location.assign('/dashboard'));
  const time = { now, timeZone };
  const isFull = live.organisers.length > ORGANISERS_MAX;

  async function run(name: string, work: () => Promise<string>) {
    setBusy(name);
    setErrors({});
    say('');
    try {
      say(await work());
      live.refresh();
    } catch (failed) {
      const field = failed instanceof ApiError ? failed.fields.email : undefined;
      if (name === 'ask') setErrors({ email: field ?? reasonOf(failed) });
      else say(reasonOf(failed));
    } finally {
      setBusy(null);
    }
  }
  const send = async (email: string) => {
    await api.call(addOrganiser, { params: { id: uuid }, body: { email } });
    return `The link is on its way to ${email}.`;
  };
  const ask = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const form = submitted.currentTarget;
    const email = String(new FormData(form).get('email') ?? '').trim();
    void run('ask', async () => {
      const done = await send(email);
      form.reset();
      return done;
    });
  };
  const remove = (each: Organiser) => (submitted: FormEvent) => {
    submitted.preventDefault();
    void run(each.id, async () => {
      await api.call(removeOrganiser, { params: { id: uuid, userId: each.id } });
      if (each.userId === userId) window.location.assign('/dashboard');
      return `${each.name || each.email} is out.`;
    });
  };

  return (
    <section className="organisers" id="organisers" aria-labelledby="g-organisers">
      <div className="organisers__people">
        <h2 id="g-organisers">Organisers</h2>
        <p className="l-small">They see and do what you do. Only the person who started it can pay or delete.</p>
        <List className="organisers__list card">
          {live.organisers.map((each) => (
            <li key={each.id}>
              <Avatar name={each.name || each.email} />
              <div className="organisers__who">
                <p>
                  <strong>
                    <bdi>{each.name || each.email}</bdi>
                  </strong>{' '}
                  {each.userId === userId && userId !== null && <Badge>You</Badge>}
                  {each.status === 'invited' && <Badge>Invited</Badge>}
                </p>
                <p className="l-small">{standing(each, time)}</p>
              </div>
              {!each.isCreator && (
                <form
                  method="post"
                  action={`/e/${uuid}/people/organisers/${each.id}/remove`}
                  onSubmit={remove(each)}
                  className="organisers__act"
                >
                  {each.status === 'invited' && (
                    <Button
                      kind="quiet"
                      size="small"
                      className="l-needs-script"
                      busy={busy === each.email}
                      onClick={() => void run(each.email, () => send(each.email))}
                    >
                      Send again
                    </Button>
                  )}
                  <Button type="submit" kind="quiet" size="small" busy={busy === each.id}>
                    {each.userId === userId ? 'Leave' : 'Remove'}
                    <span className="l-unseen"> {each.name || each.email}</span>
                  </Button>
                </form>
              )}
            </li>
          ))}
        </List>
        {userId !== null && !isFull && (
          <form
            ref={askForm}
            method="post"
            action={`/e/${uuid}/people/organisers`}
            className="organisers__ask card"
            onSubmit={ask}
          >
            <Field
              label="Ask someone to help"
              name="email"
              type="email"
              required
              maxLength={EMAIL_MAX}
              autoComplete="off"
              placeholder="name@example.com"
              hint="They’ll need an account. It takes a minute."
              error={errors.email}
            />
            <Button type="submit" kind="second" busy={busy === 'ask'}>
              Send the link
            </Button>
          </form>
        )}
        <p className="l-small" role="status">
          {said}
        </p>
      </div>
      <History lines={live.history} time={time} userId={userId} />
    </section>
  );
}

function standing({ status, isCreator, addedAt, email }: Organiser, time: { now: Date; timeZone: string }): string {
  const when = addedAt ? ` ${dayInWords(addedAt, time)}` : '';
  if (status === 'invited') return `Hasn’t said yes yet. Asked${when}.`;
  if (isCreator) return `Started it${when}.`;
  return when ? `${email}. Joined${when}.` : email;
}
