/** Why a call fails that has waited too long for its turn. */
export class NoSlot extends Error {
  constructor() {
    super('timeout exceeded when trying to connect')
    this.name = 'NoSlot'
  }
}

export type FairSlots = {
  /**
   * Waits for a slot; gives what frees it. `who` is whose share it counts for, `client` by whose calls they count as active
   * where that is another name. Throws NoSlot after the time given.
   */
  take(who: string, client?: string): Promise<() => void>
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
/** `servedAs` counts up with every slot that is given to anyone. */
type Share = { readonly client: string; inUse: number; servedAs: number; queue: Waiting[] }

/** For so long after its last call a client counts as active. */
const ACTIVE_MS = 1000

export type Clock = {
  now(): number
  /** Runs something once, after a time. Gives what cancels it. */
  after(ms: number, run: () => void): () => void
}

/** Who has the fewest comes first, of several who was served longest ago. */
const isServedBefore = (one: Share, other: Share): boolean =>
  one.inUse < other.inUse || (one.inUse === other.inUse && one.servedAs < other.servedAs)

const PROCESS_CLOCK: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** Which clients have called lately. */
export class ActiveClients {
  readonly #clock: Clock
  /** The last two clients that asked for something, each with when. */
  #last = { who: '', at: -Infinity }
  #other = { who: '', at: -Infinity }

  constructor(clock: Clock = PROCESS_CLOCK) {
    this.#clock = clock
  }

  note(who: string): void {
    // The server's own work is small and never stops; a stranger has not shown that they may ask at all.
    if (who === OWN_WORK || isStranger(who)) return
    if (who !== this.#last.who) this.#other = this.#last
    this.#last = { who, at: this.#clock.now() }
  }

  /** How long another client than this one still counts as active; none is where it is not above 0. */
  msOfOthers(who: string): number {
    const newest = who === this.#last.who || who === OWN_WORK ? this.#other : this.#last
    return newest.at + ACTIVE_MS - this.#clock.now()
  }
}

type Given = {
  readonly slots: number
  readonly spare: number
  /** The most that one has while another client is active; a stranger has one. */
  readonly shared: number
  readonly patienceMs: number
  readonly clock?: Clock
  /** Who calls, where slots of another kind are asked for as well. */
  readonly active?: ActiveClients
}

/**
 * Hands out a bounded number of slots, such as connections, so that no caller keeps others waiting by asking for much.
 *
 * A caller who is alone may have all of them. While another client is active, no caller has more than `shared`, even where
 * slots are free: what runs at once shares the processor too. Strangers make nobody share, for anyone can be one; beside
 * anyone who is active each of them has one. Where several wait, the next free slot goes to the one who has the fewest, of several to the
 * one who was served longest ago; so each comes to an equal share. `spare` slots are only for those who have none: work
 * that takes long and fills all the others keeps nobody out.
 */
export const fairSlots = (given: Given): FairSlots => new Slots(given)

class Slots implements FairSlots {
  readonly #given: Given
  readonly #clock: Clock
  readonly #shares = new Map<string, Share>()
  inUse = 0
  waiting = 0
  #served = 0
  readonly #active: ActiveClients
  #timed: { at: number; cancel(): void } | undefined

  constructor(given: Given) {
    this.#given = given
    this.#clock = given.clock ?? PROCESS_CLOCK
    this.#active = given.active ?? new ActiveClients(given.clock)
  }

  take(who: string, client = who): Promise<() => void> {
    const share = this.#shares.get(who) ?? { client, inUse: 0, servedAs: 0, queue: [] }
    this.#shares.set(who, share)
    this.#active.note(client)
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        start: () => {
          cancelPatience()
          this.waiting--
          resolve(this.#start(who, share))
        },
      }
      const cancelPatience = this.#clock.after(this.#given.patienceMs, () => {
        share.queue.splice(share.queue.indexOf(entry), 1)
        this.waiting--
        this.#forgetIfGone(who, share)
        reject(new NoSlot())
      })
      this.waiting++
      share.queue.push(entry)
      // All who wait take part: a free slot may be this one's though others wait, for those may not have it.
      this.#startNext()
    })
  }

  #mayStart(share: Share): boolean {
    const { slots, spare, shared } = this.#given
    if (share.inUse === 0) return this.inUse < slots + spare
    const most = isStranger(share.client) ? 1 : shared
    return this.inUse < slots && (share.inUse < most || this.#active.msOfOthers(share.client) <= 0)
  }

  #start(who: string, share: Share): () => void {
    share.inUse++
    share.servedAs = ++this.#served
    this.inUse++
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      share.inUse--
      this.inUse--
      this.#startNext()
      this.#forgetIfGone(who, share)
    }
  }

  #forgetIfGone(who: string, share: Share): void {
    if (share.inUse === 0 && share.queue.length === 0) this.#shares.delete(who)
  }

  #startNext(): void {
    // Anyone who rushes in while all are in use costs nobody a look at all who wait.
    while (this.waiting > 0 && this.inUse < this.#given.slots + this.#given.spare) {
      let next: Share | undefined
      for (const share of this.#shares.values())
        if (share.queue.length > 0 && this.#mayStart(share) && (!next || isServedBefore(share, next))) next = share
      if (!next) break
      next.queue.shift()?.start()
    }
    this.#startOnceAlone()
  }

  /** Starts what waits while slots are free as soon as the others are no longer active: no call may come or end then. */
  #startOnceAlone(): void {
    if (this.waiting === 0 || this.inUse >= this.#given.slots) return
    const waits = [...this.#shares.values()]
      .filter(({ queue }) => queue.length > 0)
      .map(({ client }) => this.#active.msOfOthers(client))
    const ms = Math.max(Math.min(...waits), 1)
    const at = this.#clock.now() + ms
    if (this.#timed && this.#timed.at <= at) return
    this.#timed?.cancel()
    const cancel = this.#clock.after(ms, () => {
      this.#timed = undefined
      this.#startNext()
    })
    this.#timed = { at, cancel }
  }
}

/** Makes what does a piece of work once it has a slot, and frees the slot when it is done. */
export const withSlot =
  (take: () => Promise<() => void>) =>
  async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const free = await take()
    return work().finally(free)
  }
