/** The thread that makes the report that is measured. */
export const WORKER = new URL('wide-report-worker.ts', import.meta.url)
