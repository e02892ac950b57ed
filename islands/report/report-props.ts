export interface ReportProps {
  /** Reference from the page's URL: uuid or key. */
  eventRef: string;
  /** Just reported, without script. */
  isDone: boolean;
}
