import {
  ASSIGNMENT_STAGES,
  type AssignmentStage,
  assignmentProgram,
  groupAlike,
  inTurn,
  readAssignment,
} from '@despatch/domain/routing/assignment/assignment'
import loadHighs from 'highs'
import type { Assignment, AssignmentProblem } from './assign.ts'

/** A stage of a large problem with orders of many parcels may not be proven by then; its best solution counts. */
const STAGE_SECONDS = 4

/** Solves an assignment as an integer program with HiGHS. It computes for seconds: only in a worker thread. */
export async function solveAssignment({ consignments, rooms }: AssignmentProblem): Promise<Assignment> {
  const highs = await loadHighs()
  const classes = groupAlike(consignments)
  const roomOf = (room: string) => rooms[room] ?? Number.POSITIVE_INFINITY
  const best: Partial<Record<AssignmentStage, number>> = {}
  let isExact = true
  let chosen = inTurn(consignments, roomOf)
  for (const stage of ASSIGNMENT_STAGES) {
    const solution = highs.solve(assignmentProgram(classes, roomOf, stage, best), {
      time_limit: STAGE_SECONDS,
      mip_rel_gap: 0,
      output_flag: false,
    })
    if (solution.Status !== 'Optimal') isExact = false
    const found = Object.entries(solution.Columns).flatMap(([name, column]) =>
      'Primal' in column && typeof column.Primal === 'number' ? [[name, column.Primal] as const] : [],
    )
    const values = new Map(found)
    const solved = readAssignment(classes, roomOf, (name) => values.get(name) ?? 0)
    // Without a solution in time the one of the stage before stays.
    if (!solved) continue
    chosen = solved
    best[stage] = Math.round(solution.ObjectiveValue)
  }
  return { chosen, isExact }
}
