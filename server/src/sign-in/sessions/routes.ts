import { session } from '@despatch/contract/sign-in/session'
import { bind } from '../../http/bind.ts'
import { beginSecondFactor } from '../second-factor/begin-second-factor.ts'
import { confirmPassword } from '../password/confirm-password.ts'
import { currentUser } from './current-user.ts'
import { deleteView } from './delete-view.ts'
import { keepLayout } from './keep-layout.ts'
import { endOtherSessions, listSessions } from './own-sessions.ts'
import { requestPasswordReset } from '../password/request-password-reset.ts'
import { resetPassword } from '../password/reset-password.ts'
import { saveView } from './save-view.ts'
import { signIn } from '../password/sign-in.ts'
import { signOut } from './sign-out.ts'
import { validateOneTimeCode } from '../second-factor/validate-one-time-code.ts'
import { verifyOneTimeCode } from '../second-factor/verify-one-time-code.ts'
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
