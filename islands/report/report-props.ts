export interface ReportProps {
  /** Reference from the page's URL: uuid or key. */
  eventRef: string;
  /** Just reported, without script. */
  isDone: boolean;
  /** What can be reported by itself; absent: the whole page only. */
  clips?: readonly { id: string; name: string }[];
}
