/** What a component of a product is, as far as the client's SKUs say. */
export type ComponentState = 'unknown' | 'has-components' | 'plain'

/**
 * What is wrong with the boxes that a product is said to come in, each at its field: a component is a SKU of the client,
 * another than the product, named once, and not itself a product of several boxes. `isComponent`: whether the product is
 * a box of another one, and so may have none itself.
 */
export function componentProblems(
  product: string,
  components: readonly { readonly Code: string }[],
  given: { stateOf: (code: string) => ComponentState; isComponent: boolean },
): { path: string; message: string }[] {
  const first = new Map(components.map(({ Code }, index) => [Code, index] as const).toReversed())
  return components.flatMap(({ Code }, index) => {
    const message = problemOf(Code, index)
    return message === undefined ? [] : [{ path: `components.${index}.Code`, message }]
  })

  function problemOf(code: string, index: number): string | undefined {
    if (code === product) return `${code} cannot be a box of itself`
    if (first.get(code) !== index) return `${code} is named twice: give its boxes in one line`
    if (given.isComponent) return `${product} is itself a box of another product, so it can have no boxes of its own`
    const state = given.stateOf(code)
    if (state === 'unknown') return `There is no SKU ${code}: choose one from the list`
    return state === 'has-components' ? `${code} comes in several boxes itself: name those boxes instead` : undefined
  }
}
