import { EXPORT_STATUS_FAILED } from '@despatch/domain/feedback/messages'
import type { ExportStatus } from '@despatch/domain/text/export-status'

/** Specification 9: 'Export polling: every 1000 ms, failing after 3 consecutive errors.' */
const EVERY_MS = 1000
const MAX_FAILURES = 3

type Progress = { readonly status: ExportStatus; readonly percentComplete: number }

/**
 * Watches a file that is being made until it is there. Asks once a second; an answer that failed, or is not understood, is
 * asked for again, and the third in a row ends the watching. Throws an Error with the message to show, and an AbortError
 * where the signal was aborted.
 */
export async function watchExport(given: {
  ask: (signal: AbortSignal) => Promise<Progress>
  onProgress: (percent: number) => void
  signal: AbortSignal
  /** What is said when it ends without a file. */
  failed?: string
  everyMs?: number
}): Promise<void> {
  const { ask, onProgress, signal, failed = EXPORT_STATUS_FAILED, everyMs = EVERY_MS } = given
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
