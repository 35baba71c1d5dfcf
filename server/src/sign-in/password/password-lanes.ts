import { AppError } from '../../process/app-error.ts'

/**
 * Limits of password hashing. One hash takes 19 MiB and some 60 ms of one of the four threads that Node shares among
 * files, names and hashes. Strangers get two threads, at most one per network, and a short queue; known users have
 * their own queue. `ofOne` limits jobs per network or per user, so that nobody in a loop fills the queue for others or
 * takes both cores of a small machine.
 */
const LANES = {
  stranger: { atOnce: 2, waiting: 64, ofOne: 16 },
  known: { atOnce: 1, waiting: 64, ofOne: 4 },
} as const
export type Lane = keyof typeof LANES
const RETRY_SECONDS = 2

/** Whose job it is: `who` is a stranger's network or a known user. */
export type LaneTicket = { readonly lane: Lane; readonly who: string }

/** The lane of a user who is signed in, or signs in at a known device. */
export const knownUserTicket = (userId: number): LaneTicket => ({ lane: 'known', who: `user ${userId}` })

type WaitingJob = { readonly who: string; readonly start: () => void }
const openLane = () => ({ running: new Set<string>(), waiting: [] as WaitingJob[], byWho: new Map<string, number>() })
const lanes = { stranger: openLane(), known: openLane() }

/** Throws an AppError (429) if too many jobs wait, in all or of this network or user. */
export function refuseWhenBusy({ lane, who }: LaneTicket): void {
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

/** Runs `work` when its lane has room and no other job of the same network or user is running. */
export async function runInLane<Result>({ lane, who }: LaneTicket, work: () => Promise<Result>): Promise<Result> {
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

/** Starts the first waiting job whose network or user has none running. */
function startNext(lane: Lane): void {
  const { running, waiting } = lanes[lane]
  const next = waiting.findIndex(({ who }) => !running.has(who))
  const [first] = next === -1 ? [] : waiting.splice(next, 1)
  if (!first) return
  running.add(first.who)
  first.start()
}
