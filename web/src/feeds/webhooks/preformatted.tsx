import styles from './webhooks.module.css'

/** Preformatted text that can be scrolled by keyboard. */
export function Preformatted({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <pre className={styles.text} tabIndex={0} role="group" aria-label={label}>
      {text}
    </pre>
  )
}
