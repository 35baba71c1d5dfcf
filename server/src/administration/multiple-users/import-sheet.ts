import { deserialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@despatch/contract/route/error-codes'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { AppError } from '../../process/app-error.ts'

/** A row of a file, with its cells as text. `line` counts from 1, including the header. */
export type SheetRow = {
  readonly line: number
  readonly cells: readonly string[]
  /** A problem of the row as a whole. */
  readonly fault?: string
  /** Columns that hold a formula, from 0. */
  readonly formulas?: readonly number[]
}

/** The content of a users file: its header, the rows below it, and the sheets that were not read. */
export type Sheet = {
  readonly header: SheetRow
  readonly rows: readonly SheetRow[]
  readonly otherSheets: readonly string[]
}

/** The worker's answer. */
export type SheetAnswer =
  | {
      sheet: Omit<Sheet, 'rows'>
      /** Rows in chunks serialised by v8: deserialising all at once would block the server's event loop. */
      rows: readonly Uint8Array<ArrayBuffer>[]
      refusal?: undefined
    }
  | { sheet?: undefined; rows?: undefined; refusal: { code: ErrorCode; message: string } }

/** Processor time of the worker, so that a busy machine does not count against a file. */
const MAX_MS = 20_000
/** Wall-clock time, for a worker that hangs. */
const MAX_WAITED_MS = 120_000
const POLL_MS = 500
/** Limits for one worker against hostile files. */
const MEMORY = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/**
 * Reads a CSV file or a workbook in a worker thread with limited memory and time, while the server goes on. Takes the
 * file in the small chunks in which it arrived: copying all of it at once would block the event loop. Throws an
 * AppError for an unusable file.
 */
export async function readSheet(pieces: Iterable<Buffer>): Promise<Sheet> {
  const worker = new Worker(new URL('import-sheet-worker.ts', import.meta.url), {
    resourceLimits: MEMORY,
    // Keep what libraries print about a broken file out of the log.
    stdout: true,
    stderr: true,
  })
  try {
    const [{ sheet, rows: parts }] = await Promise.all([answerOf(worker), sendChunks(worker, pieces)])
    const rows: SheetRow[] = []
    for (const part of parts) {
      rows.push(...(deserialize(part) as SheetRow[]))
      if (isTurnUsedUp()) await nextTurn()
    }
    return { ...sheet, rows }
  } finally {
    await worker.terminate()
  }
}

/** An empty chunk ends the file. */
async function sendChunks(worker: Worker, pieces: Iterable<Buffer>): Promise<void> {
  for (const piece of pieces) {
    // Copy the chunk: it may be a view of a far larger buffer, all of which would be sent.
    const bytes = new Uint8Array(piece)
    if (bytes.length > 0) worker.postMessage(bytes, [bytes.buffer])
    if (isTurnUsedUp()) await nextTurn()
  }
  worker.postMessage(new Uint8Array())
}

type ReadAnswer = Extract<SheetAnswer, { sheet: object }>

function answerOf(worker: Worker): Promise<ReadAnswer> {
  return new Promise<ReadAnswer>((resolve, reject) => {
    const until = performance.now() + MAX_WAITED_MS
    const look = async () => {
      const { user, system } = await worker.cpuUsage()
      if ((user + system) / 1000 > MAX_MS) reject(new AppError('unprocessable', TOO_LONG))
    }
    const timer = setInterval(() => {
      if (performance.now() > until) reject(new AppError('unprocessable', TOO_LONG))
      // The worker may end at any moment.
      look().catch(() => undefined)
    }, POLL_MS)
    worker.once('message', (answer: SheetAnswer) => {
      if (answer.refusal) reject(new AppError(answer.refusal.code, answer.refusal.message))
      else resolve(answer)
    })
    worker.once('error', (error: Error & { code?: string }) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('too_large', TOO_MUCH) : error)
    })
    worker.once('exit', () => {
      clearInterval(timer)
      reject(new AppError('unprocessable', TOO_LONG))
    })
  })
}

const TOO_LONG = `This file takes longer than ${MAX_MS / 1000} seconds to read. Save the sheet as CSV and try again.`
const TOO_MUCH = 'This file needs too much memory. Save the sheet as CSV and try again.'
