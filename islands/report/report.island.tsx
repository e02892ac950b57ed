import { type FormEvent, useEffect, useRef, useState } from 'react';
import { reportEvent } from '../../src/shared/contracts/reports.ts';
import { Button } from '../../views/ui/button.tsx';
import { Select } from '../../views/ui/select.tsx';
import { Toast } from '../../views/ui/toast.tsx';
import { api } from '../runtime/api.ts';
import { ToastShelf } from '../shell/toast-shelf.tsx';
import { endToastLater, TOAST_TIME } from '../shell/toast-time.ts';
import type { ReportProps } from './report-props.ts';

/** Lets visitors report a page. */
export default function Report({ eventRef, isDone, clips = [] }: ReportProps) {
  const [step, setStep] = useState<'asked' | 'sending' | 'done'>(isDone ? 'done' : 'asked');
  const [toast, setToast] = useState<{ text: string; tone?: 'bad' } | null>(null);
  const thanks = useRef<HTMLParagraphElement>(null);
  const path = `/e/${encodeURIComponent(eventRef)}/report`;

  useEffect(() => {
    if (toast) return endToastLater(() => setToast(null), TOAST_TIME.plain);
  }, [toast]);

  useEffect(() => {
    // The focused button is gone, so move the focus; without script it was another page.
    if (step === 'done' && !isDone) thanks.current?.focus();
  }, [step, isDone]);

  async function report(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (step !== 'asked') return;
    const mediaId = String(new FormData(event.currentTarget).get('mediaId') ?? '');
    setStep('sending');
    try {
      await api.call(reportEvent, { params: { id: eventRef }, query: {}, body: { mediaId } });
      setStep('done');
      setToast({ text: 'Submitted, thank you!' });
    } catch {
      setStep('asked');
      setToast({ text: 'An error occured.', tone: 'bad' });
    }
  }
  return (
    <div className="shell__report">
      <div role="status">
        {step === 'done' && (
          <p ref={thanks} className="l-small" tabIndex={-1}>
            Thank you, we'll review this page.
          </p>
        )}
      </div>
      {step !== 'done' && (
        <form method="post" action={path} onSubmit={report}>
          {clips.length > 0 && (
            <Select
              label="What it’s about"
              name="mediaId"
              defaultValue=""
              options={[
                { value: '', label: 'The whole page' },
                ...clips.map(({ id, name }) => ({ value: id, label: `The clip of ${name}` })),
              ]}
            />
          )}
          <Button type="submit" kind="quiet" size="small" busy={step === 'sending'}>
            Report This Page
          </Button>
        </form>
      )}
      {toast && (
        <ToastShelf>
          <Toast tone={toast.tone} onClose={() => setToast(null)}>
            {toast.text}
          </Toast>
        </ToastShelf>
      )}
    </div>
  );
}
