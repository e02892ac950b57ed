import { closedBy } from '../../src/shared/collecting.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import { Button } from '../../views/ui/button.tsx';
import { Switch } from '../../views/ui/choice.tsx';
import type { Studio } from './use-studio.ts';

interface OpenSwitchProps {
  studio: Studio;
  /** Opens the dialog for the deadline. */
  onDeadline: () => void;
}

/** Whether and until when clips are accepted. */
export function OpenSwitch({ studio, onDeadline }: OpenSwitchProps) {
  const { deadline, timeZone } = studio.event;
  const by = closedBy(studio.event);
  const until = deadline && momentInWords(deadline, timeZone);
  if (by === 'state') return null;
  return (
    <div className="studio__open">
      <Switch
        label={<strong>Open for clips</strong>}
        checked={by === null}
        onChange={(changed) => void studio.setOpen(changed.target.checked)}
        hint={
          by === 'organiser'
            ? 'Closed. Nobody can add a clip until you turn this on again.'
            : by === 'deadline'
              ? `Closed since ${until}. Turn this on to take late clips with no deadline.`
              : until
                ? `Anyone with the link can add one until ${until}.`
                : 'Anyone with the link can add one, even after the film is made.'
        }
      />
      {by !== 'organiser' && (
        <Button kind="quiet" size="small" onClick={onDeadline}>
          {deadline ? 'Change the deadline' : 'Set a deadline'}
        </Button>
      )}
    </div>
  );
}
