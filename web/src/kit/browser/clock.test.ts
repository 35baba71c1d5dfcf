import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime, operatorToday, serverNow } from './clock.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z') })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  noteServerTime(new Date().toUTCString())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('today is the server’s day if the computer’s clock is a day behind', () => {
  expect(operatorToday()).toBe('2026-11-27')
  noteServerTime('Sat, 28 Nov 2026 12:00:00 GMT')
  expect(operatorToday()).toBe('2026-11-28')
  vi.setSystemTime(new Date('2026-11-28T12:00:00Z'))
  expect(operatorToday()).toBe('2026-11-29')
})

test.each([
  ['Fri, 27 Nov 2026 11:59:58 GMT', '2026-11-27T12:00:00.000Z'],
  ['not a time', '2026-11-27T12:00:00.000Z'],
  [null, '2026-11-27T12:00:00.000Z'],
  ['Fri, 27 Nov 2026 11:00:00 GMT', '2026-11-27T11:00:00.000Z'],
])('after an answer dated %s it is %s', (date, now) => {
  noteServerTime(date)
  expect(serverNow().toISOString()).toBe(now)
})

test('a reloaded page remembers the difference until the computer’s clock is right', async () => {
  noteServerTime('Sat, 28 Nov 2026 12:00:00 GMT')
  const load = () => (vi.resetModules(), import('./clock.ts'))
  expect((await load()).operatorToday()).toBe('2026-11-28')
  const again = await load()
  again.noteServerTime('Fri, 27 Nov 2026 12:00:01 GMT')
  expect(again.operatorToday()).toBe('2026-11-27')
  expect((await load()).operatorToday()).toBe('2026-11-27')
})
