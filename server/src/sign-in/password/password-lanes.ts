import { AppError } from '../../process/app-error.ts'

/**
 * Judging a password takes 19 MiB and some 60 ms of one of the four threads that Node shares among files, names and
 * hashes. Strangers get two of them, one for each network, and wait in a short line; people who are known have a line of their
 * own. `ofOne` may be judged or wait of one network, or of one user: nobody who is in a loop fills the line for the others, or
 * takes both cores of a small machine.
 */
const LANES = {
  stranger: { atOnce: 2, waiting: 64, ofOne: 16 },
  known: { atOnce: 1, waiting: 64, ofOne: 4 },
} as const
export type Lane = keyof typeof LANES
const RETRY_SECONDS = 2

/** Who waits: a stranger for their network, anyone who is known for themselves. */
export type Waiting = { readonly lane: Lane; readonly who: string }

/** A user who is signed in, or signs in at a known device. */
export const waitingAsKnown = (userId: number): Waiting => ({ lane: 'known', who: `user ${userId}` })

type Waits = { readonly who: string; readonly start: () => void }
const openLane = () => ({ running: new Set<string>(), waiting: [] as Waits[], byWho: new Map<string, number>() })
const lanes = { stranger: openLane(), known: openLane() }

/** Throws an AppError (429) while too many, or too many of one network or user, wait for their passwords to be judged. */
export function refuseWhenBusy({ lane, who }: Waiting): void {
  const at = lanes[lane]
  if (at.waiting.length < LANES[lane].waiting && (at.byWho.get(who) ?? 0) < LANES[lane].ofOne) return
  throw new AppError(
    'too_many_attempts',
    `Too many people are signing in at once. Try again in ${RETRY_SECONDS} seconds.`,
    {
      retryAfterSeconds: RETRY_SECONDS,
    },
  )
}

/** Does a piece of hashing when its lane has room, and nothing else of the same one is being done. */
export async function inLane<Result>({ lane, who }: Waiting, work: () => Promise<Result>): Promise<Result> {
  const at = lanes[lane]
  at.byWho.set(who, (at.byWho.get(who) ?? 0) + 1)
  if (at.running.size < LANES[lane].atOnce && !at.running.has(who)) at.running.add(who)
  else await new Promise<void>((start) => void at.waiting.push({ who, start }))
  try {
    return await work()
  } finally {
    at.running.delete(who)
    const left = (at.byWho.get(who) ?? 1) - 1
    if (left > 0) at.byWho.set(who, left)
    else at.byWho.delete(who)
    startNext(lane)
  }
}

/** Starts the first in line of whom nothing is being done: something has just been done with. */
function startNext(lane: Lane): void {
  const { running, waiting } = lanes[lane]
  const next = waiting.findIndex(({ who }) => !running.has(who))
  const [first] = next === -1 ? [] : waiting.splice(next, 1)
  if (!first) return
  running.add(first.who)
  first.start()
}
