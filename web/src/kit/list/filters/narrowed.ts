/** Whether what an address says of a list narrows it, where `none` holds every filter as it is when it does not. */
export function isNarrowed<Filters extends Readonly<Record<string, unknown>>>(
  search: Readonly<Record<keyof Filters, unknown>>,
  none: Filters,
): boolean {
  return Object.entries(none).some(([name, empty]) => search[name] !== empty)
}
