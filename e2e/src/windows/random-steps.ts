import type { Random } from '../../../server/src/testing/money/random.ts'
import { FAULTS, type OrderName, type Step, WAYS, WINDOWS } from './step.ts'

/** Counts as people type them, and the numbers that they mean. */
export const COUNTS: Readonly<Record<string, number>> = { '5': 5, '12': 12, '1,200': 1200, '2 500': 2500, '007': 7 }

/** Random steps, repeatable by their seed. Playing them leaves out steps that are not possible. */
export function randomSteps(random: Random, length: number): Step[] {
  return Array.from({ length }, (_, at) => makeStep(random, at))
}

function makeStep(random: Random, at: number): Step {
  const window = random.of(WINDOWS)
  const order = random.of<OrderName>([1, 1, 2, 3])
  const form = random.of(['note', 'note', 'reservation', 'order'] as const)
  const fault = random.chance(50) ? 'none' : random.of(FAULTS)
  const action = random.of(['release', 'release', 'suspend', 'suspend', 'cancel'] as const)
  const kind = random.whole(1, 100)
  if (kind <= 18) return { do: 'look', in: window, order }
  if (kind <= 24) return { do: 'list', in: window }
  if (kind <= 40)
    return { do: 'type', in: window, form, order, text: `Text ${at}`, count: random.of(Object.keys(COUNTS)) }
  if (kind <= 50) return { do: 'leave', in: window, way: random.of(WAYS) }
  if (kind <= 66) return { do: 'send', in: window, fault }
  if (kind <= 88)
    return {
      do: 'command',
      in: window,
      action,
      fault,
      meanwhile: random.chance(20),
      confirms: random.chance(70),
    }
  if (kind <= 92) return { do: 'all', in: window, confirms: random.chance(50) }
  if (kind <= 95) return { do: 'switch', in: window }
  return { do: 'minute', in: window }
}
