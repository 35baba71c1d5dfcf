import { vi } from 'vitest'

// Modules hold state such as the session and cached answers, so each test file loads them again. A file that calls
// vi.mock must undo it (vi.doUnmock).
vi.resetModules()
vi.unstubAllGlobals()
vi.useRealTimers()
