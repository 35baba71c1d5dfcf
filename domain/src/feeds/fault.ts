/**
 * What is wrong with a cell, in words that say what would be right. The words hold nothing of the cell itself, so that
 * a file with a million bad cells still has few different reasons to count.
 */
export type Fault = {
  readonly fault: string
  /** What would be right in this very case; told beside the cell, for each row has another. */
  readonly advice?: string | undefined
}

export function fault(words: string): Fault {
  return Object.freeze({ fault: words })
}

export function isFault(read: unknown): read is Fault {
  return typeof read === 'object' && read !== null && 'fault' in read
}
