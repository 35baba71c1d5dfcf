/** The kind of a component, according to the client's SKUs. */
export type ComponentState = 'unknown' | 'has-components' | 'plain'

/**
 * Finds the problems of a product's boxes by field: each must be another SKU of the client, listed once, without boxes
 * of its own. `isComponent`: the product itself is a box, so it may not have any.
 */
export function componentProblems(
  product: string,
  components: readonly { readonly Code: string }[],
  options: { stateOf: (code: string) => ComponentState; isComponent: boolean },
): { path: string; message: string }[] {
  const first = new Map(components.map(({ Code }, index) => [Code, index] as const).toReversed())
  return components.flatMap(({ Code }, index) => {
    const message = problemOf(Code, index)
    return message === undefined ? [] : [{ path: `components.${index}.Code`, message }]
  })

  function problemOf(code: string, index: number): string | undefined {
    if (code === product) return `${code} cannot be a box of itself`
    if (first.get(code) !== index) return `${code} is listed twice. Enter its boxes in one line`
    if (options.isComponent) return `${product} is itself a box of another product, so it can have no boxes of its own`
    const state = options.stateOf(code)
    if (state === 'unknown') return `SKU ${code} doesn’t exist. Choose one from the list`
    return state === 'has-components' ? `${code} comes in several boxes. Add those boxes instead` : undefined
  }
}
