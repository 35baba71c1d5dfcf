import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { z } from 'zod'
import { clearScreen } from './open-portal.tsx'

// As the portal itself has it (main.tsx).
z.config({ jitless: true })
// What hangs: a machine may be busy with much. What is hidden by styles is the browser's to prove.
configure({ asyncUtilTimeout: 90_000, defaultHidden: true })

/** Nothing is laid out here: a table draws the rows that this window has room for. */
const ROOM = { x: 0, y: 0, top: 0, left: 0, right: 1280, bottom: 800, width: 1280, height: 800 }

beforeAll(() => {
  for (const name of ['offsetWidth', 'clientWidth', 'offsetHeight', 'clientHeight'])
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get: () => (name.endsWith('Width') ? ROOM.width : ROOM.height),
    })
  HTMLElement.prototype.getBoundingClientRect = () => ({ ...ROOM, toJSON: () => ROOM })
})

afterEach(async () => {
  cleanup()
  await clearScreen()
})
