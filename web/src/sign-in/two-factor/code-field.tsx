import { TextInput } from '@mantine/core'
import type { Ref } from 'react'

const DIGITS = 6

type CodeFieldProps = {
  readonly ref: Ref<HTMLInputElement>
  readonly error: string | undefined
  /** Called with a code as soon as it has all its digits, typed or pasted. */
  readonly onWhole: (code: string) => void
}

/** The code of an authenticator app: six digits, with spaces where someone pastes them so. */
export function CodeField({ ref, error, onWhole }: CodeFieldProps) {
  return (
    <TextInput
      ref={ref}
      label="Code"
      description="Six digits"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      withAsterisk={false}
      autoFocus
      data-autofocus
      spellCheck={false}
      classNames={{ input: 'reference' }}
      error={error}
      onChange={({ currentTarget }) => {
        const code = currentTarget.value.replaceAll(/\s/g, '')
        if (code.length === DIGITS && /^\d+$/.test(code)) onWhole(code)
      }}
    />
  )
}
