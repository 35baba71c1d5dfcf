import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { recentRecords } from '../../kit/tabs/recent-records.ts'
import styles from './home-screen.module.css'

/** The records that the user opened last, whether or not their tabs are still open. */
export function RecentlyOpened() {
  const records = recentRecords()
  if (records.length === 0) return null
  return (
    <section aria-labelledby="recently-opened">
      <h2 id="recently-opened">Recently opened</h2>
      <ul className={styles.titles}>
        {records.map(({ id, title, link }) => (
          <li key={id}>
            <ScreenLink to={link}>{title}</ScreenLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
