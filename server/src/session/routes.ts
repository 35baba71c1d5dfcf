import { session } from '@despatch/contract/session/session'
import { bind } from '../app/bind.ts'
import { notYet } from '../app/not-yet.ts'
import { currentUser } from './current-user.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

export const sessionRoutes = bind(session, {
  signIn,
  generateOneTimeCodes: notYet,
  verifyOneTimeCode: notYet,
  validateOneTimeCode: notYet,
  requestPasswordReset: notYet,
  resetPassword: notYet,
  signOut,
  current: currentUser,
  views: notYet,
  saveView: notYet,
  deleteView: notYet,
  keepLayout: notYet,
})
