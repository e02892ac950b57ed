/** The page rendered by both: about 25 KB. */
export function Cards() {
  return (
    <main>
      {Array.from({ length: 110 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
        <article key={index} className="card">
          <h2>{`Clip ${index}`}</h2>
          <p>{`From a friend of the family, ${index} minutes ago, with love and a song.`}</p>
          <a className="button" href={`/clips/${index}`}>
            Watch it
          </a>
        </article>
      ))}
    </main>
  );
}
