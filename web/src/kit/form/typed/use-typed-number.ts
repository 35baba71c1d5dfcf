import type { TypedNumber } from '@despatch/domain/money/typed-number'
import { useState } from 'react'

export type TypedNumberOptions = {
  /** The value; null is empty. Undefined makes the field uncontrolled: it begins with `defaultValue`. */
  readonly value: string | number | null | undefined
  readonly defaultValue?: string | number | null | undefined
  readonly read: (text: string) => TypedNumber
  /** Formats a value while the field is not edited. */
  readonly show?: (value: string) => string
  /** Receives the number as plain text, or the typed text if it cannot be read. */
  readonly onChange: (text: string) => void
}

/**
 * The text of an input for a number. While the input has the focus, its text stays as typed, even if empty.
 *
 * @returns `refused`, the reason why the text cannot be read or is ambiguous, for `data-refused` (see `focusUnreadableNumber`);
 *   `problem`, the same reason once the user has left the input
 */
export function useTypedNumber({ value, defaultValue, read, show, onChange }: TypedNumberOptions) {
  const [own, setOwn] = useState(defaultValue)
  const [typed, setTyped] = useState<string>()
  const now = String((value === undefined ? own : value) ?? '')
  const text = typed ?? show?.(now) ?? now
  const result = read(text)
  const refused = 'problem' in result ? result.problem : undefined
  return {
    text,
    refused,
    problem: typed === undefined ? refused : undefined,
    type(next: string) {
      setTyped(next)
      const plain = read(next)
      const output = 'plain' in plain ? plain.plain : next
      setOwn(output)
      onChange(output)
    },
    leave() {
      setTyped(undefined)
    },
  }
}
