import { beforeEach, expect, test, vi } from 'vitest'
import { saveClosedOn, readClosedOn } from './warning-closed.ts'

beforeEach(() => {
  const texts = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  })
})

test('a warning is closed for one user and one client', () => {
  saveClosedOn('7', 'ACME', '2026-11-22')
  expect(readClosedOn('7', 'ACME')).toBe('2026-11-22')
  expect(readClosedOn('7', 'BIRCH')).toBe('')
  expect(readClosedOn('8', 'ACME')).toBe('')
})

test('a browser without storage warns again', () => {
  const refuse = () => {
    throw new Error('blocked')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  saveClosedOn('7', 'ACME', '2026-11-22')
  expect(readClosedOn('7', 'ACME')).toBe('')
})
