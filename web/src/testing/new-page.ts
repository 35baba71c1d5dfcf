import { vi } from 'vitest'

// The browser's modules keep who is signed in, and what was asked: each file loads them again, from what is compiled.
// What a file mocks by vi.mock it gives back itself (vi.doUnmock).
vi.resetModules()
vi.unstubAllGlobals()
vi.useRealTimers()
