import { cleanup, configure } from '@testing-library/react'
import * as react from 'react'
import { afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { z } from 'zod'
import { clearScreen } from './open-portal.tsx'

// As main.tsx does.
z.config({ jitless: true })
// The timeout is for hangs only: a machine may be busy. Browser tests prove what styles hide.
configure({ asyncUtilTimeout: 90_000, defaultHidden: true })

// React's development build records a stack for each of the first ten thousand elements per second, which no test
// reads. Let it believe that it has recorded them.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object
}
const ignore = (): void => undefined
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: ignore })

/** There is no layout here: a table draws the rows that fit this window. */
const ROOM = { x: 0, y: 0, top: 0, left: 0, right: 1280, bottom: 800, width: 1280, height: 800 }

beforeAll(() => {
  for (const name of ['offsetWidth', 'clientWidth', 'offsetHeight', 'clientHeight'])
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get: () => (name.endsWith('Width') ? ROOM.width : ROOM.height),
    })
  HTMLElement.prototype.getBoundingClientRect = () => ({ ...ROOM, toJSON: () => ROOM })
})

let said: MockInstance<typeof console.error>
beforeEach(() => {
  said = vi.spyOn(console, 'error')
})

afterEach(async () => {
  cleanup()
  // React reports it once for each component.
  const wrongKeys = said.mock.calls.filter(([text]) => String(text).includes('"key" prop is being spread'))
  said.mockRestore()
  await clearScreen()
  expect(wrongKeys, 'a key is spread into JSX').toEqual([])
})
