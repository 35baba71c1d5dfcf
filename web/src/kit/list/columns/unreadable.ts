import type { z } from 'zod'

// An address holds texts, which the shape may have read as numbers or lists.
const textsOf = (value: unknown): string =>
  [value ?? '']
    .flat()
    .map((one) => (typeof one === 'string' ? one.trim() : (JSON.stringify(one) ?? '')))
    .join()

/** Why a value was left out, where its name alone would not tell. */
export function whyUnreadable(value: unknown, longest: number): string {
  return textsOf(value).length > longest ? ` (more than ${longest} characters)` : ''
}

/** The names in an address whose values the shape could not read, so that they are as if they had not been given. */
export function unreadable(shape: z.ZodType<Record<string, unknown>>, given: unknown): string[] {
  if (typeof given !== 'object' || given === null) return []
  const read = shape.parse(given)
  const without = shape.parse({})
  return Object.entries(given)
    .filter(([name]) => name in without)
    .filter(([name, value]) => textsOf(value) !== '' && textsOf(value) !== textsOf(read[name]))
    .filter(([name]) => textsOf(read[name]) === textsOf(without[name]))
    .map(([name]) => name)
}
