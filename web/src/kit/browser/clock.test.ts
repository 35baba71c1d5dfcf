import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime, operatorToday, serverNow } from './clock.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z') })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  noteServerTime(new Date().toUTCString())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('today is the server’s where the clock of the computer is a day behind', () => {
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
])('an answer of %s makes it %s', (date, now) => {
  noteServerTime(date)
  expect(serverNow().toISOString()).toBe(now)
})

test('today is the server’s as soon as the page is loaded again, until the clock of the computer is put right', async () => {
  noteServerTime('Sat, 28 Nov 2026 12:00:00 GMT')
  const load = () => (vi.resetModules(), import('./clock.ts'))
  expect((await load()).operatorToday()).toBe('2026-11-28')
  const again = await load()
  again.noteServerTime('Fri, 27 Nov 2026 12:00:01 GMT')
  expect(again.operatorToday()).toBe('2026-11-27')
  expect((await load()).operatorToday()).toBe('2026-11-27')
})
