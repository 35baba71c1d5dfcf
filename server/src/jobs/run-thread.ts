import { type ResourceLimits, Worker } from 'node:worker_threads'

/**
 * Does a job in a thread of its own, so that what is asked of the server meanwhile does not wait. Takes the file of the
 * thread, what it is told and how much memory it may take; ends once the thread has. Throws what the thread throws, and an
 * Error where it is stopped by `signal`, ends by itself with another code than 0, or takes more memory.
 */
export async function runThread(
  file: URL,
  { workerData, resourceLimits, signal }: { workerData: object; resourceLimits: ResourceLimits; signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted()
  const worker = new Worker(file, { workerData, resourceLimits })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = () => reject(new Error('The thread was stopped'))
  signal.addEventListener('abort', stop)
  worker.once('error', reject)
  worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The thread ended with ${code}`))))
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
