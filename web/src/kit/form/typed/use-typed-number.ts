import type { TypedNumber } from '@despatch/domain/money/typed-number'
import { useState } from 'react'

export type TypedNumberGiven = {
  /** What it shows; null is empty. Without it the field begins with `defaultValue` and keeps what is typed itself. */
  readonly value: string | number | null | undefined
  readonly defaultValue?: string | number | null | undefined
  readonly read: (text: string) => TypedNumber
  /** How a value stands in the field while nobody types. */
  readonly show?: (value: string) => string
  /** Gets the plain text of what is typed, or the text itself where it cannot be read. */
  readonly onChange: (text: string) => void
}

/**
 * The text of an input in which a number is typed. It stays as it was typed while the input has the focus, an empty one too.
 * `refused` says why it cannot be read, or can be read in two ways: give it as `data-refused` (see `focusRefused`); `problem`
 * says so to people, once the input is left.
 */
export function useTypedNumber({ value, defaultValue, read, show, onChange }: TypedNumberGiven) {
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
      const given = 'plain' in plain ? plain.plain : next
      setOwn(given)
      onChange(given)
    },
    leave() {
      setTyped(undefined)
    },
  }
}
