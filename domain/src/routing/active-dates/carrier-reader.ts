/** A carrier of a client's rule book: its code, and what it is called. */
export type NamedCarrier = { readonly carrier: string; readonly carrierName: string }

/** What a carrier is kept as; `isUnknown` where a client that has carriers has none that is told so. */
export type CarrierRead = { readonly carrier: string; readonly isUnknown: boolean }

/**
 * Makes the reader of carriers as files tell them: by code or by name, in any case, of which a code goes first. Gives the
 * code. What tells no carrier, or several, is kept as it came: what happened with a parcel is never dropped. Of a client
 * without carriers nothing is unknown.
 */
export function carrierReader(carriers: readonly NamedCarrier[]): (told: string) => CarrierRead {
  const codes = new Set(carriers.map(({ carrier }) => carrier))
  const byCode = Map.groupBy(carriers, ({ carrier }) => carrier.toLowerCase())
  const byName = Map.groupBy(carriers, ({ carrierName }) => carrierName.toLowerCase())
  return (told) => {
    if (codes.has(told)) return { carrier: told, isUnknown: false }
    const [one, another] = byCode.get(told.toLowerCase()) ?? byName.get(told.toLowerCase()) ?? []
    if (one && !another) return { carrier: one.carrier, isUnknown: false }
    return { carrier: told, isUnknown: codes.size > 0 }
  }
}

/**
 * Of what carriers are told as, what is another spelling of a carrier than its code, with the code: where the books of all
 * clients agree. Every client that has the carrier reads the spelling as it, and none reads it as another, or has that as a
 * code: how one client calls its carriers says nothing of what those of others are.
 */
export function otherSpellings(
  books: readonly (readonly NamedCarrier[])[],
  told: readonly string[],
): { readonly told: string; readonly carrier: string }[] {
  const readers = books.map((carriers) => ({
    codes: new Set(carriers.map(({ carrier }) => carrier)),
    read: carrierReader(carriers),
  }))
  return [...new Set(told)].flatMap((spelling) => {
    const said = readers.map(({ codes, read }) => ({ codes, carrier: read(spelling).carrier }))
    const [carrier, another] = new Set(said.flatMap((one) => (one.codes.has(one.carrier) ? one.carrier : [])))
    if (carrier === undefined || another !== undefined || carrier === spelling) return []
    return said.every((one) => one.carrier === carrier || !one.codes.has(carrier)) ? { told: spelling, carrier } : []
  })
}
