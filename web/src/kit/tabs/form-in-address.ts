/** Which form of a record the address opens, if one tab has several; '' if none. */
export function formInAddress(search: object): string {
  return 'edit' in search && typeof search.edit === 'string' ? search.edit : ''
}
