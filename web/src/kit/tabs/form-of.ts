/** Which of its forms an address opens of a record, where it has several in one tab; '' where it is none. */
export function formOf(search: object): string {
  return 'edit' in search && typeof search.edit === 'string' ? search.edit : ''
}
