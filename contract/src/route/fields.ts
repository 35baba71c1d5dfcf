import { isDay } from '@despatch/domain/calendar/day'
import { withoutFloatNoise, numberText } from '@despatch/domain/money/float-noise'
import { isMoney } from '@despatch/domain/money/money'
import { z } from 'zod'
import './text.ts'

const printable = /^[^\p{Cc}\p{Cf}\p{Cs}]*$/u
/**
 * Also allows the two joiners, which shape letters in Persian and Hindi and hold emoji together. Feeds accept them too.
 */
const printableOrJoined = /^(?:[^\p{Cc}\p{Cf}\p{Cs}]|[\u200C\u200D])*$/u

/** Fields that are chosen from a list. */
const CHOSEN = new Set(['Carrier', 'Carrier service', 'Category', 'Client', 'Method', 'Region', 'Service', 'SKU'])

/** The message for an empty required field: 'Enter a first name', 'Choose a SKU'. */
export function requiredMessage(name: string): string {
  if (name.startsWith('What ')) return 'Enter a text'
  const noun = /^[A-Z][a-z]/.test(name) && !name.startsWith('Power BI') ? name[0]?.toLowerCase() + name.slice(1) : name
  const article = /^[aeio]/.test(noun) ? 'an ' : 'a '
  return `${CHOSEN.has(name) ? 'Choose' : 'Enter'} ${/\d$|s$|^evidence$/.test(noun) ? '' : article}${noun}`
}

const lineOf = (characters: RegExp) => (most: number, name: string) =>
  z
    .string(requiredMessage(name))
    .trim()
    .max(most, `${name} is at most ${most} characters`)
    .regex(characters, `${name} has characters that cannot be printed`)

/** A line of text: trimmed, without control characters and lone surrogates, of limited length. */
export const text = lineOf(printable)

/** Text that keeps its spaces. */
export const exactText = (most: number, name: string) =>
  z
    .string(requiredMessage(name))
    .max(most, `${name} is at most ${most} characters`)
    .regex(printable, `${name} has characters that cannot be printed`)

export const requiredText = (most: number, name: string) => text(most, name).min(1, requiredMessage(name))

/**
 * A line that people wrote for people, in any script: a name, an address, a note. It is no key, so joiners are allowed.
 */
export const prose = lineOf(printableOrJoined)

/** Prose that must contain more than joiners. */
export const requiredProse = (most: number, name: string) =>
  prose(most, name).regex(/[^\u200C\u200D]/, requiredMessage(name))

const DAY_MESSAGE = 'A date looks like 2026-01-05'

/** A calendar day, 'YYYY-MM-DD'. */
export const day = z.string(DAY_MESSAGE).refine(isDay, DAY_MESSAGE)

/** A day, or '' for a form field left empty. */
export const dayOrEmpty = z.string(DAY_MESSAGE).refine((text) => text === '' || isDay(text), DAY_MESSAGE)

const isAmount = (text: string) => isMoney(text) && !text.startsWith('-')

/** A decimal amount of zero or more with at most four decimals, or '' for a form field left empty. */
export const amountOrEmpty = z
  .string('An amount is a text like 12.50')
  .refine((text) => text === '' || isAmount(text), 'An amount looks like 12.50, without a sign or currency')

/** Accepts the amount also as a number, without the noise of floating point sums. */
export const amountOrNumber = (amount: z.ZodType<string, string>) =>
  z.union([amount, z.number().transform(numberText).pipe(amount)])

/** Removes the noise of floating point sums. Numbers with more decimals stay, to be refused by their field. */
export const removeFloatNoise = (decimals: number) => (value: number) => withoutFloatNoise(value, decimals) ?? value

/** A whole number. `words` is the message for anything else. */
export const count = (words: string) =>
  z.number(words).overwrite(removeFloatNoise(0)).int({ error: words, abort: true })

