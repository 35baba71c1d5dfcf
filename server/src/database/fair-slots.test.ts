import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fairSlots, NoSlot } from './fair-slots.ts'

/** Asks for slots; `started` names who has got one, in order, and `free` frees the first that somebody has. */
function open(given: { slots: number; spare?: number; shared?: number; patienceMs?: number }) {
  const slots = fairSlots({ spare: 0, shared: given.slots, patienceMs: 10_000, ...given })
  const started: string[] = []
  const held = new Map<string, (() => void)[]>()
  const ask = (...names: string[]) => {
    for (const who of names)
      slots.take(who).then(
        (release) => {
          started.push(who)
          held.set(who, [...(held.get(who) ?? []), release])
        },
        () => undefined,
      )
    return sleep(0)
  }
  const free = (who: string) => {
    held.get(who)?.shift()?.()
    return sleep(0)
  }
  return { slots, started, ask, free }
}

test('one who is alone has all of them, in the order of asking', async () => {
  const { slots, started, ask, free } = open({ slots: 3 })
  await ask('A', 'A', 'A', 'A')
  expect([started.length, slots.waiting]).toEqual([3, 1])
  await free('A')
  expect([started.length, slots.inUse, slots.waiting]).toEqual([4, 3, 0])
})

test('where several wait, the next goes to the one who has fewest', async () => {
  const { started, ask, free } = open({ slots: 4 })
  await ask('A', 'A', 'A', 'A', 'A', 'A', 'B', 'B', 'B', 'C')
  started.length = 0
  for (let times = 0; times < 4; times++) await free('A')
  expect(started).toEqual(['B', 'C', 'A', 'B'])
})

test('of two who have as many, the one who was served longest ago comes first', async () => {
  const { started, ask, free } = open({ slots: 1 })
  await ask('A', 'A', 'A', 'B', 'B')
  for (const who of ['A', 'B', 'A', 'B']) await free(who)
  expect(started).toEqual(['A', 'B', 'A', 'B', 'A'])
})

test('a spare one is for those who have none, even while others wait', async () => {
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

test('while another is there, nobody gets more than the shared part; alone again, all', async () => {
  const { slots, started, ask, free } = open({ slots: 4, shared: 2 })
  await ask('A', 'B')
  await free('B')
  await ask('A', 'A', 'A', 'A', '')
  expect([started.length, slots.waiting]).toEqual([4, 3])
  await sleep(1100)
  await free('')
  expect([started.length, slots.inUse, slots.waiting]).toEqual([6, 4, 1])
})

test('who waits too long is told so, and waits no more', async () => {
  const { slots } = open({ slots: 1, patienceMs: 20 })
  const release = await slots.take('A')
  await expect(slots.take('B')).rejects.toThrow(NoSlot)
  expect(slots.waiting).toBe(0)
  release()
  // Freed twice, it is free once.
  release()
  expect(slots.inUse).toBe(0)
  await slots.take('B')
  expect(slots.inUse).toBe(1)
})
