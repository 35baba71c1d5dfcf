/** A carrier of a client's rule book: its code and name. */
export type NamedCarrier = { readonly carrier: string; readonly carrierName: string }

/** The code for a carrier in a file. `isUnknown` if the client has carriers but none with this code or name. */
export type CarrierRead = { readonly carrier: string; readonly isUnknown: boolean }

/**
 * Makes a function that resolves carriers in files by code, or else by name, ignoring case, and gives the code. Unknown
 * and ambiguous carriers are stored as they came, because events of parcels must never be lost. For a client without
 * carriers nothing is unknown.
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
 * Finds spellings in files that mean a carrier but differ from its code, if the rule books of all clients agree: every
 * client that has the carrier resolves the spelling to it, and no client resolves it to another carrier. A name that
 * one client uses says nothing about other clients' carriers.
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
