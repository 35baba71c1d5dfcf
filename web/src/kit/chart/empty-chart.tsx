import styles from './chart.module.css'

/** In place of a chart without figures. */
export const EmptyChart = ({ title }: { readonly title: string }) => (
  <section aria-label={title}>
    <h2>{title}</h2>
    <p className={styles.subtitle}>Nothing to show.</p>
  </section>
)
