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

type Waiting = { start: () => void }
/** `servedAs` counts up with every slot that is given to anybody. */
type Share = { inUse: number; servedAs: number; queue: Waiting[] }

/** For so long after asking for something, one counts as there. */
const THERE_MS = 1000

/**
 * Hands out a bounded number of slots, such as connections, so that nobody keeps others waiting by asking for much.
 *
 * One who is alone may have all; while another has asked within the last second, nobody has more than `shared`, for
 * what is done at once shares more than slots: the processor. Where several wait, the next free slot goes to the one who has the fewest, of
 * several to the one who was served longest ago; so each comes to an equal share. `spare` slots are only for those who have none: work that takes long
 * and fills all the others keeps nobody out.
 */
export function fairSlots(given: {
  slots: number
  spare: number
  /** The most that one has while others are there. */
  shared: number
  patienceMs: number
}): FairSlots {
  const shares = new Map<string, Share>()
  let inUse = 0
  let waiting = 0
  let served = 0

  /** The last two who asked for something, each with when. */
  let last = { who: '', at: -Infinity }
  let other = { who: '', at: -Infinity }
  const noteAsking = (who: string) => {
    // The server's own work is small, and always there.
    if (who === OWN_WORK) return
    if (who !== last.who) other = last
    last = { who, at: performance.now() }
  }
  const mayStart = (share: Share) => {
    if (share.inUse === 0) return inUse < given.slots + given.spare
    const isAlone = performance.now() - other.at > THERE_MS
    return inUse < given.slots && (isAlone || share.inUse < given.shared)
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
      const next = [...shares.values()]
        .filter((share) => share.queue.length > 0 && mayStart(share))
        .toSorted((one, two) => one.inUse - two.inUse || one.servedAs - two.servedAs)[0]
      if (!next) return
      next.queue.shift()?.start()
    }
  }

  return {
    take(who) {
      const share = shares.get(who) ?? { inUse: 0, servedAs: 0, queue: [] }
      shares.set(who, share)
      noteAsking(who)
      // Who comes while others wait may not pass them, unless a spare slot is theirs.
      if (mayStart(share) && (waiting === 0 || share.inUse === 0)) return Promise.resolve(start(who, share))
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          start: () => {
            clearTimeout(timer)
            waiting--
            resolve(start(who, share))
          },
        }
        const timer = setTimeout(() => {
          share.queue.splice(share.queue.indexOf(entry), 1)
          waiting--
          forgetIfGone(who, share)
          reject(new NoSlot())
        }, given.patienceMs)
        timer.unref()
        waiting++
        share.queue.push(entry)
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
