import { Worker } from 'node:worker_threads'

/** Solving has its own heap in WebAssembly; this is for reading the program and its solution. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
/** Three stages of a few seconds each, on a busy machine. */
const MAX_MS = 60_000

/**
 * Runs a module as a worker thread on a problem, and returns the message that it posts. Throws an Error if the thread
 * fails or takes more than a minute.
 */
export async function solveInThread<Result>(module: URL, problem: unknown): Promise<Result> {
  const worker = new Worker(module, {
    workerData: problem,
    resourceLimits: MEMORY,
    execArgv: [],
    // The solver prints.
    stdout: true,
    stderr: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const timer = setTimeout(() => reject(new Error('Assigning orders took too long')), MAX_MS)
  worker.once('message', resolve).once('error', reject)
  worker.once('exit', (code) => reject(new Error(`The thread that assigns orders ended with ${code}`)))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
