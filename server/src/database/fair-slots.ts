/** A caller waited too long for a slot. */
export class NoSlot extends Error {
  constructor() {
    super('timeout exceeded when trying to connect')
    this.name = 'NoSlot'
  }
}

export type FairSlots = {
  /**
   * Waits for a slot.
   *
   * @param caller whose share the slot counts towards
   * @param client the client whose calls count as active, where that is not the caller
   * @returns a function that frees the slot
   * @throws NoSlot if no slot becomes free in time
   */
  take(caller: string, client?: string): Promise<() => void>
  /** How many slots are in use, and how many calls wait for one. */
  readonly inUse: number
  readonly waiting: number
}

/** The caller name of the server's own work. */
export const OWN_WORK = ''

/** The caller name of everyone at one network address who has not signed in. */
export const strangerShare = (address: string): string => `address ${address}`
const isStranger = (caller: string) => caller.startsWith('address ')

type Waiting = { start: () => void }
/** `servedAs` orders shares by their last slot. */
type Share = { readonly client: string; inUse: number; servedAs: number; queue: Waiting[] }

/** A client counts as active for this long after its last call. */
const ACTIVE_MS = 1000

export type Clock = {
  now(): number
  /** Runs a function once, after a time. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

/** The caller with fewest slots comes first; among equals, the one served longest ago. */
const isServedBefore = (one: Share, other: Share): boolean =>
  one.inUse < other.inUse || (one.inUse === other.inUse && one.servedAs < other.servedAs)

const PROCESS_CLOCK: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** Knows which clients have called lately. */
export class ActiveClients {
  readonly #clock: Clock
  /** The last two different clients that called, and when. */
  #last = { caller: '', at: -Infinity }
  #other = { caller: '', at: -Infinity }

  constructor(clock: Clock = PROCESS_CLOCK) {
    this.#clock = clock
  }

  note(caller: string): void {
    // The server's own work is small and never stops, and a stranger has not proved that they may call at all.
    if (caller === OWN_WORK || isStranger(caller)) return
    if (caller !== this.#last.caller) this.#other = this.#last
    this.#last = { caller, at: this.#clock.now() }
  }

  /** How long a client other than this one still counts as active, in milliseconds; 0 or less if none does. */
  msOfOthers(caller: string): number {
    const newest = caller === this.#last.caller || caller === OWN_WORK ? this.#other : this.#last
    return newest.at + ACTIVE_MS - this.#clock.now()
  }
}

type FairSlotsOptions = {
  readonly slots: number
  readonly spare: number
  /** Most slots that one caller holds while another client is active. A stranger may hold one. */
  readonly shared: number
  readonly patienceMs: number
  readonly clock?: Clock
  /** Active clients, if shared with slots of another kind. */
  readonly active?: ActiveClients
}

/**
 * Hands out a bounded number of slots, such as connections, fairly.
 *
 * A caller who is alone may hold all slots. While another client is active, no caller holds more than `shared`, even if slots
 * are free, because running work also shares the processor. Strangers never make others share, since anyone can be one; beside an
 * active client each stranger holds one slot. The next free slot goes to the waiting caller with the fewest slots, among equals to
 * the one served longest ago. `spare` slots are only for callers who hold none, so slow work that fills all other slots keeps
 * nobody out.
 */
export const fairSlots = (options: FairSlotsOptions): FairSlots => new Slots(options)

class Slots implements FairSlots {
  readonly #options: FairSlotsOptions
  readonly #clock: Clock
  readonly #shares = new Map<string, Share>()
  inUse = 0
  waiting = 0
  #served = 0
  readonly #active: ActiveClients
  #timed: { at: number; cancel(): void } | undefined

  constructor(options: FairSlotsOptions) {
    this.#options = options
    this.#clock = options.clock ?? PROCESS_CLOCK
    this.#active = options.active ?? new ActiveClients(options.clock)
  }

  take(caller: string, client = caller): Promise<() => void> {
    const share = this.#shares.get(caller) ?? { client, inUse: 0, servedAs: 0, queue: [] }
    this.#shares.set(caller, share)
    this.#active.note(client)
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        start: () => {
          cancelPatience()
          this.waiting--
          resolve(this.#start(caller, share))
        },
      }
      const cancelPatience = this.#clock.after(this.#options.patienceMs, () => {
        share.queue.splice(share.queue.indexOf(entry), 1)
        this.waiting--
        this.#forgetIfGone(caller, share)
        reject(new NoSlot())
      })
      this.waiting++
      share.queue.push(entry)
      // Look at all waiting callers: a free slot may go to this one when the others have reached their limit.
      this.#startNext()
    })
  }

  #mayStart(share: Share): boolean {
    const { slots, spare, shared } = this.#options
    if (share.inUse === 0) return this.inUse < slots + spare
    const most = isStranger(share.client) ? 1 : shared
    return this.inUse < slots && (share.inUse < most || this.#active.msOfOthers(share.client) <= 0)
  }

  #start(caller: string, share: Share): () => void {
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
      this.#forgetIfGone(caller, share)
    }
  }

  #forgetIfGone(caller: string, share: Share): void {
    if (share.inUse === 0 && share.queue.length === 0) this.#shares.delete(caller)
  }

  #startNext(): void {
    // Skip the scan when no slot is free.
    while (this.waiting > 0 && this.inUse < this.#options.slots + this.#options.spare) {
      let next: Share | undefined
      for (const share of this.#shares.values())
        if (share.queue.length > 0 && this.#mayStart(share) && (!next || isServedBefore(share, next))) next = share
      if (!next) break
      next.queue.shift()?.start()
    }
    this.#startOnceAlone()
  }

  /** Starts waiting work when other clients stop being active. No call need arrive or end at that moment, so this needs a timer. */
  #startOnceAlone(): void {
    if (this.waiting === 0 || this.inUse >= this.#options.slots) return
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

/** Wraps work so that it waits for a slot first and frees it afterwards. */
export const withSlot =
  (take: () => Promise<() => void>) =>
  async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const free = await take()
    return work().finally(free)
  }
