import type { HistoryKind } from '@despatch/contract/administration/user-activity/activity'

/** Under what the histories of the records of a kind are kept. */
export const historyKey = (of: HistoryKind) => ['activity', 'history', of] as const
