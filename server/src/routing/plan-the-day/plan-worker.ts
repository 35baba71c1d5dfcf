import { parentPort, workerData } from 'node:worker_threads'
import type { DayPlan, DayToPlan } from '@despatch/domain/routing/plan-the-day/day-plan'
import { planDay } from '@despatch/domain/routing/plan-the-day/plan-day'
import { lowerPriority } from '../../process/low-priority.ts'
import { solveAssignment } from '../assignment/solve-assignment.ts'

// The thread of `planDays`.

lowerPriority()
const plans: DayPlan[] = []
for (const day of workerData as readonly DayToPlan[]) plans.push(await planDay(day, solveAssignment))
parentPort?.postMessage(plans)
