import { Worker } from 'node:worker_threads'
import { AppError } from '../process/app-error.ts'
import type { PrintMessage } from './print-worker.ts'
import type { PrintedForm } from './printed-form.ts'

/** Forms that may wait for the one worker. */
const MAX_WAITING = 8
const MAX_MS = 180_000
/** Rows sent to the worker at a time: making them blocks the event loop. */
const ROWS_AT_A_TIME = 1000
/** Memory of the worker, in MB. A form of 50,000 rows takes a third of it. */
const MEMORY = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 }

let worker: Worker | undefined
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Draws a form as a PDF in a worker thread, without blocking the server. Forms are drawn one at a time, in order.
 * Throws an AppError (503) if too many wait, and an Error if the form cannot be drawn.
 */
export function printForm(form: PrintedForm): Promise<Uint8Array> {
  if (waiting >= MAX_WAITING)
    throw new AppError('unavailable', 'Many forms are being printed just now. Try again in a moment.', {
      retryAfterSeconds: 10,
    })
  waiting += 1
  const drawn = last.then(() => draw(form)).finally(() => (waiting -= 1))
  last = drawn.catch(() => undefined)
  return drawn
}

type DrawAnswer = { readonly pdf: Uint8Array } | { readonly error: unknown }

async function draw(form: PrintedForm): Promise<Uint8Array> {
  const thread = (worker ??= startWorker())
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const onMessage = (drawn: DrawAnswer) => ('pdf' in drawn ? resolve(drawn.pdf) : reject(drawn.error))
  const onExit = () => reject(new Error('The thread that prints has ended'))
  const tooLong = setTimeout(() => {
    reject(new Error(`A form was not printed within ${MAX_MS / 1000} s`))
    void thread.terminate()
  }, MAX_MS)
  thread.once('message', onMessage).once('error', reject).once('exit', onExit)
  try {
    await Promise.race([send(form, thread), promise])
    return await promise
  } finally {
    clearTimeout(tooLong)
    thread.off('message', onMessage).off('error', reject).off('exit', onExit)
  }
}

/** Sends the form to the worker, then its rows in batches, which are made meanwhile. */
async function send(form: PrintedForm, thread: Worker): Promise<void> {
  const say = (said: PrintMessage) => thread.postMessage(said)
  say({ form: { ...form, tables: form.tables.map((table) => ({ ...table, rows: [] })) } })
  for (const [table, { rows }] of form.tables.entries()) {
    let some: (readonly string[])[] = []
    for (const row of rows) {
      if (some.push(row) < ROWS_AT_A_TIME) continue
      say({ table, rows: some })
      some = []
      await new Promise(setImmediate)
    }
    if (some.length > 0) say({ table, rows: some })
  }
  say({ isWhole: true })
}

/** Starts the worker with the first form, and again after it ended. It does not keep the process alive. */
function startWorker(): Worker {
  const started = new Worker(new URL('print-worker.ts', import.meta.url), { resourceLimits: MEMORY })
  started.unref()
  started.on('error', () => undefined)
  started.once('exit', () => {
    if (worker === started) worker = undefined
  })
  return started
}
