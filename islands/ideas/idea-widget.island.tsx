import { type FormEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from '../../views/ui/dialog.tsx';
import { ShareIdea } from './share-idea.tsx';

export interface IdeaWidgetProps {
  /** The ideas page, for use without script. */
  href: string;
}

/** "Share it" in the footer: opens the form in a dialog, or links to the ideas. */
export default function IdeaWidget({ href }: IdeaWidgetProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);

  function open(event: FormEvent): void {
    event.preventDefault();
    setWasOpened(true);
    setOpen(true);
  }
  return (
    <>
      <form action={href} onSubmit={open}>
        <button type="submit" className="shell__as-link">
          Share it
        </button>
      </form>
      {wasOpened &&
        // Outside the footer, whose list styles don't apply here.
        createPortal(
          <Dialog open={isOpen} onClose={() => setOpen(false)} title="Got a feature idea?">
            {isOpen && <ShareIdea onClose={() => setOpen(false)} />}
          </Dialog>,
          document.body,
        )}
    </>
  );
}
