/** What plays music beside a film’s preview. */
interface Sounds {
  context: AudioContext;
  music: HTMLAudioElement;
  /** What is heard of the music; an element can be connected once in its life. */
  source: MediaElementAudioSourceNode;
}

let sounds: Sounds | null = null;

/** Call it in a tap’s handler, too: older iPhones let play later only what was begun in one. */
export function wakeSounds(): Sounds {
  if (!sounds) {
    const context = new AudioContext();
    const music = new Audio();
    sounds = { context, music, source: context.createMediaElementSource(music) };
    music.load();
  }
  if (sounds.context.state !== 'running') void sounds.context.resume();
  return sounds;
}