/** A number from zero to `most` with limited decimals. */
export const figure = (name: string, most: number, decimals: number) =>
  z
    .number(`${name} is not a number: write one, like 12`)
    .overwrite(removeFloatNoise(decimals))
    .min(0, `${name} is zero or more`)
    .max(most, `${name} is at most ${most.toLocaleString('en-GB')}`)
    .refine(
      (value) => withoutFloatNoise(value, decimals) !== undefined,
      `${name} has at most ${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}`,
    )

export const clientCode = z.string().regex(/^[A-Za-z0-9_-]{1,20}$/, 'A client code is letters, digits, _ and -')

/** Paging in a body. Page sizes of specification 9; for 'All' the browser requests windows of a page. */
export const PAGE_SIZES = [50, 100, 200, 500, 1000] as const
/** Specification 9: 'All (999999)'. Such a list is streamed (see `whole` of a route). */
export const ALL_ROWS = 999_999
const PAGE_LIMIT = 'A page has 1 to 1000 rows, or all of them: 999999'
export const paging = {
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(1000).default(50),
}

/** Paging of a list that can be requested whole. */
export const wholePaging = {
  page: paging.page,
  limit: z.literal([ALL_ROWS]).or(z.int().min(1).max(1000)).default(50),
}

/** Rows per request when the browser scrolls a whole list. */
export const WINDOW_SIZE = 200

/** A whole number from 1 in a query. */
export const wholeNumber = (most: number, words: string) =>
  z
    .string(words)
    .regex(/^\d{1,7}$/, words)
    .transform(Number)
    .pipe(z.int(words).min(1, words).max(most, words))

/** Paging in a query. */
export const queryPaging = {
  page: wholeNumber(1_000_000, 'A page is a whole number from 1').prefault('1'),
  limit: wholeNumber(1000, 'A page has 1 to 1000 rows').prefault('50'),
}

/** Paging in a query of a list that can be requested whole. */
export const wholeQueryPaging = (limit: number) => ({
  page: queryPaging.page,
  limit: z
    .string(PAGE_LIMIT)
    .regex(/^(?:\d{1,4}|999999)$/, PAGE_LIMIT)
    .transform(Number)
    .pipe(z.literal([ALL_ROWS], PAGE_LIMIT).or(z.int(PAGE_LIMIT).min(1, PAGE_LIMIT).max(1000, PAGE_LIMIT)))
    .prefault(String(limit)),
})

/** A flag of a query; `usual` if it is left out or empty. */
export const queryFlagOr = (usual: boolean) =>
  z
    .enum(['true', 'false', ''], 'Either true or false')
    .default('')
    .transform((text) => (text === '' ? usual : text === 'true'))

export const queryFlag = z.enum(['true', 'false'], 'Either true or false').transform((text) => text === 'true')

/** The sort column of a list; `usual` if it is left out or empty. `words` is the message for unknown columns. */
export const sortBy = <const Sort extends string>(sorts: readonly Sort[], usual: NoInfer<Sort>, words?: string) =>
  z
    .enum(sorts, words)
    .or(z.literal(''))
    .default(usual)
    .transform((sort) => sort || usual)

/** The numeric id of a record. */
export const recordId = z.string('An id is missing').regex(/^[1-9]\d{0,14}$/, 'An id is digits')

/** An id in a body, as text or as a number. */
export const givenId = recordId.or(
  z.int('An id is digits').min(1, 'An id is digits').max(999_999_999_999_999, 'An id is digits').transform(String),
)

/** Specification 5: 'Delete works by a single id or by comma-separated ids.' At most 500 at once. */
export const recordIds = z
  .string('Ids are missing')
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,499}$/, 'Ids are digits with commas between them, 500 at most')

/** The version of a record that the caller saw. */
export const shownVersion = z.int('A version is a whole number').min(1).max(2_000_000_000)
/** The versions of {@link recordIds}, in the same order. */
export const recordVersions = z
  .string('Versions are missing')
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,499}$/, 'Versions are digits with commas between them, 500 at most')

/** An instant in answers: ISO 8601 in UTC. */
export const instant = z.string()
