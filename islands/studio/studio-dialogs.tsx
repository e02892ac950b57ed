import { Dialog } from '../../views/ui/dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { GiveDialog } from './give-dialog.tsx';
import { MusicDrawer } from './music-drawer.tsx';
import { PhotoFinder } from './photo-finder.tsx';
import { ReadyDialog } from './ready-dialog.tsx';
import { ShareInvitation } from './share-invitation.tsx';
import { SortDialog } from './sort-dialog.tsx';
import { binOf, type StudioProps } from './studio-state.ts';
import type { FilmPreview } from './use-film-preview.ts';
import type { PlayedMusic } from './use-preview-music.ts';
import type { Studio } from './use-studio.ts';
import { BinDialog, VersionsDialog } from './versions-dialog.tsx';

export type StudioDialog =
  | 'details'
  | 'deadline'
  | 'zone'
  | 'delete'
  | 'music'
  | 'photos'
  | 'deliver'
  | 'again'
  | 'ready'
  | 'versions'
  | 'bin'
  | 'share'
  | 'sort';

interface StudioDialogsProps {
  open: StudioDialog;
  studio: Studio;
  props: StudioProps;
  /** The preview, in which music can be tried. */
  preview: FilmPreview;
  onTry: (music: PlayedMusic | null) => void;
  onGo: (dialog: StudioDialog | null) => void;
}

/** Field to focus in the details dialog. */
const ABOUT = { details: undefined, deadline: 'deadline', zone: 'timeZone' };

/** All dialogs of the studio. */
export function StudioDialogs({ open, studio, props, preview, onTry, onGo }: StudioDialogsProps) {
  const onClose = () => onGo(null);
  switch (open) {
    case 'details':
    case 'deadline':
    case 'zone':
      return (
        <DetailsDialog
          studio={studio}
          about={ABOUT[open]}
          onDelete={props.mayDelete ? () => onGo('delete') : null}
          onGiveAgain={() => onGo('again')}
          onClose={onClose}
        />
      );
    case 'delete':
      return <DeleteDialog studio={studio} onClose={onClose} />;
    case 'music':
      return <MusicDrawer studio={studio} preview={preview} onTry={onTry} onClose={onClose} />;
    case 'photos':
      return <PhotoFinder studio={studio} onClose={onClose} />;
    case 'deliver':
    case 'again': {
      const { recipientUrl, viewUrl } = props;
      return <GiveDialog {...{ studio, recipientUrl, viewUrl, onClose }} isAgain={open === 'again'} />;
    }
    case 'ready':
      return <ReadyDialog studio={studio} onGive={() => onGo('deliver')} onClose={onClose} />;
    case 'versions':
      return <VersionsDialog studio={studio} onClose={onClose} />;
    case 'bin':
      return <BinDialog studio={studio} bin={binOf(studio.event)} onClose={onClose} />;
    case 'sort':
      return <SortDialog studio={studio} onClose={onClose} />;
    case 'share':
      return (
        <Dialog open onClose={onClose} title="Share the invitation">
          <ShareInvitation {...props} studio={studio} />
        </Dialog>
      );
  }
}
