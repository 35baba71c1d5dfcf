import { AppError } from '../../process/app-error.ts'

/**
 * Judging a password takes 19 MiB and some 30 ms of one of the four threads that Node shares among files, names and
 * hashes. Strangers get two of them, and wait in a short line; people who are known have a line of their own. `ofOne` may
 * be judged or wait of one network, or of one user: nobody who is in a loop fills the line for the others.
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

const openLane = () => ({ running: 0, waiting: [] as (() => void)[], byWho: new Map<string, number>() })
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

/** Does a piece of hashing when its lane has room. */
export async function inLane<Result>({ lane, who }: Waiting, work: () => Promise<Result>): Promise<Result> {
  const at = lanes[lane]
  at.byWho.set(who, (at.byWho.get(who) ?? 0) + 1)
  if (at.running < LANES[lane].atOnce) at.running++
  else await new Promise<void>((resolve) => void at.waiting.push(resolve))
  try {
    return await work()
  } finally {
    // The next in line takes this one's place.
    const next = at.waiting.shift()
    if (next) next()
    else at.running--
    const left = (at.byWho.get(who) ?? 1) - 1
    if (left > 0) at.byWho.set(who, left)
    else at.byWho.delete(who)
  }
}
