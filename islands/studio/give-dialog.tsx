import { useState } from 'react';
import type { Event } from '../../src/shared/contracts/events.ts';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Names } from '../../views/ui/names.tsx';
import { nudge, sendTest } from './give-acts.ts';
import { GiveAsk } from './give-ask.tsx';
import { errorsOf } from './give-errors.ts';
import { GiveForm } from './give-form.tsx';
import { addressesOf, draftOf, type GiveDraft, isPlanned, momentOf, phoneOf } from './give-plan.ts';
import { Given, Planned } from './give-state.tsx';
import type { Studio } from './use-studio.ts';
import type { Problem } from './use-studio-data.ts';

export interface GiveDialogProps {
  studio: Studio;
  recipientUrl: string;
  viewUrl: string;
  /** Begins with the form, although it was given. */
  isAgain: boolean;
  onClose: () => void;
}

type View = 'state' | 'form' | 'ask';

interface Typed extends Pick<GiveDraft, 'emails' | 'phones'> {
  timeZone?: string | undefined;
}

/** Delivery of the film: its status, or a form and a confirmation. */
export function GiveDialog({ studio, recipientUrl, viewUrl, isAgain, onClose }: GiveDialogProps) {
  const { event } = studio;
  const [view, setView] = useState<View>(() =>
    isPlanned(event) || (event.deliveredAt && !isAgain) ? 'state' : 'form',
  );
  const [plan, setPlan] = useState(() => draftOf(event, Date.now()));
  // Another organiser may change what was not typed here.
  const [typed, setTyped] = useState<Typed>({ emails: {}, phones: {} });
  const draft = { ...plan, ...addressesOf(event.recipients, typed), timeZone: typed.timeZone ?? event.timeZone };
  const [errors, setErrors] = useState<Record<string, string>>(() => bounced(event));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const names = <Names of={event.recipients.map((each) => each.firstName)} />;
  const links = { recipientUrl, viewUrl, names };

  const change = ({ emails, phones, timeZone, ...part }: Partial<GiveDraft>) => {
    setPlan((now) => ({ ...now, ...part }));
    setTyped((now) => ({
      emails: { ...now.emails, ...emails },
      phones: { ...now.phones, ...phones },
      timeZone: timeZone ?? now.timeZone,
    }));
    setErrors({});
    setProblem(null);
  };

  const refused = (why: Problem) => {
    setProblem(why);
    setErrors(fieldErrors(why, event));
    setView('form');
  };

  /** Save addresses first, so that an invalid one is reported at its field. */
  async function next() {
    const found = errorsOf(draft, event.recipients, Date.now());
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const isSaved = await saveAddresses();
    if (isSaved && draft.when === 'day') await deliver(draft);
    setBusy(false);
    if (isSaved && draft.when === 'now') setView('ask');
  }

  async function saveAddresses(): Promise<boolean> {
    const [part, typed] =
      draft.how === 'mail' ? (['email', draft.emails] as const) : (['phone', draft.phones] as const);
    const wanted = (id: string) => typed[id]?.trim() || null;
    if (event.recipients.every((each) => wanted(each.id) === (each[part] ?? null))) return true;
    const recipients = event.recipients.map((each) => ({ ...each, [part]: wanted(each.id) }));
    return (await studio.saveDetails({ recipients }, refused)) !== null;
  }

  async function deliver({ when, how, message, timeZone }: GiveDraft) {
    setBusy(true);
    const body = {
      ...(when === 'day' && { at: momentOf(draft)?.toISOString() ?? null }),
      timeZone,
      message: message.trim(),
      ...(how === 'hand' && { byHand: true as const }),
      ...(how === 'text' && { byText: true as const }),
    };
    const done = await studio.deliver(body, refused);
    setBusy(false);
    if (done) onClose();
  }

  if (view === 'ask') {
    return (
      <GiveAsk
        event={event}
        draft={draft}
        names={names}
        isBusy={isBusy}
        onSend={() => void deliver({ ...draft, when: 'now' })}
        onBack={() => setView(isPlanned(event) ? 'state' : 'form')}
      />
    );
  }
  if (view === 'state' && isPlanned(event)) {
    return (
      <Planned
        event={event}
        hasPremieres={!studio.isOff.premieres}
        links={links}
        onChange={() => {
          change({ when: 'day' });
          setView('form');
        }}
        onSend={() => setView('ask')}
        onCancel={async () => {
          if (await studio.takeBack()) onClose();
        }}
        onClose={onClose}
      />
    );
  }
  if (view === 'state' && event.deliveredAt) {
    return (
      <Given
        event={event}
        hasPremieres={!studio.isOff.premieres}
        links={links}
        onAgain={() => setView('form')}
        onNudge={() => nudge(studio)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open onClose={onClose} className="give" title={<>Give it to {names}</>}>
      <GiveForm
        {...{ event, draft, errors, problem, isBusy, links }}
        onChange={change}
        onSubmit={() => void next()}
        onTest={() => void sendTest(studio, draft.message.trim(), refused)}
      />
    </Dialog>
  );
}

/** Messages for addresses that bounced. */
function bounced({ undelivered = [] }: Event): Record<string, string> {
  const back = undelivered.filter(({ why }) => why === 'refused');
  return Object.fromEntries(
    back.map(({ recipientId }) => [recipientId, 'Our email to this address came back. Check it for typos.']),
  );
}

/** The server's messages by field of the dialog. */
function fieldErrors({ fields }: Problem, { recipients }: Event): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [path, words] of Object.entries(fields)) {
    const [field = '', index, part] = path.split('.');
    const id = field === 'recipients' ? recipients[Number(index)]?.id : undefined;
    if (field === 'at') errors.when = words;
    else if (id && part === 'phone') errors[phoneOf(id)] = words;
    else errors[id && part === 'email' ? id : field] = words;
  }
  return errors;
}
