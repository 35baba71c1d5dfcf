type AddressLines = { readonly addressLine2: string; readonly addressLine3: string }

/**
 * The town of an address as most feeds write it: the third line, or the second of a short address, unless it has a
 * number as streets do. Empty if neither is a town.
 */
export function deliveryTown({ addressLine2, addressLine3 }: AddressLines): string {
  return addressLine3 || (/\d/.test(addressLine2) ? '' : addressLine2)
}
