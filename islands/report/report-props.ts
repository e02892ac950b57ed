export interface ReportProps {
  /** What stands in the page's address: uuid or key. */
  eventRef: string;
  /** It was reported just now, without script. */
  isDone: boolean;
}
