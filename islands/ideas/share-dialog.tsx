import { createPortal } from 'react-dom';
import { Dialog } from '../../views/ui/dialog.tsx';
import { ShareIdea } from './share-idea.tsx';

/** The form in a dialog, outside the footer, whose list styles don't apply here. */
export function ShareDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return createPortal(
    <Dialog open={isOpen} onClose={onClose} title="Got a feature idea?">
      {isOpen && <ShareIdea onClose={onClose} />}
    </Dialog>,
    document.body,
  );
}
