import { PAGE_SIZES } from '@despatch/contract/route/fields'
import { z } from 'zod'

/** Specification 9: 'Page-size options: 50 (default), 100, 200, 500, 1000, All (999999).' */
export const ALL_ROWS = 999_999
export const DEFAULT_PAGE_SIZE = 50
/** Specification 9: 'Default page size is 10 for invoice summary, invoice detail, roles and users.' */
export const SHORT_PAGE_SIZE = 10

/** The page sizes that a table offers, including its own default. */
export function pageSizeOptions(defaultSize = DEFAULT_PAGE_SIZE): readonly number[] {
  return [...new Set([defaultSize, ...PAGE_SIZES, ALL_ROWS])].toSorted((a, b) => a - b)
}

/** Reads a page size from an address. Returns the default for anything that is not offered. */
export function pageSizeOf(value: unknown, defaultSize = DEFAULT_PAGE_SIZE): number {
  const size = Number(value)
  return pageSizeOptions(defaultSize).includes(size) ? size : defaultSize
}

/** The fields `page` and `limit` of a screen’s address shape. */
export const pageFields = (defaultSize = DEFAULT_PAGE_SIZE) => ({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size, defaultSize)),
})
