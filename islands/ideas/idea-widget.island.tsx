import { type ComponentProps, type ComponentType, type FormEvent, useState } from 'react';
import type { ShareDialog } from './share-dialog.tsx';

export interface IdeaWidgetProps {
  /** The ideas page, for use without script. */
  href: string;
}

/** "Share it" in the footer: opens the form in a dialog, or links to the ideas. */
export default function IdeaWidget({ href }: IdeaWidgetProps) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [Dialog, setDialog] = useState<ComponentType<ComponentProps<typeof ShareDialog>> | null>(null);

  async function open(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      const loaded = await import('./share-dialog.tsx');
      setDialog(() => loaded.ShareDialog);
      setOpen(true);
    } catch {
      window.location.assign(href);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <form action={href} onSubmit={(event) => void open(event)}>
        <button type="submit" className="shell__as-link" aria-haspopup="dialog" aria-busy={isBusy}>
          Share it
        </button>
      </form>
      {Dialog && <Dialog isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
