import { EXPORT_STATUS_FAILED } from '@despatch/domain/feedback/messages'
import type { ExportStatus } from '@despatch/domain/text/export-status'

/** Specification 9: 'Export polling: every 1000 ms, failing after 3 consecutive errors.' */
const EVERY_MS = 1000
const MAX_FAILURES = 3

type Progress = { readonly status: ExportStatus; readonly percentComplete: number }
type WatchExportOptions = {
  ask: (signal: AbortSignal) => Promise<Progress>
  onProgress: (percent: number) => void
  signal: AbortSignal
  /** Message if no file is created. */
  failed?: string
  everyMs?: number
}

/**
 * Polls the progress of a file until it is ready, once a second. Gives up after three failed or unknown answers in a row.
 *
 * @throws Error with the message to show, or an AbortError if the signal was aborted
 */
export async function watchExport({
  ask,
  onProgress,
  signal,
  failed = EXPORT_STATUS_FAILED,
  everyMs = EVERY_MS,
}: WatchExportOptions): Promise<void> {
  for (let failures = 0; failures < MAX_FAILURES;) {
    const job = await ask(signal).catch(() => undefined)
    signal.throwIfAborted()
    if (job?.status === 'Succeeded' && job.percentComplete === 100) return onProgress(100)
    if (job?.status === 'NotStarted' || job?.status === 'Running') {
      failures = 0
      onProgress(job.percentComplete)
    } else failures++
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    signal.throwIfAborted()
  }
  throw new Error(failed)
}
