const MISHAPS: readonly [string, string][] = [
  [
    'Grandma doesn’t have the app.',
    'There isn’t one. Her link opens in the browser, and one tap on the big button starts the camera.',
  ],
  [
    'Jonas’s phone falls asleep halfway.',
    'It picks up where it stopped, for up to seven days, and never arrives twice.',
  ],
  [
    'Someone passes the link on.',
    'It only takes clips in; it never shows them. Only you see them until Ruth unwraps the film.',
  ],
  ['One films upright, one whispers.', 'Upright clips get a blurred backdrop, and every voice comes out equally loud.'],
  [
    'Cousin Amara sends hers after the party.',
    'Add it and publish again, in seconds. It’s free, unless the film outgrows the length you paid for.',
  ],
];

/** Common problems of group videos, and how the product solves them. */
export function Mishaps() {
  return (
    <section className="home__night" aria-labelledby="wrong">
      <div className="l-page">
        <h2 id="wrong">Things that go wrong, and what happens next</h2>
        <dl>
          {MISHAPS.map(([trouble, help]) => (
            <div key={trouble}>
              <dt>{trouble}</dt>
              <dd>{help}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
