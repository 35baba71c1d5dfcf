import { cheapestIfAllFit, type ToAssign } from '@despatch/domain/routing/assignment/assignment'
import { solveInThread } from './solve-in-thread.ts'

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

/**
 * Assigns consignments to methods so that fewest are left without one, urgent ones first, at the least cost. It solves
 * an integer program with HiGHS in a worker thread, unless all fit where they are cheapest. Throws an Error if the
 * thread fails.
 */
export async function assign(problem: AssignmentProblem): Promise<Assignment> {
  const { consignments, rooms } = problem
  const chosen = cheapestIfAllFit(consignments, (room) => rooms[room] ?? Number.POSITIVE_INFINITY)
  return chosen ? { chosen, isExact: true } : solveInThread(new URL('assign-worker.ts', import.meta.url), problem)
}
