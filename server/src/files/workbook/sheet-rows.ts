import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@despatch/contract/route/error-codes'
import { AppError } from '../../process/app-error.ts'
import type { FileRow } from '../csv-splitter.ts'

/** The request to the worker. */
export type SheetRequest = {
  readonly path: string
  readonly sheet: number
  readonly largestPart: number
  /** Whether dates include their time, and numbers are rounded to fifteen digits as a spreadsheet shows them. */
  readonly asShown?: boolean
}

/** The worker's messages: batches of rows until the last, each on request. */
export type SheetMessage =
  | { readonly rows: readonly SheetRow[]; readonly isLast: boolean; readonly refusal?: undefined }
  | { readonly rows?: undefined; readonly refusal: { readonly code: ErrorCode; readonly message: string } }

/** A row from the worker; `typed` lists the cells that hold numbers or dates. */
export type SheetRow = {
  readonly line: number
  readonly cells: string[]
  readonly typed: number[]
  readonly count?: number
}

/** A row of a workbook with the cells that are numbers or dates. These have a decimal point, or begin with the year. */
export type TypedRow = FileRow & { readonly typed?: ReadonlySet<number> }

/** With some 80 MB of strings outside the heap, a workbook takes at most 300 MB, whatever it unpacks to. */
const MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
/** Without a message from the worker. */
const MAX_SILENT_MS = 120_000

const TOO_LONG = 'This workbook takes too long to read, so it was given up: save the sheet as CSV and try again.'
const TOO_MUCH = 'This workbook takes too much memory to read: save the sheet as CSV and try again.'

/**
 * Reads the rows of one sheet of a workbook on disk, in batches. A worker thread unpacks it within limits, no faster
 * than the rows are consumed. Throws an AppError for an unreadable workbook.
 */
export async function* readSheetRows(request: SheetRequest): AsyncGenerator<readonly TypedRow[]> {
  const worker = new Worker(new URL('sheet-worker.ts', import.meta.url), {
    workerData: request,
    resourceLimits: MEMORY,
    // Keep what libraries print about a broken file out of the log.
    stdout: true,
    stderr: true,
  })
  const died = deathOf(worker)
  try {
    for (;;) {
      const message = await nextMessage(worker, died)
      if (message.refusal) throw new AppError(message.refusal.code, message.refusal.message)
      if (message.rows.length > 0) yield message.rows.map(({ typed, ...row }) => ({ ...row, typed: new Set(typed) }))
      if (message.isLast) return
    }
  } finally {
    await worker.terminate()
  }
}

/** Rejects when the worker ends, at any time: it prepares the next batch while the last is consumed. */
function deathOf(worker: Worker): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  worker.once('error', (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('too_large', TOO_MUCH) : error),
  )
  worker.once('exit', () => reject(new AppError('too_large', TOO_MUCH)))
  // Avoids an unhandled rejection while nobody awaits rows.
  promise.catch(() => undefined)
  return promise
}

function nextMessage(worker: Worker, died: Promise<never>): Promise<SheetMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<SheetMessage>()
  const timer = setTimeout(() => reject(new AppError('unprocessable', TOO_LONG)), MAX_SILENT_MS)
  worker.once('message', resolve)
  worker.postMessage('next')
  return Promise.race([promise, died]).finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve)
  })
}
