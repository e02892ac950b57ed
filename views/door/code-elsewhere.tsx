/** In the browser that asked for a link: what to type where the mail is read on another device. */
export function CodeElsewhere({ code }: { code: string }) {
  return (
    <div className="code-elsewhere">
      <p>Reading the mail on another device? Enter this code there:</p>
      <p className="code-shown">{inPairs(code)}</p>
      <p className="small">Give it to nobody: we never ask for it by phone or mail.</p>
    </div>
  );
}

/** "48 21 07": easier to carry from one screen to another. */
function inPairs(code: string): string {
  return code.replace(/\d{2}(?=\d)/g, '$& ');
}
