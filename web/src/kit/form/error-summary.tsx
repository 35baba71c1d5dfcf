import { Anchor } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { firstWithError, focusFirstError } from './field-errors.ts'
import styles from './form.module.css'

type ErrorSummaryProps = {
  readonly form: RefObject<HTMLFormElement | null>
  /** Messages by path of the field. */
  readonly errors: Readonly<Record<string, ReactNode>>
}

/**
 * What a refused form lacks, with links to the fields that it shows, and 'Error: ' in the window's title. A single
 * problem without a field is left to the form's alert.
 */
export function ErrorSummary({ form, errors }: ErrorSummaryProps) {
  const problems = Object.entries(errors).filter(([path, message]) => path !== '' && Boolean(message))
  const hasProblems = problems.length > 0
  useEffect(() => (hasProblems ? markTitle() : undefined), [hasProblems])
  // Only the rendered form tells which problems are of a field.
  const [withField, setWithField] = useState('')
  useLayoutEffect(() => {
    const paths = Object.keys(errors).filter((path) => firstWithError(form.current, { [path]: true }))
    setWithField(paths.join('\n'))
  }, [form, errors])
  const isSingle = problems.length === 1
  if (!hasProblems || (isSingle && withField === '')) return null
  return (
    <div
      className={styles.summary}
      data-summary={isSingle ? 'single' : 'several'}
      role="group"
      aria-label="There is a problem"
      tabIndex={-1}
    >
      <strong>There is a problem</strong>
      <ul>
        {problems.map(([path, message]) => (
          <li key={path}>
            {withField.split('\n').includes(path) ? (
              <Anchor
                component="button"
                type="button"
                inherit
                onClick={() => focusFirstError(form.current, { [path]: message })}
              >
                {message}
              </Anchor>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const MARK = 'Error: '
const withoutMark = () => document.title.replace(MARK, '')

/** Puts 'Error: ' in front of the window's title, and returns the function that removes it. */
function markTitle(): () => void {
  document.title = `${MARK}${withoutMark()}`
  return () => {
    document.title = withoutMark()
  }
}
