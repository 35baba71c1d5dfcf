import { isDay } from '@despatch/domain/calendar/day'
import { isMoney } from '@despatch/domain/money/money'
import { z } from 'zod'

const printable = /^[^\p{Cc}\p{Cf}]*$/u

/** A line of text: trimmed, without control characters, at most so long. */
export const text = (most: number, name: string) =>
  z
    .string(`${name} is missing`)
    .trim()
    .max(most, `${name} is at most ${most} characters`)
    .regex(printable, `${name} has characters that cannot be printed`)

/** A line of text that must not be empty. */
export const requiredText = (most: number, name: string) => text(most, name).min(1, `${name} is missing`)

/** A calendar day, 'YYYY-MM-DD'. */
export const day = z.string().refine(isDay, 'A date looks like 2026-01-05')

/** An amount as a decimal text, zero or more, with at most four decimals. */
export const amount = z
  .string()
  .refine((value) => isMoney(value) && !value.startsWith('-'), 'An amount looks like 12.50, without a sign or currency')

/** The code of a client. */
export const clientCode = z.string().regex(/^[A-Za-z0-9_-]{1,20}$/, 'A client code is letters, digits, _ and -')

/** Pages as lists are asked for. Page sizes of specification 9; 'All' is windows of a page to the browser. */
export const PAGE_SIZES = [50, 100, 200, 500, 1000] as const
export const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
}
