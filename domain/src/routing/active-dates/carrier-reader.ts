/** A carrier of a client's rule book: its code and name. */
export type NamedCarrier = { readonly carrier: string; readonly carrierName: string }

/** The code for a carrier in a file. `isUnknown` if the client has carriers but none with this code or name. */
export type ResolvedCarrier = { readonly carrier: string; readonly isUnknown: boolean }

/**
 * Makes a function that resolves carriers in files by code, or else by name, ignoring case, and gives the code. Unknown
 * and ambiguous carriers are stored as they came, because events of parcels must never be lost. For a client without
 * carriers nothing is unknown.
 */
export function makeCarrierReader(carriers: readonly NamedCarrier[]): (name: string) => ResolvedCarrier {
  const codes = new Set(carriers.map(({ carrier }) => carrier))
  const byCode = Map.groupBy(carriers, ({ carrier }) => carrier.toLowerCase())
  const byName = Map.groupBy(carriers, ({ carrierName }) => carrierName.toLowerCase())
  return (name) => {
    if (codes.has(name)) return { carrier: name, isUnknown: false }
    const [one, another] = byCode.get(name.toLowerCase()) ?? byName.get(name.toLowerCase()) ?? []
    if (one && !another) return { carrier: one.carrier, isUnknown: false }
    return { carrier: name, isUnknown: codes.size > 0 }
  }
}

/**
 * Finds spellings in files that mean a carrier but differ from its code, if the rule books of all clients agree: every
 * client that has the carrier resolves the spelling to it, and no client resolves it to another carrier. A name that
 * one client uses says nothing about other clients' carriers.
 */
export function otherSpellings(
  books: readonly (readonly NamedCarrier[])[],
  spellings: readonly string[],
): { readonly told: string; readonly carrier: string }[] {
  const readers = books.map((carriers) => ({
    codes: new Set(carriers.map(({ carrier }) => carrier)),
    read: makeCarrierReader(carriers),
  }))
  return [...new Set(spellings)].flatMap((spelling) => {
    const said = readers.map(({ codes, read }) => ({ codes, carrier: read(spelling).carrier }))
    const [carrier, another] = new Set(said.flatMap((one) => (one.codes.has(one.carrier) ? one.carrier : [])))
    if (carrier === undefined || another !== undefined || carrier === spelling) return []
    return said.every((one) => one.carrier === carrier || !one.codes.has(carrier)) ? { told: spelling, carrier } : []
  })
}
