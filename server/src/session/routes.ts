import { session } from '@despatch/contract/session/session'
import { bind } from '../app/bind.ts'
import { beginSecondFactor } from './begin-second-factor.ts'
import { confirmPassword } from './confirm-password.ts'
import { currentUser } from './current-user.ts'
import { deleteView } from './delete-view.ts'
import { keepLayout } from './keep-layout.ts'
import { endOtherSessions, listSessions } from './own-sessions.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'
import { saveView } from './save-view.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { validateOneTimeCode } from './validate-one-time-code.ts'
import { verifyOneTimeCode } from './verify-one-time-code.ts'
import { views } from './views.ts'

export const sessionRoutes = bind(session, {
  signIn,
  generateOneTimeCodes: beginSecondFactor,
  verifyOneTimeCode,
  validateOneTimeCode,
  requestPasswordReset,
  resetPassword,
  signOut,
  current: currentUser,
  confirmPassword,
  sessions: listSessions,
  endOtherSessions,
  views,
  saveView,
  deleteView,
  keepLayout,
})
