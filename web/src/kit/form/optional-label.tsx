import styles from './form.module.css'

/** The name of a field that may be left empty. */
export function OptionalLabel({ children }: { children: string }) {
  return (
    <>
      {children} <span className={styles.optional}>optional</span>
    </>
  )
}
