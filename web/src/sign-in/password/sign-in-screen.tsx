import { useRouter, useSearch } from '@tanstack/react-router'
import { ownAddress } from '../../kit/browser/own-address.ts'
import { clearQueryCache } from '../../kit/server/query-client.ts'
import { useStore } from '../../kit/browser/store.ts'
import { mailedLink } from './mailed-link.ts'
import { SignInForm } from './sign-in-form.tsx'
import styles from './sign-in-screen.module.css'

/** Signs in, then continues to the address that was requested. */
export function SignInScreen() {
  const router = useRouter()
  const link = useStore(mailedLink)
  const { to } = useSearch({ strict: false }) as { to?: unknown }

  async function goOn() {
    await clearQueryCache()
    // The address may have a query string.
    router.history.replace(ownAddress(to) ?? '/home')
  }

  return (
    <main className={styles.screen}>
      <div className={styles.panel}>
        <div className={styles.brand}>
          <img src="/icon.svg" alt="" width={28} height={28} />
          <span>Despatch</span>
        </div>
        <SignInForm headingOrder={1} link={link} onSignedIn={() => void goOn()} />
      </div>
    </main>
  )
}
