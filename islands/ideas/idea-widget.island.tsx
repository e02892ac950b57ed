import { type FormEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from '../../views/ui/dialog.tsx';
import { ShareIdea } from './share-idea.tsx';

export interface IdeaWidgetProps {
  /** The page that does the same without script. */
  href: string;
}

/** "Share it" at the end of every page: leads to the ideas, or opens a form right here. */
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
        // Away from the footer, whose lists look otherwise.
        createPortal(
          <Dialog open={isOpen} onClose={() => setOpen(false)} title="Got a feature idea?">
            {isOpen && <ShareIdea onClose={() => setOpen(false)} />}
          </Dialog>,
          document.body,
        )}
    </>
  );
}
