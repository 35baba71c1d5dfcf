import { TextInput, type TextInputProps } from '@mantine/core'
import styles from './parcel-limits.module.css'

type LimitFieldProps = Omit<TextInputProps, 'rightSection'> & { readonly unit: string }

/** A field for a figure, with its unit in it. */
export function LimitField({ unit, ...rest }: LimitFieldProps) {
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      classNames={{ wrapper: styles.figure }}
      rightSection={<span aria-hidden>{unit}</span>}
      rightSectionWidth={unit.length > 3 ? 64 : 40}
      rightSectionPointerEvents="none"
      {...rest}
      aria-label={`${typeof rest.label === 'string' ? rest.label : ''}, ${unit}`}
    />
  )
}
