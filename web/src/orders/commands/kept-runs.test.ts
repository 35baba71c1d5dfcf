import { afterEach, expect, test, vi } from 'vitest'
import type { CommandRun } from './command-run.ts'
import { keepRuns, readRuns } from './kept-runs.ts'

const MINUTE = 60_000
const run = (commandId: string, part: Partial<CommandRun>): CommandRun => ({
  commandId,
  command: { action: 'release', selection: { orders: [] }, count: 0 },
  state: 'ended',
  progress: { done: 0, total: 0 },
  client: 'ACME',
  of: '7 ACME',
  givenAt: 0,
  ...part,
})

afterEach(() => vi.unstubAllGlobals())

function store(text: string | null = null) {
  let kept = text
  vi.stubGlobal('sessionStorage', {
    getItem: () => kept,
    setItem: (_: string, next: string) => (kept = next),
    removeItem: () => (kept = null),
  })
}

test('a command is known after a reload for as long as it can be undone; one under way can be gone on with', () => {
  store()
  keepRuns([
    run('under way', { state: 'running', givenAt: 4 * MINUTE }),
    run('broken off', { state: 'broken', problem: 'The server cannot be reached.', givenAt: 4 * MINUTE }),
    run('being undone', { state: 'undoing', endedAt: 3 * MINUTE }),
    run('ended', { endedAt: 2 * MINUTE }),
    run('too long ago', { endedAt: MINUTE }),
  ])
  expect(readRuns(16 * MINUTE)).toMatchObject([
    { commandId: 'under way', state: 'broken', problem: 'This page was loaded again before the answer came.' },
    { commandId: 'broken off', state: 'broken', problem: 'This page was loaded again before the answer came.' },
    { commandId: 'being undone', state: 'ended' },
    { commandId: 'ended', state: 'ended' },
  ])
  keepRuns([])
  expect(readRuns(16 * MINUTE)).toEqual([])
})

test.each(['', 'not JSON', 'null', '7', '{}', '[null]', '[{"commandId":7,"givenAt":0}]'])(
  'what is no list of commands is none: %s',
  (text) => {
    store(text)
    expect(readRuns(0)).toEqual([])
  },
)

test('where the browser keeps nothing, commands are known as long as the page lasts', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepRuns([run('ended', {})])
  expect(readRuns(0)).toMatchObject([{ commandId: 'ended' }])
  keepRuns([])
  expect(readRuns(0)).toEqual([])
})
