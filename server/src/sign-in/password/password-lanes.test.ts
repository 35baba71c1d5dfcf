import { expect, test } from 'vitest'
import { inLane, type Lane, refuseWhenBusy } from './password-lanes.ts'

/** Pieces of work that end when they are told to. */
function begin(lane: Lane, network: string, count: number) {
  let begun = 0
  let left = count
  const ends: (() => void)[] = []
  const done = Array.from({ length: count }, async () => {
    await inLane(lane, network, () => {
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
const isBusy = (lane: Lane, network: string) => {
  try {
    refuseWhenBusy(lane, network)
    return false
  } catch (error) {
    expect(error).toMatchObject({ code: 'too_many_attempts' })
    return true
  }
}

test('strangers’ passwords are judged two at a time, and people who are known do not wait for them', async () => {
  const strangers = begin('stranger', '203.0.113.1', 10)
  const known = begin('known', '', 2)
  expect([strangers.running(), known.running()]).toEqual([2, 1])
  await known.finish()
  expect(strangers.running()).toBe(2)
  await strangers.finish()
  expect(strangers.running()).toBe(10)
})

test('sixteen of one network may wait and be judged, and sixty-four of all strangers wait; the next are told to come again', async () => {
  const office = begin('stranger', '203.0.113.1', 16)
  expect([isBusy('stranger', '203.0.113.1'), isBusy('stranger', '203.0.113.2')]).toEqual([true, false])
  const many = Array.from({ length: 5 }, (_, network) => begin('stranger', `198.51.100.${network}`, 10))
  expect([isBusy('stranger', '192.0.2.1'), isBusy('known', '192.0.2.1')]).toEqual([true, false])
  await Promise.all([office.finish(), ...many.map((some) => some.finish())])
  expect([isBusy('stranger', '203.0.113.1'), isBusy('stranger', '192.0.2.1')]).toEqual([false, false])
})

test('work that fails makes room as well', async () => {
  const failing = () => Promise.reject(new Error('no'))
  await expect(inLane('known', '', failing)).rejects.toThrow('no')
  await expect(inLane('known', '', async () => 'next')).resolves.toBe('next')
})
