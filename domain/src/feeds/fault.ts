/**
 * What is wrong with a cell, and what would be right. The text does not quote the cell, so that a file with a million
 * bad cells has few distinct reasons.
 */
export type Fault = {
  readonly fault: string
  /** Advice for this cell only, shown beside it. */
  readonly advice?: string | undefined
}

export function fault(words: string): Fault {
  return Object.freeze({ fault: words })
}

export function isFault(read: unknown): read is Fault {
  return typeof read === 'object' && read !== null && 'fault' in read
}
