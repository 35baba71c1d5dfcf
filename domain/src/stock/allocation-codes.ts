/** A kind of stock: what is kept apart from other stock of the same SKU. */
export type AllocationCode = {
  readonly code: string
  readonly title: string
  /** Whether it counts as available in the SKU file report. Orders promise {@link SELLABLE} alone. */
  readonly mayBePromised: boolean
}

/** The code of stock that orders promise, and of what comes in without one. */
export const SELLABLE = 'SELLABLE'

/** The codes of a client: the operator's, and its own instead of one of the same code; by code. */
export function codesOfClient(
  operators: readonly AllocationCode[],
  own: readonly AllocationCode[],
): readonly AllocationCode[] {
  const byCode = new Map([...operators, ...own].map((code) => [code.code, code]))
  return [...byCode.values()].toSorted((one, other) => (one.code < other.code ? -1 : 1))
}

/**
 * Reads the code that a file names, by itself or by its title, in any case: undefined for what is none of them. Nothing is
 * what is sellable.
 */
export function codeReader(codes: readonly AllocationCode[]): (told: string) => string | undefined {
  const known = new Map<string, string>()
  for (const { code, title } of codes) known.set(title.toLowerCase(), code)
  for (const { code } of codes) known.set(code.toLowerCase(), code)
  return (told) => (told === '' ? SELLABLE : known.get(told.toLowerCase()))
}
