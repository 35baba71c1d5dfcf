import { afterEach, expect, test, vi } from 'vitest'
import type { CommandRun } from './command-run.ts'
import { storeRuns, readRuns } from './stored-runs.ts'

const MINUTE = 60_000
const run = (commandId: string, part: Partial<CommandRun>): CommandRun => ({
  commandId,
  command: { action: 'release', selection: { orders: [] }, count: 0 },
  state: 'ended',
  progress: { done: 0, total: 0 },
  client: 'ACME',
  sentFrom: '/',
  of: '7 ACME',
  givenAt: 0,
  ...part,
})

afterEach(() => vi.unstubAllGlobals())

function store(text: string | null = null) {
  let stored = text
  vi.stubGlobal('sessionStorage', {
    getItem: () => stored,
    setItem: (_: string, next: string) => (stored = next),
    removeItem: () => (stored = null),
  })
}

test('commands survive a reload while they can be undone; running ones can be resumed', () => {
  store()
  storeRuns([
    run('under way', { state: 'running', givenAt: 4 * MINUTE }),
    run('broken off', { state: 'broken', problem: 'The server cannot be reached.', givenAt: 4 * MINUTE }),
    run('being undone', { state: 'undoing', endedAt: 3 * MINUTE }),
    run('ended', { endedAt: 2 * MINUTE }),
    run('too long ago', { endedAt: MINUTE }),
  ])
  expect(readRuns(16 * MINUTE)).toMatchObject([
    { commandId: 'under way', state: 'broken', problem: 'The page reloaded before the result arrived.' },
    { commandId: 'broken off', state: 'broken', problem: 'The page reloaded before the result arrived.' },
    { commandId: 'being undone', state: 'ended' },
    { commandId: 'ended', state: 'ended' },
  ])
  storeRuns([])
  expect(readRuns(16 * MINUTE)).toEqual([])
})

test.each(['', 'not JSON', 'null', '7', '{}', '[null]', '[{"commandId":7,"givenAt":0}]'])(
  'invalid stored data counts as none: %s',
  (text) => {
    store(text)
    expect(readRuns(0)).toEqual([])
  },
)

test('without browser storage, commands last as long as the page', () => {
  vi.stubGlobal('sessionStorage', undefined)
  storeRuns([run('ended', {})])
  expect(readRuns(0)).toMatchObject([{ commandId: 'ended' }])
  storeRuns([])
  expect(readRuns(0)).toEqual([])
})
