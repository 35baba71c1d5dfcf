import { session } from '@despatch/contract/sign-in/session'
import { bind } from '../http/bind.ts'
import { beginSecondFactor } from './two-factor/begin-second-factor.ts'
import { confirmPassword } from './password/confirm-password.ts'
import { readCurrentUser } from './sessions/current-user.ts'
import { deleteView } from './preferences/delete-view.ts'
import { saveLayout } from './preferences/save-layout.ts'
import { endOtherSessions, listSessions } from './sessions/own-sessions.ts'
import { requestPasswordReset } from './password/request-password-reset.ts'
import { resetPassword } from './password/reset-password.ts'
import { listNotices, markNoticesRead } from './notices.ts'
import { saveView } from './preferences/save-view.ts'
import { signIn } from './password/sign-in.ts'
import { signOut } from './sessions/sign-out.ts'
import { validateOneTimeCode } from './two-factor/validate-one-time-code.ts'
import { verifyOneTimeCode } from './two-factor/verify-one-time-code.ts'
import { listViews } from './preferences/views.ts'

export const sessionRoutes = bind(session, {
  signIn,
  generateOneTimeCodes: beginSecondFactor,
  verifyOneTimeCode,
  validateOneTimeCode,
  requestPasswordReset,
  resetPassword,
  signOut,
  current: readCurrentUser,
  confirmPassword,
  sessions: listSessions,
  endOtherSessions,
  notices: listNotices,
  readNotices: markNoticesRead,
  views: listViews,
  saveView,
  deleteView,
  keepLayout: saveLayout,
})
