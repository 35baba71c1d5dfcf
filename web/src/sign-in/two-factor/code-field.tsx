import { TextInput } from '@mantine/core'
import type { Ref } from 'react'

const DIGITS = 6

type CodeFieldProps = {
  readonly ref: Ref<HTMLInputElement>
  readonly error: string | undefined
  /** Called as soon as the code is complete, typed or pasted. */
  readonly onWhole: (code: string) => void
}

/** A code of the authenticator app: six digits, with or without spaces. */
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
