import { expect, test } from 'vitest'
import { inLane, type Lane, refuseWhenBusy } from './password-lanes.ts'

/** Pieces of work that end when they are told to. */
function begin(lane: Lane, who: string, count: number) {
  let begun = 0
  let left = count
  const ends: (() => void)[] = []
  const done = Array.from({ length: count }, async () => {
    await inLane({ lane, who }, () => {
      begun++
      return new Promise<void>((resolve) => void ends.push(resolve))
    })
    left--
  })
  return {
    running: () => begun,
    async finish() {
      while (left > 0) {
        for (const end of ends.splice(0)) end()
        await new Promise((resolve) => setImmediate(resolve))
      }
      await Promise.all(done)
    },
  }
}
const isBusy = (lane: Lane, who: string) => {
  try {
    refuseWhenBusy({ lane, who })
    return false
  } catch (error) {
    expect(error).toMatchObject({ code: 'too_many_attempts' })
    return true
  }
}

test('strangers’ passwords are judged two at a time, and people who are known do not wait for them', async () => {
  const strangers = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map((network) => begin('stranger', network, 3))
  const running = () => strangers.map((each) => each.running())
  const known = begin('known', '', 2)
  expect([running(), known.running()]).toEqual([[1, 1, 0], 1])
  await known.finish()
  expect(running()).toEqual([1, 1, 0])
  await Promise.all(strangers.map((each) => each.finish()))
  expect(running()).toEqual([3, 3, 3])
})

test('passwords of one network are judged one at a time, and others of the line do not wait for them', async () => {
  const attack = begin('stranger', '203.0.113.1', 16)
  const other = begin('stranger', '203.0.113.2', 1)
  expect([attack.running(), other.running()]).toEqual([1, 1])
  await other.finish()
  expect(attack.running()).toBe(1)
  await attack.finish()
  expect(attack.running()).toBe(16)
})

test('sixteen of one network may wait and be judged, and sixty-four of all strangers wait; the next are told to come again', async () => {
  const office = begin('stranger', '203.0.113.1', 16)
  expect([isBusy('stranger', '203.0.113.1'), isBusy('stranger', '203.0.113.2')]).toEqual([true, false])
  const many = Array.from({ length: 5 }, (_, network) => begin('stranger', `198.51.100.${network}`, 10))
  expect([isBusy('stranger', '192.0.2.1'), isBusy('known', '192.0.2.1')]).toEqual([true, false])
  await Promise.all([office.finish(), ...many.map((some) => some.finish())])
  expect([isBusy('stranger', '203.0.113.1'), isBusy('stranger', '192.0.2.1')]).toEqual([false, false])
})

test('four of one user may wait and be judged, and sixty-five of all who are known', async () => {
  const one = begin('known', 'user 1', 4)
  expect([isBusy('known', 'user 1'), isBusy('known', 'user 2')]).toEqual([true, false])
  const others = Array.from({ length: 61 }, (_, user) => begin('known', `user ${user + 2}`, 1))
  expect(isBusy('known', 'user 99')).toBe(true)
  await Promise.all([one, ...others].map((each) => each.finish()))
  expect([isBusy('known', 'user 1'), isBusy('known', 'user 99')]).toEqual([false, false])
})

test('work that fails makes room as well', async () => {
  const failing = () => Promise.reject(new Error('no'))
  await expect(inLane({ lane: 'known', who: '' }, failing)).rejects.toThrow('no')
  await expect(inLane({ lane: 'known', who: '' }, async () => 'next')).resolves.toBe('next')
})
