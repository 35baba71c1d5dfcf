/** A rule that leaves out rows whose field starts with, or equals, a text ('' is an empty cell). */
export type LeaveOutRule = {
  readonly field: string
  readonly startsWith?: string | undefined
  readonly equals?: string | undefined
  readonly reason: string
}

/** The reason of the first rule that leaves a row out; undefined if none does. */
export function leaveOutReason(rules: readonly LeaveOutRule[], textOf: (field: string) => string): string | undefined {
  return rules.find(({ field, startsWith, equals }) => {
    const text = textOf(field)
    return equals === undefined ? startsWith !== undefined && text.startsWith(startsWith) : text === equals
  })?.reason
}
