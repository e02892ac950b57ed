/** The deadline for a calendar, as long as there is one. */
export function CalendarLink({ uuid }: { uuid: string }) {
  return (
    <a className="l-small" href={`/e/${uuid}/deadline.ics`}>
      Add it to my calendar
    </a>
  );
}
