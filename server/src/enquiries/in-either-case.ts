/** What is found of a reference as typed or, where that is nothing, in capitals: so they mostly are, and mostly typed without. */
export async function inEitherCase<Found>(
  reference: string,
  find: (reference: string) => Promise<Found[]>,
): Promise<Found[]> {
  const found = await find(reference)
  const capitals = reference.toUpperCase()
  return found.length > 0 || capitals === reference ? found : find(capitals)
}
