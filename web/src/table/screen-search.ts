import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'

/**
 * What the address says of the screen (filters, page, sort), checked by the screen's shape; and a way to change part of
 * it. Values arrive as texts, so shapes coerce; give every field a `.catch(…)`, because an address can hold anything.
 * What equals '' or undefined is left out of the address. `replace` (the default) leaves no step in the history.
 */
export function useScreenSearch<Shape extends z.ZodType<Record<string, unknown>>>(
  shape: Shape,
): [z.output<Shape>, (change: Partial<z.output<Shape>>, options?: { replace?: boolean }) => void] {
  const given: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => shape.parse(given), [shape, given])
  const change = useCallback(
    (part: Partial<z.output<Shape>>, { replace = true } = {}) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, ...part }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  return [search, change]
}
