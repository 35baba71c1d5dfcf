/** Rows that a feed is not meant for: those whose field starts with, or is exactly, a text ('' is an empty cell). */
export type LeaveOutRule = {
  readonly field: string
  readonly startsWith?: string | undefined
  readonly equals?: string | undefined
  readonly reason: string
}

/** The reason of the first rule that leaves a row out, or undefined for a row that is to be taken. */
export function leftOutBy(rules: readonly LeaveOutRule[], textOf: (field: string) => string): string | undefined {
  return rules.find(({ field, startsWith, equals }) => {
    const text = textOf(field)
    return equals === undefined ? startsWith !== undefined && text.startsWith(startsWith) : text === equals
  })?.reason
}
