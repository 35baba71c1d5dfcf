import { afterEach, expect, test, vi } from 'vitest'
import { changeRun, keepRun, readRun } from './change-run.ts'

afterEach(() => vi.unstubAllGlobals())

function store(text: string | null = null) {
  let kept = text
  vi.stubGlobal('sessionStorage', {
    getItem: () => kept,
    setItem: (_: string, next: string) => (kept = next),
    removeItem: () => (kept = null),
  })
}

test('a change for many clients is known after a reload, and can be undone then', () => {
  store()
  keepRun('active-dates-of-all', {
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

test('what another shape of it left behind is forgotten', () => {
  store('{"table":"active-dates-of-all","done":{}}')
  expect(readRun()).toBeUndefined()
})
