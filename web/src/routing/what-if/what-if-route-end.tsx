import { routeEnd } from './what-if-text.ts'
import styles from './what-if.module.css'

/** A method's id, or that there is none. */
export function RouteEnd({ method }: { readonly method: string | null }) {
  return method === null ? (
    <em className={styles.none}>{routeEnd(null)}</em>
  ) : (
    <span className="reference">{method}</span>
  )
}
