import type { z } from 'zod'

// An address holds texts; the shape may have converted them to numbers or lists.
const textsOf = (value: unknown): string =>
  [value ?? '']
    .flat()
    .map((one) => (typeof one === 'string' ? one.trim() : (JSON.stringify(one) ?? '')))
    .join()

/** The reason why a value was ignored, if its name does not make it obvious. */
export function unreadableReason(value: unknown, longest: number): string {
  return textsOf(value).length > longest ? ` (more than ${longest} characters)` : ''
}

/** The names of address parameters that the shape could not read and replaced with their defaults. */
export function findUnreadableFields(shape: z.ZodType<Record<string, unknown>>, search: unknown): string[] {
  if (typeof search !== 'object' || search === null) return []
  const read = shape.parse(search)
  const without = shape.parse({})
  return Object.entries(search)
    .filter(([name]) => name in without)
    .filter(([name, value]) => textsOf(value) !== '' && textsOf(value) !== textsOf(read[name]))
    .filter(([name]) => textsOf(read[name]) === textsOf(without[name]))
    .map(([name]) => name)
}
