/** Why a call fails that has waited too long for its turn. */
export class NoSlot extends Error {
  constructor() {
    super('timeout exceeded when trying to connect')
    this.name = 'NoSlot'
  }
}

export type FairSlots = {
  /** Waits for a slot; gives what frees it. `who` is whose share it counts for. Throws NoSlot after the time given. */
  take(who: string): Promise<() => void>
  /** How many are in use, and how many wait for one. */
  readonly inUse: number
  readonly waiting: number
}

/** Whose share the server's own work counts for. */
export const OWN_WORK = ''

/** The share of callers whom the server does not know yet: one for each address. */
export const strangerShare = (address: string): string => `address ${address}`
const isStranger = (who: string) => who.startsWith('address ')

type Waiting = { start: () => void }
/** `servedAs` counts up with every slot that is given to anybody. */
type Share = { inUse: number; servedAs: number; queue: Waiting[] }

/** For so long after its last call a client counts as active. */
const ACTIVE_MS = 1000

export type Clock = {
  now(): number
  /** Runs something once, after a time. Gives what cancels it. */
  after(ms: number, run: () => void): () => void
}

const PROCESS_CLOCK: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/**
 * Hands out a bounded number of slots, such as connections, so that no caller keeps others waiting by asking for much.
 *
 * A caller who is alone may have all of them. While another client is active, no caller has more than `shared`, even where
 * slots are free: what runs at once shares the processor too. Strangers make nobody share, for anybody can be one; they
 * share with whoever is active. Where several wait, the next free slot goes to the one who has the fewest, of several to the
 * one who was served longest ago; so each comes to an equal share. `spare` slots are only for those who have none: work
 * that takes long and fills all the others keeps nobody out.
 */
export function fairSlots(given: {
  slots: number
  spare: number
  /** The most that one has while another client is active. */
  shared: number
  patienceMs: number
  clock?: Clock
}): FairSlots {
  const clock = given.clock ?? PROCESS_CLOCK
  const shares = new Map<string, Share>()
  let inUse = 0
  let waiting = 0
  let served = 0

  /** The last two clients that asked for something, each with when. */
  let last = { who: '', at: -Infinity }
  let other = { who: '', at: -Infinity }
  const noteAsking = (who: string) => {
    // The server's own work is small and never stops; a stranger has not shown that they may ask at all.
    if (who === OWN_WORK || isStranger(who)) return
    if (who !== last.who) other = last
    last = { who, at: clock.now() }
  }
  /** How long another client than this one still counts as active; none is where it is not above 0. */
  const msOfOthers = (who: string) => {
    const newest = who === last.who || who === OWN_WORK ? other : last
    return newest.at + ACTIVE_MS - clock.now()
  }
  const mayStart = (who: string, share: Share) => {
    if (share.inUse === 0) return inUse < given.slots + given.spare
    return inUse < given.slots && (share.inUse < given.shared || msOfOthers(who) <= 0)
  }
  const start = (who: string, share: Share) => {
    share.inUse++
    share.servedAs = ++served
    inUse++
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      share.inUse--
      inUse--
      startNext()
      forgetIfGone(who, share)
    }
  }
  const forgetIfGone = (who: string, share: Share) => {
    if (share.inUse === 0 && share.queue.length === 0) shares.delete(who)
  }
  const startNext = () => {
    while (waiting > 0) {
      const [next] = [...shares]
        .filter(([who, share]) => share.queue.length > 0 && mayStart(who, share))
        .map(([, share]) => share)
        .toSorted((one, two) => one.inUse - two.inUse || one.servedAs - two.servedAs)
      if (!next) break
      next.queue.shift()?.start()
    }
    startOnceAlone()
  }

  let timed: { at: number; cancel(): void } | undefined
  /** Starts what waits while slots are free as soon as the others are no longer active: no call may come or end then. */
  const startOnceAlone = () => {
    if (waiting === 0 || inUse >= given.slots) return
    const waits = [...shares].filter(([, share]) => share.queue.length > 0).map(([who]) => msOfOthers(who))
    const ms = Math.max(Math.min(...waits), 1)
    const at = clock.now() + ms
    if (timed && timed.at <= at) return
    timed?.cancel()
    const cancel = clock.after(ms, () => {
      timed = undefined
      startNext()
    })
    timed = { at, cancel }
  }

  return {
    take(who) {
      const share = shares.get(who) ?? { inUse: 0, servedAs: 0, queue: [] }
      shares.set(who, share)
      noteAsking(who)
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          start: () => {
            cancelPatience()
            waiting--
            resolve(start(who, share))
          },
        }
        const cancelPatience = clock.after(given.patienceMs, () => {
          share.queue.splice(share.queue.indexOf(entry), 1)
          waiting--
          forgetIfGone(who, share)
          reject(new NoSlot())
        })
        waiting++
        share.queue.push(entry)
        // All who wait take part: a free slot may be this one's though others wait, for those may not have it.
        startNext()
      })
    },
    get inUse() {
      return inUse
    },
    get waiting() {
      return waiting
    },
  }
}
