import { Worker } from 'node:worker_threads'
import { fairSlots, NoSlot } from '../database/fair-slots.ts'
import { AppError } from '../process/app-error.ts'
import type { CleanAnswer } from './clean-pdf-worker.ts'

/** Files of one sender that may be read or wait for their turn at once: one file of all senders is read at a time. */
const MAX_FILES = 16
const MAX_WAIT_MS = 60_000
/** Of a file, in processor time: a file is not to blame for what else the machine does. */
const MAX_MS = 10_000
/** By the clock, for a thread that hangs. */
const MAX_WAITED_MS = 120_000
const LOOK_MS = 50
const MB = 1_000_000
/** Of the thread, its buffers included, which the limits of a thread leave out: a small file can unpack to gigabytes. */
const MAX_BYTES = 300 * MB
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

const slots = fairSlots({ slots: 1, spare: 0, shared: 1, patienceMs: MAX_WAIT_MS })
const filesOf = new Map<string, number>()

/** Cleans the PDFs of one sender, in a thread of their own, which ends when it is closed. */
export type PdfCleaner = AsyncDisposable & {
  /**
   * A PDF again as it looks, without anything that a reader could run or open: see `strip-pdf.ts`. `name` is what refusals call
   * it. Throws an AppError: 415 for a file that cannot be read or is encrypted, 422 for one that takes too much memory or
   * time, 503 where too many of the sender wait.
   */
  clean(bytes: Uint8Array, name: string): Promise<Uint8Array>
}

/**
 * Opens a cleaner for a sender; its thread begins with the first file. Where several senders wait, each is served in turn,
 * however many files it has. `maxMs` is the processor time of each file.
 */
export function openPdfCleaner(sender: string, { maxMs = MAX_MS } = {}): PdfCleaner {
  let worker: Worker | undefined
  const clean = async (bytes: Uint8Array, name: string) => {
    worker ??= new Worker(new URL('clean-pdf-worker.ts', import.meta.url), {
      resourceLimits: MEMORY,
      // What a library says of a broken file is not for the log.
      stdout: true,
      stderr: true,
    })
    const answer = await answerOf(worker, bytes, { name, maxMs })
    if ('pdf' in answer) return answer.pdf
    throw new AppError(
      'unsupported_file',
      answer.refused === 'encrypted'
        ? `${name} is encrypted, so it cannot be checked: print it to a new PDF without a password, and send that.`
        : `${name} cannot be read as a PDF: print it to a new PDF, or send a photo of it.`,
    )
  }
  const close = async () => {
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }
  return {
    clean: (bytes, name) =>
      inItsTurn(sender, () =>
        clean(bytes, name).catch(async (error: unknown) => {
          await close()
          throw error
        }),
      ),
    [Symbol.asyncDispose]: close,
  }
}

/** Does a piece of work once it is its sender's turn. Throws an AppError (503) where the sender has too many, or waits too long. */
async function inItsTurn(sender: string, work: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const files = filesOf.get(sender) ?? 0
  if (files >= MAX_FILES) throw tooMany()
  filesOf.set(sender, files + 1)
  try {
    const free = await slots.take(sender).catch((error: unknown) => {
      throw error instanceof NoSlot ? tooMany() : error
    })
    return await work().finally(free)
  } finally {
    const left = (filesOf.get(sender) ?? 1) - 1
    if (left > 0) filesOf.set(sender, left)
    else filesOf.delete(sender)
  }
}

const tooMany = () =>
  new AppError('unavailable', 'Many files are being checked just now. Try again in a moment.', {
    retryAfterSeconds: 10,
  })

async function answerOf(
  worker: Worker,
  bytes: Uint8Array,
  { name, maxMs }: { name: string; maxMs: number },
): Promise<CleanAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<CleanAnswer>()
  const onTooMuch = () =>
    reject(
      new AppError('unprocessable', `${name} takes too much to check: print it to a new PDF, or send it in parts.`),
    )
  const onError = (error: Error & { code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? onTooMuch() : reject(error)
  const until = performance.now() + MAX_WAITED_MS
  let before: number | undefined
  const look = async () => {
    const { user, system } = await worker.cpuUsage()
    const { used_heap_size: heap, external_memory: buffers } = await worker.getHeapStatistics()
    before ??= user + system
    const isTooLong = (user + system - before) / 1000 > maxMs || performance.now() > until
    if (isTooLong || heap + buffers > MAX_BYTES) onTooMuch()
  }
  // It may end at any moment.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS)
  worker.once('message', resolve).once('error', onError).once('exit', onTooMuch)
  worker.postMessage(bytes)
  try {
    return await promise
  } finally {
    clearInterval(timer)
    worker.off('message', resolve).off('error', onError).off('exit', onTooMuch)
  }
}
