import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../../process/low-priority.ts'
import type { AssignmentProblem } from './assign.ts'
import { solveAssignment } from './solve-assignment.ts'

// The thread of `assign`.

lowerPriority()
parentPort?.postMessage(await solveAssignment(workerData as AssignmentProblem))
