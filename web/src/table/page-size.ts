import { PAGE_SIZES } from '@despatch/contract/route/fields'

/** Specification 9: 'Page-size options: 50 (default), 100, 200, 500, 1000, All (999999).' */
export const ALL_ROWS = 999_999
export const PAGE_SIZE_OPTIONS = [...PAGE_SIZES, ALL_ROWS] as const
export const DEFAULT_PAGE_SIZE = 50

/** A page size as an address holds it; the default for anything else. */
export function pageSizeOf(value: unknown): number {
  const size = Number(value)
  return PAGE_SIZE_OPTIONS.some((option) => option === size) ? size : DEFAULT_PAGE_SIZE
}
