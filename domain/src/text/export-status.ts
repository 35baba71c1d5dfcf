/** Specification 9: what becomes of a file that was asked for. */
export const EXPORT_STATUSES = ['NotStarted', 'Running', 'Succeeded', 'Failed', 'Undefined'] as const
export type ExportStatus = (typeof EXPORT_STATUSES)[number]

/** How far a file is: by its rows, at most 99 before it is stored, and 100 then, also where it has no rows. */
export function percentComplete(status: ExportStatus, done: number, total: number): number {
  if (status === 'Succeeded') return 100
  return total > 0 ? Math.min(99, Math.floor((done * 100) / total)) : 0
}
