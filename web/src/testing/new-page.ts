import { vi } from 'vitest'

// Modules of the browser remember the user and earlier calls, so each file loads them again, from the compiled code. A
// file must undo its own vi.mock (vi.doUnmock).
vi.resetModules()
vi.unstubAllGlobals()
vi.useRealTimers()
