import { Worker } from 'node:worker_threads'
import { cheapestIfAllFit, type ToAssign } from '@despatch/domain/routing/assignment/assignment'

/** Consignments to assign, and the parcels that fit in each room; a room that is missing has no limit. */
export type AssignmentProblem = {
  readonly consignments: readonly ToAssign[]
  readonly rooms: Readonly<Record<string, number>>
}

export type Assignment = {
  /** By position of the consignment: the position of its option, -1 without one. */
  readonly chosen: readonly number[]
  /** Whether nothing better is possible. false if the solver ran out of time and gave the best that it had found. */
  readonly isExact: boolean
}

/** Solving has its own heap in WebAssembly; this is for reading the program and its solution. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }
/** Three stages of a few seconds each, on a busy machine. */
const MAX_MS = 60_000

/**
 * Assigns consignments to methods so that fewest are left without one, urgent ones first, at the least cost. It solves
 * an integer program with HiGHS in a worker thread, unless all fit where they are cheapest. Throws an Error if the
 * thread fails.
 */
export async function assign(problem: AssignmentProblem): Promise<Assignment> {
  const { consignments, rooms } = problem
  const chosen = cheapestIfAllFit(consignments, (room) => rooms[room] ?? Number.POSITIVE_INFINITY)
  return chosen ? { chosen, isExact: true } : solveInThread(problem)
}

async function solveInThread(problem: AssignmentProblem): Promise<Assignment> {
  const worker = new Worker(new URL('assign-worker.ts', import.meta.url), {
    workerData: problem,
    resourceLimits: MEMORY,
    execArgv: [],
    // The solver prints.
    stdout: true,
    stderr: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Assignment>()
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
