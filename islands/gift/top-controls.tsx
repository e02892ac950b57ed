import type { PublishedMedia } from '../../src/shared/contracts/films.ts';
import { IconButton } from '../../views/ui/button.tsx';
import { Menu, MenuButton } from '../../views/ui/menu.tsx';
import type { Film } from './use-film.ts';

/** Quality, captions, sound and full screen. */
export function TopControls({ film, player }: { film: PublishedMedia; player: Film }) {
  const { controls, height, hasCaptions } = player;
  const { isMuted, isFull } = controls;
  return (
    <>
      <Menu label={`Quality, now ${height}p`} icon="quality">
        {film.sources.map((source) => (
          <MenuButton
            key={source.height}
            icon="check"
            className={source.height === height ? undefined : 'menu__unpicked'}
            aria-pressed={source.height === height}
            onClick={() => player.chooseHeight(source.height)}
          >
            {source.height}p
          </MenuButton>
        ))}
      </Menu>
      <IconButton icon="cc" label="Captions" aria-pressed={hasCaptions} onClick={player.toggleCaptions} />
      <IconButton
        icon={isMuted ? 'muted' : 'volume'}
        label="Sound"
        aria-pressed={!isMuted}
        onClick={isMuted ? player.giveSound : controls.toggleMute}
      />
      <IconButton
        icon={isFull ? 'exit-fullscreen' : 'fullscreen'}
        label={isFull ? 'Leave full screen' : 'Full screen'}
        onClick={controls.toggleFull}
      />
    </>
  );
}
