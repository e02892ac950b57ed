import { listNames } from '../../src/shared/format.ts';
import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import type { Studio } from './use-studio.ts';

/** Confirms the deletion of the VidDay. */
export function DeleteDialog({ studio, onClose }: { studio: Studio; onClose: () => void }) {
  const { event } = studio;
  const names = listNames(
    event.recipients.map((each) => each.firstName),
    'someone',
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete the VidDay for ${names}?`}
      actions={
        <>
          <Button kind="danger" icon="trash" busy={studio.isSaving} onClick={() => void studio.deleteEvent()}>
            Delete this VidDay
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Keep it
          </Button>
        </>
      }
    >
      <p>
        All its links stop working right away, including the ones that friends and {names} have. You can bring it back
        from My VidDays for 30 days. After that, its clips and films are gone for good.
      </p>
    </Dialog>
  );
}
