import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import type { z } from 'zod'
import { parseSearch, stringifySearch } from '../../browser/search-text.ts'
import { notify } from '../../notify/notify.ts'
import { LONGEST_SEARCH } from './search-field.tsx'
import { unreadable, whyUnreadable } from '../columns/unreadable.ts'
import { filterStep, isFilterChange } from './filter-steps.ts'

/**
 * What the address says of the screen (filters, page, sort), checked by the screen's shape; and a way to change part of
 * it. Values arrive as texts, so shapes coerce; give every field a `.catch(…)`, because an address can hold anything.
 * What equals '' or undefined is left out of the address. What cannot be read is said, and goes with the next change.
 * `replace` (the default) leaves no step in the history; but a change of filters, which begins at the first page, leaves one
 * for each filter that is put on, so that Back takes the last one away.
 */
export function useScreenSearch<Shape extends z.ZodType<Record<string, unknown>>>(
  shape: Shape,
): [z.output<Shape>, (change: Partial<z.output<Shape>>, options?: { replace?: boolean }) => void] {
  const given: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const search = useMemo(() => shape.parse(given), [shape, given])
  const leftOut = useMemo(() => unreadable(shape, given), [shape, given])
  const names = leftOut
    .map((name) => name + whyUnreadable((given as Record<string, unknown>)[name], LONGEST_SEARCH))
    .join(', ')
  useEffect(() => {
    const which = leftOut.length === 1 ? 'an invalid filter' : 'invalid filters'
    if (names) notify.info(`Ignored ${which} in the link: ${names}.`)
  }, [names, leftOut.length])
  const change = useCallback(
    (part: Partial<z.output<Shape>>, { replace = true } = {}) => {
      const { search: text, state } = router.history.location
      const before = parseSearch(text)
      const after = { ...before, ...Object.fromEntries(leftOut.map((name) => [name, undefined])), ...part }
      const steps = state.filterSteps ?? []
      const read = (one: object) => shape.parse(parseSearch(stringifySearch(one)))
      const step =
        replace && isFilterChange(part) ? filterStep(read(before), read(after), shape.parse({}), steps) : undefined
      if (step?.goes === 'back') return router.history.go(-step.by)
      void navigate({
        to: '.',
        search: () => after,
        replace: step ? step.goes === 'in-place' : replace,
        state: { filterSteps: step?.goes === 'on' ? step.filterSteps : replace ? steps : [] },
        resetScroll: false,
      })
    },
    [navigate, router, shape, leftOut],
  )
  return [search, change]
}
