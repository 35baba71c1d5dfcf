/** Specification 9: the states of an export. */
export const EXPORT_STATUSES = ['NotStarted', 'Running', 'Succeeded', 'Failed', 'Undefined'] as const
export type ExportStatus = (typeof EXPORT_STATUSES)[number]

/** Progress by rows: at most 99 until the file is stored, then 100, even without rows. */
export function percentComplete(status: ExportStatus, done: number, total: number): number {
  if (status === 'Succeeded') return 100
  return total > 0 ? Math.min(99, Math.floor((done * 100) / total)) : 0
}
