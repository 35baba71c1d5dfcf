import { cleanup, configure } from '@testing-library/react'
import * as react from 'react'
import { afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { z } from 'zod'
import { clearScreen } from './open-portal.tsx'

// Same setting as main.tsx.
z.config({ jitless: true })
// Long timeout, because the machine may be busy. Browser tests check visibility.
configure({ asyncUtilTimeout: 90_000, defaultHidden: true })

// React’s development build records a stack for each of the first ten thousand elements per second, which tests do
// not need. Pretend that the limit is reached.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object
}
const ignore = (): void => undefined
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: ignore })

/** happy-dom does no layout. Tables render the rows that fit into this size, which is wide enough for all their columns. */
const ROOM = { x: 0, y: 0, top: 0, left: 0, right: 2560, bottom: 800, width: 2560, height: 800 }

beforeAll(() => {
  for (const name of ['offsetWidth', 'clientWidth', 'offsetHeight', 'clientHeight'])
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get: () => (name.endsWith('Width') ? ROOM.width : ROOM.height),
    })
  HTMLElement.prototype.getBoundingClientRect = () => ({ ...ROOM, toJSON: () => ROOM })
})

let consoleError: MockInstance<typeof console.error>
beforeEach(() => {
  consoleError = vi.spyOn(console, 'error')
})

afterEach(async () => {
  cleanup()
  // React logs this once per component.
  const wrongKeys = consoleError.mock.calls.filter(([text]) => String(text).includes('"key" prop is being spread'))
  consoleError.mockRestore()
  await clearScreen()
  expect(wrongKeys, 'a key is spread into JSX').toEqual([])
})
