const MISHAPS: readonly [string, string][] = [
  [
    'Grandma hasn’t got an app.',
    'There isn’t one. Her link opens in the browser, and one tap on the big button there starts the camera.',
  ],
  [
    'Jonas’s phone falls asleep halfway.',
    'It picks up where it stopped, for up to seven days, and never arrives twice.',
  ],
  [
    'Somebody passes the link on.',
    'It only takes clips in; it shows nobody’s. What has arrived is for you to see until Ruth unwraps it.',
  ],
  [
    'One films upright, one whispers.',
    'Upright clips stand on their own blurred picture, and every voice is brought to the same loudness.',
  ],
  [
    'Cousin Amara sends hers after the party.',
    'Add it and publish again, in seconds. That is free, unless the film outgrows what it was paid for.',
  ],
];

/** What goes wrong with such gifts, and what happens here then. */
export function Mishaps() {
  return (
    <section className="night" aria-labelledby="wrong">
      <div className="page">
        <h2 id="wrong">Things that go wrong, and what happens then</h2>
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
