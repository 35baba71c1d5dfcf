/** The thread that makes the measured report. */
export const WORKER = new URL('wide-report-worker.ts', import.meta.url)
