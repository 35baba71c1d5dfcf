import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@despatch/contract/route/error-codes'
import { AppError } from '../../process/app-error.ts'
import type { FileRow } from '../csv-splitter.ts'

/** What the thread is given. */
export type SheetRequest = {
  readonly path: string
  readonly sheet: number
  readonly largestPart: number
  /** Whether dates are given with their time, and numbers as a spreadsheet shows them: to fifteen digits. */
  readonly asShown?: boolean
}

/** What it sends: batches of rows until the last, each when the one before it was asked for. */
export type SheetMessage =
  | { readonly rows: readonly SheetRow[]; readonly isLast: boolean; readonly refusal?: undefined }
  | { readonly rows?: undefined; readonly refusal: { readonly code: ErrorCode; readonly message: string } }

/** A row as the thread sends it: `typed` are the cells that the sheet holds as numbers or dates. */
export type SheetRow = {
  readonly line: number
  readonly cells: string[]
  readonly typed: number[]
  readonly count?: number
}

/** A row of a workbook, with the cells that are numbers or dates: they have a decimal point, or their year first. */
export type TypedRow = FileRow & { readonly typed?: ReadonlySet<number> }

/** With what is held outside of it, some 80 MB of texts, a workbook takes at most 300 MB, whatever it unfolds to. */
const MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
/** Without a sign of life. */
const MAX_SILENT_MS = 120_000

const TOO_LONG = 'This workbook takes too long to read, so it was given up: save the sheet as CSV and try again.'
const TOO_MUCH = 'This workbook takes too much memory to read: save the sheet as CSV and try again.'

/**
 * The rows of one sheet of a workbook on disk, in batches. A thread of its own unpacks and reads it within limits, no faster
 * than its rows are taken. Throws an AppError for a workbook that cannot be read.
 */
export async function* readSheetRows(request: SheetRequest): AsyncGenerator<readonly TypedRow[]> {
  const worker = new Worker(new URL('sheet-worker.ts', import.meta.url), {
    workerData: request,
    resourceLimits: MEMORY,
    // What a library says of a broken file is not for the log.
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

/** Rejects when the thread ends, whenever that is: it makes the next rows while those before are written. */
function deathOf(worker: Worker): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  worker.once('error', (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('too_large', TOO_MUCH) : error),
  )
  worker.once('exit', () => reject(new AppError('too_large', TOO_MUCH)))
  // Nobody may be waiting for rows just then.
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
