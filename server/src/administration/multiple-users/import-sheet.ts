import { deserialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@despatch/contract/route/error-codes'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { AppError } from '../../process/app-error.ts'

/** A row of a file: its cells as texts, and what cannot be read of it. `line` counts from 1, the header included. */
export type SheetRow = {
  readonly line: number
  readonly cells: readonly string[]
  /** What is wrong with the row as a whole. */
  readonly fault?: string
  /** The columns, from 0, that hold a formula. */
  readonly formulas?: readonly number[]
}

/** What a file of users holds: the row of its header, those behind it, and what was left unread. */
export type Sheet = {
  readonly header: SheetRow
  readonly rows: readonly SheetRow[]
  readonly otherSheets: readonly string[]
}

/** What the worker answers. */
export type SheetAnswer =
  | {
      sheet: Omit<Sheet, 'rows'>
      /** The rows, some at a time, as v8 writes them: all at once would be read by the server in one go. */
      rows: readonly Uint8Array<ArrayBuffer>[]
      refusal?: undefined
    }
  | { sheet?: undefined; rows?: undefined; refusal: { code: ErrorCode; message: string } }

/** Of its processor time: a file is not to blame for what else the machine does. */
const MAX_MS = 20_000
/** By the clock, for a thread that hangs. */
const MAX_WAITED_MS = 120_000
const LOOK_MS = 500
/** Of a worker: what a hostile file may take before it is stopped. */
const MEMORY = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/**
 * Reads a CSV file or a workbook, in a thread of its own that may take so much memory and so long and no more: the
 * server goes on meanwhile. Takes the file in the small pieces in which it arrived: to copy all of it at once would hold
 * the loop. Throws an AppError for a file that cannot be used at all.
 */
export async function readSheet(pieces: Iterable<Buffer>): Promise<Sheet> {
  const worker = new Worker(new URL('import-sheet-worker.ts', import.meta.url), {
    resourceLimits: MEMORY,
    // What a library says of a broken file is not for the log.
    stdout: true,
    stderr: true,
  })
  try {
    const [{ sheet, rows: parts }] = await Promise.all([answerOf(worker), sendPieces(worker, pieces)])
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

/** An empty piece says that the file is whole. */
async function sendPieces(worker: Worker, pieces: Iterable<Buffer>): Promise<void> {
  for (const piece of pieces) {
    // A copy of its own, for a piece may be a view of far more bytes, all of which would be sent.
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
      // It may end at any moment.
      look().catch(() => undefined)
    }, LOOK_MS)
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

const TOO_LONG = `This file takes longer than ${MAX_MS / 1000} seconds to read, so it was given up: save the sheet as CSV and try again.`
const TOO_MUCH = 'This file takes too much memory to read: save the sheet as CSV and try again.'
