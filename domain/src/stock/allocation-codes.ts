/** A kind of stock, held apart from other stock of the same SKU. */
export type AllocationCode = {
  readonly code: string
  readonly title: string
  /** Whether it counts as available in the SKU file report. Orders promise only {@link SELLABLE}. */
  readonly mayBePromised: boolean
}

/** The code of stock that orders promise, and the default for incoming stock. */
export const SELLABLE = 'SELLABLE'

/** A client's allocation codes: its own replace the operator's of the same code. Sorted by code. */
export function codesOfClient(
  operators: readonly AllocationCode[],
  own: readonly AllocationCode[],
): readonly AllocationCode[] {
  const byCode = new Map([...operators, ...own].map((code) => [code.code, code]))
  return [...byCode.values()].toSorted((one, other) => (one.code < other.code ? -1 : 1))
}

/**
 * Returns a function that reads an allocation code by code or title, in any case. It gives undefined for unknown names,
 * and {@link SELLABLE} for ''.
 */
export function codeReader(codes: readonly AllocationCode[]): (name: string) => string | undefined {
  const codesByName = new Map<string, string>()
  for (const { code, title } of codes) codesByName.set(title.toLowerCase(), code)
  for (const { code } of codes) codesByName.set(code.toLowerCase(), code)
  return (name) => (name === '' ? SELLABLE : codesByName.get(name.toLowerCase()))
}
