import { SIGNED_IN } from '@despatch/domain/feedback/messages'
import { useRouter, useSearch } from '@tanstack/react-router'
import { ownAddress } from '../app/own-address.ts'
import { forgetAnswers } from '../app/query-client.ts'
import { notify } from '../feedback/notify.ts'
import { SignInForm } from './sign-in-form.tsx'
import styles from './sign-in-screen.module.css'

/** The sign-in screen; afterwards the user gets to where they were going. */
export function SignInScreen() {
  const router = useRouter()
  const { to } = useSearch({ strict: false }) as { to?: unknown }

  async function goOn() {
    await forgetAnswers()
    notify.success(SIGNED_IN)
    // It may carry a search of its own.
    router.history.replace(ownAddress(to) ?? '/home')
  }

  return (
    <main className={styles.screen}>
      <div className={styles.panel}>
        <div className={styles.brand}>
          <img src="/icon.svg" alt="" width={28} height={28} />
          <span>Despatch</span>
        </div>
        <h1 className={styles.title}>Sign in</h1>
        <SignInForm onSignedIn={() => void goOn()} />
      </div>
    </main>
  )
}
