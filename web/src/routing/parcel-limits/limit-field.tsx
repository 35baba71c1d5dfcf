import type { GetInputPropsReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { CountField, FigureField } from '../../kit/form/typed/number-fields.tsx'
import styles from './parcel-limits.module.css'

type LimitFieldProps = {
  readonly label: string
  readonly description?: ReactNode
  readonly placeholder?: string
  readonly unit: string
  /** The form's props for the input. */
  readonly input: GetInputPropsReturnType
}

/** A number field with its unit. */
export function LimitField({ unit, input, ...rest }: LimitFieldProps) {
  const Field = unit === 'parcels' ? CountField : FigureField
  return (
    <Field
      isText
      classNames={{ wrapper: styles.figure }}
      rightSection={<span aria-hidden>{unit}</span>}
      rightSectionWidth={unit.length > 3 ? 64 : 40}
      rightSectionPointerEvents="none"
      {...rest}
      {...input}
      aria-label={`${rest.label}, ${unit}`}
    />
  )
}
