import { Checkbox, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ClientForm } from './client-values.ts'
import { AddRowButton, RemoveRowButton } from '../../kit/form/row-buttons.tsx'
import recordStyles from '../../kit/form/record.module.css'
import styles from './clients.module.css'

/** The contract's limit. */
const MOST = 100

/** The sub-accounts of a client: codes, with whether each is active. */
export function ChildrenField({ form }: { readonly form: ClientForm }) {
  const children = form.useWatchValue('children')
  const section = useRef<HTMLElement>(null)
  const lineToFocus = useRef<number>(undefined)
  useEffect(() => {
    if (lineToFocus.current === undefined) return
    const field = section.current?.querySelector<HTMLElement>(`[data-path="children.${lineToFocus.current}.childCode"]`)
    ;(field ?? section.current?.querySelector('button'))?.focus()
    lineToFocus.current = undefined
  }, [children.length])

  function add() {
    lineToFocus.current = children.length
    form.insertListItem('children', { childCode: '', childActive: true })
  }
  function remove(index: number) {
    lineToFocus.current = Math.max(0, Math.min(index, children.length - 2))
    form.removeListItem('children', index)
  }
  return (
    <section ref={section} className={recordStyles.section} data-path="children">
      <h2>Sub-accounts</h2>
      {children.length === 0 ? (
        <p className={recordStyles.remark}>None.</p>
      ) : (
        <table className={styles.children} aria-label="Sub-accounts">
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Active</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {children.map(({ childCode, childActive }, index) => (
              // Lines have no id. The index is safe as a key, because the fields hold no state of their own.
              <tr key={index}>
                <td>
                  <TextInput
                    aria-label={`Code of sub-account ${index + 1}`}
                    data-path={`children.${index}.childCode`}
                    classNames={{ input: 'reference' }}
                    autoComplete="off"
                    spellCheck={false}
                    value={childCode}
                    error={form.errors[`children.${index}.childCode`]}
                    onChange={(event) => form.setFieldValue(`children.${index}.childCode`, event.currentTarget.value)}
                  />
                </td>
                <td>
                  <Checkbox
                    aria-label={`Sub-account ${index + 1} is active`}
                    checked={childActive}
                    onChange={(event) =>
                      form.setFieldValue(`children.${index}.childActive`, event.currentTarget.checked)
                    }
                  />
                </td>
                <td>
                  <RemoveRowButton
                    label={`Remove sub-account ${childCode || index + 1}`}
                    onClick={() => remove(index)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {form.errors['children'] && (
        <p role="alert" className={styles.error}>
          {form.errors['children']}
        </p>
      )}
      <AddRowButton
        label="Add a sub-account"
        whyFull={children.length >= MOST ? 'A client can have up to 100 sub-accounts' : undefined}
        onClick={add}
      />
    </section>
  )
}
