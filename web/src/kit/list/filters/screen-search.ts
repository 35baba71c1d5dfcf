import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import type { z } from 'zod'
import { parseSearch, stringifySearch } from '../../browser/search-text.ts'
import { notify } from '../../notify/notify.ts'
import { MAX_SEARCH_LENGTH } from './search-field.tsx'
import { findUnreadableFields, unreadableReason } from './unreadable-fields.ts'
import { filterStep, isFilterChange } from './filter-steps.ts'

/**
 * The parameters of the screen’s address (filters, page, order), parsed by the screen’s shape, and a function that
 * changes some of them. Values arrive as texts, so shapes must coerce; every field needs a `.catch(…)`, because an
 * address can hold anything. Values that equal '' or undefined are left out of the address. Parameters that cannot be
 * read are reported to the user and dropped with the next change.
 * With `replace` (the default) a change adds no history entry, except that each added filter adds one, so that Back
 * removes the latest filter.
 */
export function useScreenSearch<Shape extends z.ZodType<Record<string, unknown>>>(
  shape: Shape,
): [z.output<Shape>, (change: Partial<z.output<Shape>>, options?: { replace?: boolean }) => void] {
  const rawSearch: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const search = useMemo(() => shape.parse(rawSearch), [shape, rawSearch])
  const leftOut = useMemo(() => findUnreadableFields(shape, rawSearch), [shape, rawSearch])
  const names = leftOut
    .map((name) => name + unreadableReason((rawSearch as Record<string, unknown>)[name], MAX_SEARCH_LENGTH))
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
