import styles from './form.module.css'

/** The label of an optional field. */
export function OptionalLabel({ children }: { children: string }) {
  return (
    <>
      {children} <span className={styles.optional}>optional</span>
    </>
  )
}
