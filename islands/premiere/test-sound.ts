/** Three rising notes, to hear whether the sound is on. The tap also allows the film to play with sound. */
export function testSound(): void {
  const context = new AudioContext();
  const notes = [523.25, 659.25, 783.99];
  for (const [index, frequency] of notes.entries()) {
    const begin = context.currentTime + index * 0.18;
    const tone = new OscillatorNode(context, { frequency, type: 'triangle' });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(0.25, begin + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.5);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + 0.55);
    if (index === notes.length - 1) tone.onended = () => void context.close();
  }
}
