/** Whether any filter in the address differs from `none`, its value when off. */
export function isNarrowed<Filters extends Readonly<Record<string, unknown>>>(
  search: Readonly<Record<keyof Filters, unknown>>,
  none: Filters,
): boolean {
  return Object.entries(none).some(([name, empty]) => search[name] !== empty)
}
