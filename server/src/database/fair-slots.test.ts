import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ActiveClients, type Clock, fairSlots, NoSlot, strangerShare } from './fair-slots.ts'

/** A clock that the test moves. */
function manualClock() {
  let now = 0
  const timers = new Set<{ at: number; run: () => void }>()
  const clock: Clock = {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }
  const pass = (ms: number) => {
    now += ms
    for (const timer of [...timers].filter(({ at }) => at <= now)) {
      timers.delete(timer)
      timer.run()
    }
    return sleep(0)
  }
  return { clock, pass }
}

/** Takes slots; `started` lists who got one, in order, and `free` frees the first slot of a caller. */
function open(options: { slots: number; spare?: number; shared?: number; patienceMs?: number }) {
  const { clock, pass } = manualClock()
  const slots = fairSlots({ spare: 0, shared: options.slots, patienceMs: 10_000, clock, ...options })
  const started: string[] = []
  const held = new Map<string, (() => void)[]>()
  const ask = (...names: string[]) => {
    for (const caller of names)
      slots.take(caller).then(
        (release) => {
          started.push(caller)
          held.set(caller, [...(held.get(caller) ?? []), release])
        },
        () => undefined,
      )
    return sleep(0)
  }
  const free = (caller: string) => {
    held.get(caller)?.shift()?.()
    return sleep(0)
  }
  return { slots, started, ask, free, pass }
}

test('a caller who is alone gets all slots, in order', async () => {
  const { slots, started, ask, free } = open({ slots: 3 })
  await ask('A', 'A', 'A', 'A')
  expect([started.length, slots.waiting]).toEqual([3, 1])
  await free('A')
  expect([started.length, slots.inUse, slots.waiting]).toEqual([4, 3, 0])
})

test('the next slot goes to the waiting caller with the fewest', async () => {
  const { started, ask, free } = open({ slots: 4 })
  await ask('A', 'A', 'A', 'A', 'A', 'A', 'B', 'B', 'B', 'C')
  started.length = 0
  for (let times = 0; times < 4; times++) await free('A')
  expect(started).toEqual(['B', 'C', 'A', 'B'])
})

test('of two with equally many, the one served longest ago comes first', async () => {
  const { started, ask, free } = open({ slots: 1 })
  await ask('A', 'A', 'A', 'B', 'B')
  for (const caller of ['A', 'B', 'A', 'B']) await free(caller)
  expect(started).toEqual(['A', 'B', 'A', 'B', 'A'])
})

test('a spare slot is for callers who hold none, even while others wait', async () => {
  const { slots, started, ask, free } = open({ slots: 2, spare: 1 })
  await ask('A', 'A', 'A')
  expect(started).toEqual(['A', 'A'])
  await ask('B', 'B', 'C')
  expect(started).toEqual(['A', 'A', 'B'])
  await free('A')
  expect(started).toEqual(['A', 'A', 'B', 'C'])
  await free('C')
  await free('B')
  expect([started.length, slots.inUse]).toEqual([5, 2])
  await free('A')
  expect([started.length, slots.inUse]).toEqual([6, 2])
})

test('while another client is active, each holds at most its share', async () => {
  const { slots, started, ask, free } = open({ slots: 4, shared: 2 })
  await ask('A', 'B')
  await free('B')
  await ask('A', 'A', 'A', 'A', '')
  expect([started.length, slots.inUse, slots.waiting]).toEqual([4, 3, 3])
})

test('a second after the last call of others, waiting work gets the free slots', async () => {
  const { slots, started, ask, free, pass } = open({ slots: 4, shared: 2 })
  await ask('A', 'B')
  await free('B')
  await pass(600)
  await ask('A', 'A', 'A', 'A')
  await pass(399)
  expect([started.length, slots.inUse, slots.waiting]).toEqual([3, 2, 3])
  await pass(1)
  expect([started.length, slots.inUse, slots.waiting]).toEqual([5, 4, 1])
})

test('a free slot goes to the first caller below its limit', async () => {
  const { slots, started, ask } = open({ slots: 4, shared: 2 })
  await ask('B', 'A', 'A', 'A', 'A')
  expect(started).toEqual(['B', 'A', 'A'])
  await ask('B')
  expect([started, slots.inUse, slots.waiting]).toEqual([['B', 'A', 'A', 'B'], 4, 2])
})

test('strangers take no slot from a client, and each gets one beside it', async () => {
  const { slots, started, ask } = open({ slots: 4, shared: 2 })
  const stranger = strangerShare('192.0.2.1')
  await ask(stranger, 'A', 'A', 'A', 'A')
  expect(started).toEqual([stranger, 'A', 'A', 'A'])
  const beside = open({ slots: 4, shared: 2 })
  await beside.ask('A', stranger, stranger, stranger)
  expect([beside.started, beside.slots.waiting]).toEqual([['A', stranger], 2])
  expect(slots.waiting).toBe(1)
})

test('one user’s files count as one while another client uses slots of another kind', async () => {
  const { clock, pass } = manualClock()
  const active = new ActiveClients(clock)
  const options = { slots: 4, spare: 0, patienceMs: 10_000, clock, active }
  const calls = fairSlots({ ...options, shared: 2 })
  const files = fairSlots({ ...options, shared: 1 })
  const feeds = () => Promise.all([1, 2, 3].map(() => files.take('user 7', 'client A').then((free) => free())))
  await calls.take('client A')
  const alone = await files.take('user 7', 'client A')
  const beside = await files.take('user 7', 'client A')
  expect(files.inUse).toBe(2)
  await calls.take('client B')
  const fed = feeds()
  await sleep(0)
  expect([files.inUse, files.waiting]).toEqual([2, 3])
  alone()
  await sleep(0)
  expect([files.inUse, files.waiting]).toEqual([1, 3])
  beside()
  await fed
  expect(files.inUse).toBe(0)
  // Another user of the client is served at once, whatever the first one sends.
  await files.take('user 7', 'client A')
  await files.take('user 8', 'client A')
  expect(files.inUse).toBe(2)
  const waiting = files.take('user 7', 'client A')
  await pass(1000)
  await waiting
  expect(files.inUse).toBe(3)
})

test('a caller who waits too long is refused', async () => {
  const { slots, pass } = open({ slots: 1, patienceMs: 20 })
  const release = await slots.take('A')
  const refused = slots.take('B').catch((error: unknown) => error)
  await pass(20)
  expect(await refused).toBeInstanceOf(NoSlot)
  expect(slots.waiting).toBe(0)
  release()
  // Freeing a slot twice frees it once.
  release()
  expect(slots.inUse).toBe(0)
  await slots.take('B')
  expect(slots.inUse).toBe(1)
})
