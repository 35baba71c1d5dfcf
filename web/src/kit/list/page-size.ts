import { PAGE_SIZES } from '@despatch/contract/route/fields'

/** Specification 9: 'Page-size options: 50 (default), 100, 200, 500, 1000, All (999999).' */
export const ALL_ROWS = 999_999
export const DEFAULT_PAGE_SIZE = 50
/** Specification 9: 'Default page size is 10 for invoice summary, invoice detail, roles and users.' */
export const SHORT_PAGE_SIZE = 10

/** The page sizes that a table offers; its own default is among them. */
export function pageSizeOptions(defaultSize = DEFAULT_PAGE_SIZE): readonly number[] {
  return [...new Set([defaultSize, ...PAGE_SIZES, ALL_ROWS])].toSorted((a, b) => a - b)
}

/** A page size as an address holds it; the table's default for anything else. */
export function pageSizeOf(value: unknown, defaultSize = DEFAULT_PAGE_SIZE): number {
  const size = Number(value)
  return pageSizeOptions(defaultSize).includes(size) ? size : defaultSize
}
