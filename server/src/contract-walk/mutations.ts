type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A place in a body: ['items', '0', 'quantity']. */
export type Place = readonly string[]

/** Every place within a value, without the whole value. */
export function placesOf(value: unknown, above: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [[...above, key], ...placesOf(inner, [...above, key])])
}

/** Every place that holds an object, including the whole value (an empty place). */
export function objectsOf(value: unknown): Place[] {
  const isObject = (inner: unknown) => typeof inner === 'object' && inner !== null && !Array.isArray(inner)
  return [...(isObject(value) ? [[]] : []), ...placesOf(value).filter((place) => isObject(at(value, place)))]
}

/** The value at a place. */
export function at(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value)
}

/** A copy with another value at a place. */
export function withAt(value: unknown, place: Place, other: unknown): unknown {
  const [key, ...rest] = place
  if (key === undefined) return other
  if (Array.isArray(value))
    return value.map((inner: unknown, index) => (String(index) === key ? withAt(inner, rest, other) : inner))
  const inner = (value as Record<string, unknown>)[key]
  return { ...(value as Record<string, unknown>), [key]: withAt(inner, rest, other) }
}

/** Values of types that a field with this value does not accept. */
export function wrongTypes(value: unknown): Json[] {
  const all: Json[] = [null, true, 7, 'seven', [], {}, ['a'], [[]], { a: 1 }]
  if (Array.isArray(value)) return all.filter((other) => !Array.isArray(other))
  if (typeof value === 'object')
    return all.filter((other) => other === null || typeof other !== 'object' || Array.isArray(other))
  return all.filter((other) => typeof other !== typeof value)
}

/** Texts that no text field accepts. */
export const badTexts = ['x'.repeat(20_000), 'a\u0000b', 'a\u0007b', 'a\nb', 'a\u202eb', '\ud800', 'a\udc00b']

/** Numbers that no field accepts. */
export const badNumbers = [-1, 0, 0.5, 1e21, -1e308, Number.MAX_SAFE_INTEGER + 2]
