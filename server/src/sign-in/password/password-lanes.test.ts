import { expect, test } from 'vitest'
import { runInLane, type Lane, refuseWhenBusy } from './password-lanes.ts'

/** Starts jobs that run until the test ends them. */
function begin(lane: Lane, who: string, count: number) {
  let begun = 0
  let left = count
  const ends: (() => void)[] = []
  const done = Array.from({ length: count }, async () => {
    await runInLane({ lane, who }, () => {
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

test('two strangers’ passwords are checked at once, without delaying known users', async () => {
  const strangers = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map((network) => begin('stranger', network, 3))
  const running = () => strangers.map((each) => each.running())
  const known = begin('known', '', 2)
  expect([running(), known.running()]).toEqual([[1, 1, 0], 1])
  await known.finish()
  expect(running()).toEqual([1, 1, 0])
  await Promise.all(strangers.map((each) => each.finish()))
  expect(running()).toEqual([3, 3, 3])
})

test('passwords of one network are checked one at a time, without delaying others', async () => {
  const attack = begin('stranger', '203.0.113.1', 16)
  const other = begin('stranger', '203.0.113.2', 1)
  expect([attack.running(), other.running()]).toEqual([1, 1])
  await other.finish()
  expect(attack.running()).toBe(1)
  await attack.finish()
  expect(attack.running()).toBe(16)
})

test('a network may queue sixteen, all strangers sixty-four; the next get 429', async () => {
  const office = begin('stranger', '203.0.113.1', 16)
  expect([isBusy('stranger', '203.0.113.1'), isBusy('stranger', '203.0.113.2')]).toEqual([true, false])
  const many = Array.from({ length: 5 }, (_, network) => begin('stranger', `198.51.100.${network}`, 10))
  expect([isBusy('stranger', '192.0.2.1'), isBusy('known', '192.0.2.1')]).toEqual([true, false])
  await Promise.all([office.finish(), ...many.map((some) => some.finish())])
  expect([isBusy('stranger', '203.0.113.1'), isBusy('stranger', '192.0.2.1')]).toEqual([false, false])
})

test('a user may queue four, all known users sixty-five', async () => {
  const one = begin('known', 'user 1', 4)
  expect([isBusy('known', 'user 1'), isBusy('known', 'user 2')]).toEqual([true, false])
  const others = Array.from({ length: 61 }, (_, user) => begin('known', `user ${user + 2}`, 1))
  expect(isBusy('known', 'user 99')).toBe(true)
  await Promise.all([one, ...others].map((each) => each.finish()))
  expect([isBusy('known', 'user 1'), isBusy('known', 'user 99')]).toEqual([false, false])
})

test('failed work frees its place', async () => {
  const failing = () => Promise.reject(new Error('no'))
  await expect(runInLane({ lane: 'known', who: '' }, failing)).rejects.toThrow('no')
  await expect(runInLane({ lane: 'known', who: '' }, async () => 'next')).resolves.toBe('next')
})
