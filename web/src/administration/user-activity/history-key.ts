import type { HistoryKind } from '@despatch/contract/administration/user-activity/activity'

/** The query key of the histories of a kind of record. */
export const historyKey = (of: HistoryKind) => ['activity', 'history', of] as const
