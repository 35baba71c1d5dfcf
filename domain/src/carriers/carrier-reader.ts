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

/** Of what carriers are told as, what is another spelling of one of these carriers than its code, with the code. */
export function otherSpellings(
  carriers: readonly NamedCarrier[],
  told: readonly string[],
): { readonly told: string; readonly carrier: string }[] {
  const read = carrierReader(carriers)
  return [...new Set(told)]
    .map((spelling) => ({ told: spelling, carrier: read(spelling).carrier }))
    .filter((spelling) => spelling.carrier !== spelling.told)
}
