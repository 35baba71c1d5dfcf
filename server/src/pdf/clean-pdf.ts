import { Worker } from 'node:worker_threads'
import { fairSlots, NoSlot } from '../database/fair-slots.ts'
import { AppError } from '../process/app-error.ts'
import type { CleanAnswer } from './clean-pdf-worker.ts'

/** Files of one sender that may be read or wait at once. One file is read at a time, of all senders. */
const MAX_FILES = 16
const MAX_WAIT_MS = 60_000
/** Processor time per file, so that a busy machine does not count against it. */
const MAX_MS = 10_000
/** Wall-clock time, for a thread that hangs. */
const MAX_WAITED_MS = 120_000
const POLL_MS = 50
const MB = 1_000_000
/**
 * Memory of the worker including buffers, which the limits of worker threads leave out: a small file can unpack to
 * gigabytes.
 */
const MAX_BYTES = 300 * MB
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

const slots = fairSlots({ slots: 1, spare: 0, shared: 1, patienceMs: MAX_WAIT_MS })
const filesOf = new Map<string, number>()

/** Cleans the PDFs of one sender in a worker of its own, which ends when the cleaner is closed. */
export type PdfCleaner = AsyncDisposable & {
  /**
   * Returns a PDF that looks the same but has nothing that a reader could run or open: see `strip-pdf.ts`. `name`
   * appears in refusals. Throws an AppError: 415 for an unreadable or encrypted file, 422 for one that takes too much
   * memory or time, 503 if too many files of the sender wait.
   */
  clean(bytes: Uint8Array, name: string): Promise<Uint8Array>
}

/**
 * Opens a cleaner for a sender; its worker starts with the first file. Waiting senders take turns, however many files
 * each has. `maxMs` is the processor time per file.
 */
export function openPdfCleaner(sender: string, { maxMs = MAX_MS } = {}): PdfCleaner {
  let worker: Worker | undefined
  const clean = async (bytes: Uint8Array, name: string) => {
    worker ??= new Worker(new URL('clean-pdf-worker.ts', import.meta.url), {
      resourceLimits: MEMORY,
      // Keep what libraries print about a broken file out of the log.
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
      runInTurn(sender, () =>
        clean(bytes, name).catch(async (error: unknown) => {
          await close()
          throw error
        }),
      ),
    [Symbol.asyncDispose]: close,
  }
}

/** Runs `work` at the sender's turn. Throws an AppError (503) if the sender has too many files, or waits too long. */
async function runInTurn(sender: string, work: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const files = filesOf.get(sender) ?? 0
  if (files >= MAX_FILES) throw tooManyFiles()
  filesOf.set(sender, files + 1)
  try {
    const free = await slots.take(sender).catch((error: unknown) => {
      throw error instanceof NoSlot ? tooManyFiles() : error
    })
    return await work().finally(free)
  } finally {
    const left = (filesOf.get(sender) ?? 1) - 1
    if (left > 0) filesOf.set(sender, left)
    else filesOf.delete(sender)
  }
}

const tooManyFiles = () =>
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
  const checkLimits = async () => {
    const { user, system } = await worker.cpuUsage()
    const { used_heap_size: heap, external_memory: buffers } = await worker.getHeapStatistics()
    before ??= user + system
    const isTooLong = (user + system - before) / 1000 > maxMs || performance.now() > until
    if (isTooLong || heap + buffers > MAX_BYTES) onTooMuch()
  }
  // The worker may end at any moment.
  const timer = setInterval(() => void checkLimits().catch(() => undefined), POLL_MS)
  worker.once('message', resolve).once('error', onError).once('exit', onTooMuch)
  worker.postMessage(bytes)
  try {
    return await promise
  } finally {
    clearInterval(timer)
    worker.off('message', resolve).off('error', onError).off('exit', onTooMuch)
  }
}
