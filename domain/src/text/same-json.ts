/** Whether two values are equal as JSON, in any order of fields. An undefined field counts as missing. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, index) => isSameJson(value, other[index]))
    )
  const [of, beside] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  return [...new Set([...of.keys(), ...beside.keys()])].every((name) => isSameJson(of.get(name), beside.get(name)))
}
