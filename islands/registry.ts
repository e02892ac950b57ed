import type { ComponentType } from 'react';
import gift from './gift/gift.island.tsx';
import notice from './notice/notice.island.tsx';
import receipt from './receipt/receipt.island.tsx';
import report from './report/report.island.tsx';
import shell from './shell/shell.island.tsx';
import studio from './studio/studio.island.tsx';
import uploader from './uploader/uploader.island.tsx';

/**
 * Every island by the name of its file (`uploader` is `uploader.island.tsx`), so that `<Island name props>` knows the
 * component to render and the type of its props.
 */
export const ISLANDS = { gift, notice, receipt, report, shell, studio, uploader } as const satisfies Record<
  string,
  ComponentType<never>
>;
