import { afterEach, expect, test, vi } from 'vitest'
import { changeRun, storeRun, readRun } from './change-run.ts'

afterEach(() => vi.unstubAllGlobals())

function store(text: string | null = null) {
  let kept = text
  vi.stubGlobal('sessionStorage', {
    getItem: () => kept,
    setItem: (_: string, next: string) => (kept = next),
    removeItem: () => (kept = null),
  })
}

test('a change for many clients can be undone after a reload', () => {
  store()
  storeRun('active-dates-of-all', {
    message: 'Changed for 2 clients.',
    clients: [
      { client: 'ACME', outcome: 'changed', reason: '', version: 4 },
      { client: 'BIRCH', outcome: 'changed', reason: '', version: 7 },
    ],
  })
  expect(readRun()).toEqual(changeRun.get())
  changeRun.set(undefined)
  expect(readRun()).toBeUndefined()
})

test('data of another format is ignored', () => {
  store('{"table":"active-dates-of-all","done":{}}')
  expect(readRun()).toBeUndefined()
})
